// BRIDGE's joint optimum against enumeration, the interval program, the recipe and the baselines;
// hops and congestion of subrings against routing every pair.
#include <boost/test/unit_test.hpp>

#include "kernels/collectives/bruck.hpp"
#include "kernels/routes/routed_flow.hpp"
#include "solvers/bridge/subring_space.hpp"
#include "solvers/contract/scheduler_row.hpp"
#include "solvers/registry/registry.hpp"
#include "solvers/walks/walk_envelope.hpp"
#include "tests/support/random_structures.hpp"
#include "tests/support/reference.hpp"
#include "tests/support/segment_transmission.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(bridge_optimum)

using kernels::Node;
using namespace lightsweep::solvers;

const char* const bruck_names[] = {"alltoall/bruck", "reduce-scatter/bruck-near",
                                   "allgather/bruck-near", "allreduce/bruck-near"};

struct Instance {
    std::shared_ptr<const Problem> structure;
    std::string text;
};

Instance draw_instance(Generator& g, int number) {
    const bool blocks = draw(g, 0, 3) == 0;
    const auto n = static_cast<Node>(blocks ? 1 << draw(g, 2, 8) : draw(g, 1, 300));
    const auto ports = static_cast<Node>(blocks ? 1 : std::min(draw(g, 1, 3), std::max(1, n - 1)));
    const char* const name = bruck_names[draw(g, 0, 3)];
    auto collective = kernels::build_collective(name, n, {}, ports);
    if (ports == 1 && draw(g, 0, 3) == 0)
        collective = kernels::with_bridge_volumes(std::move(collective));
    auto structure = make_problem(std::move(collective),
                                  kernels::Topology::ring(n, kernels::LinkBandwidth::full), {}, 0,
                                  measures::routed);
    structure.subrings = {draw(g, 0, 1) == 0, draw(g, 0, 1) == 0,
                          static_cast<Node>(blocks ? 1 << draw(g, 0, 2) : 1)};
    const auto text = "seed 41 instance " + std::to_string(number) + ": " + name + " n " +
                      std::to_string(n) + " ports " + std::to_string(ports) + " block " +
                      std::to_string(structure.subrings.block);
    return {std::make_shared<const Problem>(std::move(structure)), text};
}

/// The least time over every walk of states, at most `most` walks; else infinite.
double enumerated(const bridge::SubringSpace& space, const kernels::DelayRow& row, double delay,
                  double most) {
    if (std::pow(static_cast<double>(space.states()), static_cast<double>(space.steps())) > most)
        return std::numeric_limits<double>::infinity();
    std::vector<std::size_t> states(space.steps(), 0);
    double least = std::numeric_limits<double>::infinity();
    for (bool more = true; more;) {
        const auto plane = schedule_of(space, states);
        least = std::min(least, row.per_step_latency * static_cast<double>(space.steps()) +
                                    row.per_hop_latency * plane.hops +
                                    row.message_time * (space.on[0].volume + plane.congestion) +
                                    delay * plane.reconfigurations);
        more = false;
        for (std::size_t k = 0; k < states.size() && !more; ++k) {
            more = ++states[k] < space.states();
            if (!more) states[k] = 0;
        }
    }
    return least;
}

double value(const char* scheduler, const Instance& instance, const kernels::DelayRow& row) {
    const auto plan = prepare(*find_scheduler(scheduler), instance.structure, {});
    ResultRow result;
    plan->evaluate(row, result);
    return result.completion[0];
}

BOOST_AUTO_TEST_CASE(joint_is_enumeration_and_the_interval_program) {
    Generator g(41);
    int n_enumerated = 0;
    for (int k = 0; k < 400; ++k) {
        const auto instance = draw_instance(g, k);
        const auto p = draw_parameters(g);
        const std::vector<double> delays{p.reconfiguration_delay};
        const kernels::DelayRow row{p.per_step_latency, p.per_hop_latency, p.message_time(),
                                    delays};
        const double joint = value("bridge", instance, row);
        const double every =
            enumerated(bridge::subring_space(instance.structure), row, delays[0], 30000);
        n_enumerated += std::isfinite(every);
        if (std::isfinite(every))
            BOOST_TEST(close(joint, every, 1e-12), instance.text << ": " << joint << " " << every);
        if (k % 4 == 0) {
            const double program = value("bridge-ilp", instance, row);
            BOOST_TEST(joint <= program * (1 + 1e-12), instance.text);
            BOOST_TEST(close(joint, program), instance.text << " " << joint / program - 1);
        }
        for (const char* other : {"bridge-paper", "s-bruck", "g-bruck"})
            BOOST_TEST(joint <= value(other, instance, row) * (1 + 1e-12),
                       instance.text << " " << other);
    }
    BOOST_TEST(n_enumerated > 100);
}

/// A theorem (spec (e) 6): bridge <= r-hd <= min(s-bruck, g-bruck), for powers of two.
BOOST_AUTO_TEST_CASE(bridge_beats_exchange_beats_both_baselines) {
    const std::pair<const char*, const char*> pairs[] = {
        {"alltoall/bruck", "alltoall/hypercube"},
        {"reduce-scatter/bruck-near", "reduce-scatter/halving-doubling"},
        {"allgather/bruck-near", "allgather/halving-doubling"},
        {"allreduce/bruck-near", "allreduce/halving-doubling"},
        {"allreduce/bruck-latency", "allreduce/recursive-doubling"}};
    Generator g(43);
    for (int k = 0; k < 300; ++k) {
        const auto& [shifts, exchanges] = pairs[k % 5];
        const auto n = static_cast<Node>(1 << draw(g, 1, 8));
        const auto p = draw_parameters(g);
        const std::vector<double> delays{p.reconfiguration_delay};
        const kernels::DelayRow row{p.per_step_latency, p.per_hop_latency, p.message_time(),
                                    delays};
        const auto on = [&](const char* collective) {
            auto structure = make_problem(kernels::build_collective(collective, n),
                                          kernels::Topology::ring(n, kernels::LinkBandwidth::full),
                                          {}, 0, measures::routed);
            structure.subrings.free_start = true;
            return Instance{std::make_shared<const Problem>(std::move(structure)), collective};
        };
        const auto where = "seed 43 instance " + std::to_string(k) + " " + shifts;
        const double joint = value("bridge", on(shifts), row),
                     exchange = value("r-hd", on(exchanges), row);
        BOOST_TEST(joint <= exchange * (1 + 1e-12), where);
        BOOST_TEST(exchange <= value("s-bruck", on(shifts), row) * (1 + 1e-12), where);
        BOOST_TEST(exchange <= value("g-bruck", on(shifts), row) * (1 + 1e-12), where);
        BOOST_TEST(close(value("static", on(exchanges), row), value("s-bruck", on(shifts), row)),
                   where);
    }
}

/// Walks around the standing circuits, one pair after the other.
kernels::StepFlow walked(const kernels::Permutation& standing, const kernels::Permutation& p) {
    std::vector<int> load(static_cast<std::size_t>(p.size()), 0);
    Node hops = 0;
    for (Node j = 0; j < p.size(); ++j) {
        Node at = j, length = 0;
        for (; at != p(j); at = standing(at), ++length) {
            ++load[at];
            if (length > p.size()) return {0, -1, 0};
        }
        hops = std::max(hops, length);
    }
    const double theta = 1.0 / *std::max_element(load.begin(), load.end());
    return {theta, hops, theta};
}

BOOST_AUTO_TEST_CASE(subrings_route_every_pair_as_the_closed_form_says) {
    for (const Node n : {2, 3, 6, 7, 12, 16, 24, 32, 64, 100})
        for (const Node block : {1, 2, 4}) {
            if (n % block != 0) continue;
            for (int t = 0; 1 << t < n; ++t)
                for (int e = t; 1 << e < n; ++e) {
                    const auto standing = kernels::subring(n, 1 << t, block);
                    const auto p = kernels::Permutation::shift(n, 1 << e);
                    const auto flow = kernels::routed_flow(kernels::Topology::matching(standing),
                                                           kernels::Demand{p, {}}, 1);
                    const auto route = walked(standing, p);
                    const auto where = "n " + std::to_string(n) + " block " +
                                       std::to_string(block) + " subring " + std::to_string(t) +
                                       " step " + std::to_string(e);
                    BOOST_TEST(flow.hops == route.hops, where);
                    BOOST_TEST(flow.theta == route.theta, where);
                    const double closed =
                        1 << t <= block ? 1 << e : (1 << (e - t)) * static_cast<double>(block);
                    // The closed form is stated for blocks that the distance fills (3.7).
                    if (block == 1 || kernels::is_power_of_two(n))
                        BOOST_TEST(flow.hops == (block == 1 ? 1 << (e - t) : closed), where);
                }
        }
}

BOOST_AUTO_TEST_CASE(the_ring_carries_exchanges_by_the_shorter_way) {
    Generator g(47);
    for (int k = 0; k < 200; ++k) {
        const auto n = static_cast<Node>(draw(g, 2, 40));
        const auto p = draw_permutation(g, n);
        std::vector<int> ahead(static_cast<std::size_t>(n), 0), back(ahead);
        int most = 0;
        for (Node j = 0; j < n; ++j) {
            const Node way = kernels::modulo(p(j) - j, n);
            for (Node i = 0; 2 * way <= n && i < way; ++i) ++ahead[(j + i) % n];
            for (Node i = 0; 2 * way > n && i < n - way; ++i) ++back[(p(j) + i) % n];
        }
        for (Node j = 0; j < n; ++j) most = std::max({most, ahead[j], back[j]});
        if (most == 0 || p.as_shift()) continue;
        const auto flow = kernels::routed_flow(
            kernels::Topology::ring(n, kernels::LinkBandwidth::full), kernels::Demand{p, {}}, 1);
        BOOST_TEST(flow.theta == 1.0 / most, "seed 47 instance " << k << " n " << n);
    }
    for (int e = 0; e < 6; ++e) {
        const auto flow = kernels::routed_flow(
            kernels::Topology::ring(64, kernels::LinkBandwidth::full),
            kernels::Demand{kernels::Permutation::exclusive_or(64, 1 << e), {}}, 1);
        BOOST_TEST(flow.hops == 1 << e);
        BOOST_TEST(flow.theta == 1.0 / (1 << e));
    }
}

/// Theorem 3.3 against every composition of s.
BOOST_AUTO_TEST_CASE(least_transmission_is_that_of_all_compositions) {
    for (std::size_t s = 1; s <= 12; ++s) {
        std::vector<std::int64_t> least(s, std::numeric_limits<std::int64_t>::max());
        for (unsigned cuts = 0; cuts < 1u << (s - 1); ++cuts) {
            bridge::Segments segments{1};
            for (std::size_t k = 1; k < s; ++k)
                if (cuts >> (k - 1) & 1)
                    segments.push_back(1);
                else
                    ++segments.back();
            auto& best = least[segments.size() - 1];
            best = std::min(best, scaled_transmission(s, segments));
        }
        for (std::size_t r = 0; r < s; ++r)
            BOOST_TEST(scaled_transmission(s, bridge::transmission_segments(s, r)) == least[r]);
        BOOST_CHECK_THROW(bridge::transmission_segments(s, s), std::invalid_argument);
        BOOST_CHECK_THROW(bridge::balanced_segments(s, s), std::invalid_argument);
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
