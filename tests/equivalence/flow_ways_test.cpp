// Steps that are charged the farthest way of their flow (hops = "ways"): closed forms against the
// simulator, which takes the ways of the optimal flow with their own links.
#include <boost/test/unit_test.hpp>

#include "kernels/flow/lane_flow.hpp"
#include "tests/support/simulated.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(flow_ways)

using kernels::LaneFlow, kernels::LaneRoute, kernels::Permutation, kernels::Topology;

Topology two_way_ring(kernels::Node n) {
    return Topology::lanes({{Permutation::shift(n, 1), 1}, {Permutation::shift(n, -1), 1}});
}

// A ring of 15, b/2 each way. Shift by 4: 11/15 of the bytes go 4 links, 4/15 the other 11; every
// link carries 4 * 11/15 = 44/15, at b/2 each: theta = 15/88, by both accountings.
BOOST_AUTO_TEST_CASE(a_shift_on_a_ring) {
    const auto ring = two_way_ring(15);
    const auto flow = LaneFlow(ring, LaneRoute::flow)(Permutation::shift(15, 4));
    const auto ways = LaneFlow(ring, LaneRoute::ways)(Permutation::shift(15, 4));
    BOOST_TEST(std::abs(ways.theta - 15.0 / 88) <= 1e-15);
    BOOST_TEST(ways.theta == flow.theta);
    BOOST_TEST(flow.hops == 4);
    BOOST_TEST(ways.hops == 11);
}

// A torus of 5 x 4, one by 2 and the other by 1: 3 and 3 links the long way.
BOOST_AUTO_TEST_CASE(a_translation_of_a_torus) {
    const auto torus = Topology::torus({5, 4}, kernels::LinkBandwidth::split);
    const auto step = Permutation::translation({5, 4}, {2, 1});
    BOOST_TEST(LaneFlow(torus, LaneRoute::flow)(step).hops == 3);
    BOOST_TEST(LaneFlow(torus, LaneRoute::ways)(step).hops == 6);
}

nlohmann::json problem(const char* collective, int nodes, double per_hop, const char* hops) {
    return {{"rules", "common"},
            {"scheduler", "static"},
            {"collective", collective},
            {"nodes", nodes},
            {"planes", 2},
            {"topology", "ring"},
            {"message", 262144},
            {"bandwidth", 1e11},
            {"per_step_latency", 1e-6},
            {"per_hop_latency", per_hop},
            {"reconfiguration_delay", 1e-5},
            {"hops", hops}};
}

// Real hops and equal forms: what the ways take is what hops = "ways" charges. Charged by pairs,
// the same schedule is late.
BOOST_AUTO_TEST_CASE(simulated_on_rings) {
    for (const char* collective : {"reduce-scatter/ring", "alltoall/shift", "allgather/bruck"})
        for (const int nodes : {4, 9, 15})
            for (const double per_hop : {0.0, 1e-7, 1e-6}) {
                const auto time = [&](const char* hops, double& planned) {
                    const auto plan = plan_of(problem(collective, nodes, per_hop, hops));
                    const auto system = simulation::read_plan(
                        plan, {.barriers = true, .routes = simulation::Routes::optimal});
                    planned = system.planned_end;
                    return simulation::carry_out(system, {.weighted = true}).end;
                };
                double by_ways = 0, by_pairs = 0;
                const double ways = time("ways", by_ways), pairs = time("pairs", by_pairs);
                BOOST_TEST(std::abs(ways - by_ways) <= 1e-9 * by_ways,
                           collective << " on " << nodes << ": " << ways << ", " << by_ways);
                BOOST_TEST(ways == pairs);
                BOOST_TEST(by_pairs <= by_ways);
                if (per_hop > 0) BOOST_TEST(by_pairs < pairs);
            }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
