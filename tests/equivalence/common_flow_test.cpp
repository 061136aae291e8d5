// Steps on lanes (kernels/flow/lane_flow.hpp) against the program over links and against paths that
// are followed node by node.
#include <array>
#include <boost/test/unit_test.hpp>
#include <map>
#include <thread>

#include "kernels/flow/lane_flow.hpp"
#include "kernels/flow/two_way_cycles.hpp"
#include "kernels/flow/union_flow.hpp"
#include "tests/support/exchanges.hpp"
#include "tests/support/link_program.hpp"
#include "tests/support/random_structures.hpp"
#include "tests/support/reference.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(common_flow)

using kernels::LaneFlow;
using kernels::LaneRoute;
using kernels::Lanes;
using kernels::Node;
using kernels::Permutation;
using kernels::StepFlow;
using kernels::Topology;

/// The flow of the closed form is that of the program; paths are as long and no faster.
void check_flow(const Topology& topology, const Permutation& demand, const std::string& where) {
    const auto flow = LaneFlow(topology, LaneRoute::flow)(demand),
               path = LaneFlow(topology, LaneRoute::path)(demand);
    const auto program = solvers::flow::general_flow(topology, demand, {});
    const auto what = topology.describe() + ", step " + text_of(demand) + ", " + where;
    BOOST_TEST(flow.hops == program.hops, what << ": " << flow.hops << ", not " << program.hops);
    BOOST_TEST(path.hops == program.hops, what << ": path " << path.hops);
    if (program.hops < 0) return;
    BOOST_TEST(close(flow.theta, program.theta_low, 1e-8),
               what << ": " << flow.theta << ", not " << program.theta_low);
    BOOST_TEST(close(flow.theta_high, program.theta_high, 1e-8), what);
    BOOST_TEST(path.theta <= flow.theta * (1 + 1e-9), what << ": path " << path.theta);
}

Topology draw_exchanges(Generator& g, Node n) {
    const auto all = nodes_upto(n);
    return Topology::lanes({{draw_exchange(g, n, {all}, true), draw(g, 1, 3)},
                            {draw_exchange(g, n, {all}, true), draw(g, 1, 3)}});
}

BOOST_AUTO_TEST_CASE(one_permutation) {
    Generator g(51);
    for (int k = 0; k < 60; ++k) {
        const Node n = draw(g, 2, 11);
        const auto circuits =
            draw(g, 0, 1) == 0 ? Permutation::shift(n, draw(g, 1, n - 1)) : draw_permutation(g, n);
        if (circuits.is_identity()) continue;
        const auto topology = Topology::lanes({{circuits, draw(g, 1, 4)}});
        check_flow(topology, circuits, instance(51, k));
        check_flow(topology, Permutation::shift(n, draw(g, 1, n - 1)), instance(51, k));
        const auto any = draw_permutation(g, n);
        if (!any.is_identity()) check_flow(topology, any, instance(51, k));
    }
}

/// Exclusive-ors on shifts by +-2^a, whose forms are closed, against cycles that are followed node
/// by node.
BOOST_AUTO_TEST_CASE(exclusive_ors_on_rings_of_powers_of_two) {
    const auto equal = [](const StepFlow& a, const StepFlow& b) {
        return a.theta == b.theta && a.theta_high == b.theta_high && a.hops == b.hops;
    };
    int reached = 0;
    for (Node n = 4; n <= 64; n *= 2)
        for (Node mask = 1; mask < n; ++mask)
            for (Node g = 1; g < n; g *= 2) {
                const auto demand = Permutation::exclusive_or(n, mask);
                const auto where =
                    demand.describe() + " of " + std::to_string(n) + " by " + std::to_string(g);
                for (const Node offset : {g, n - g}) {
                    const auto circuits = Permutation::shift(n, offset);
                    BOOST_TEST(equal(kernels::matching_flow(circuits, demand),
                                     kernels::matching_union_flow(circuits, demand)),
                               where);
                }
                if (2 * g == n || 2 * mask == n) continue;
                const auto topology = Topology::lanes(
                    {{Permutation::shift(n, g), 2}, {Permutation::shift(n, -g), 2}});
                const auto cycles = *kernels::two_way_cycles(topology);
                const auto shorter = kernels::shorter_way_flow(cycles, demand);
                for (const auto route : {LaneRoute::path, LaneRoute::ways})
                    BOOST_TEST(equal(LaneFlow(topology, route)(demand), shorter), where);
                BOOST_TEST(equal(LaneFlow(topology, LaneRoute::flow)(demand),
                                 *kernels::exchange_flow(cycles, demand)),
                           where);
                reached += shorter.reachable();
            }
    BOOST_TEST(reached > 100);
}

BOOST_AUTO_TEST_CASE(an_offset_both_ways) {
    Generator g(52);
    for (int k = 0; k < 60; ++k) {
        const Node n = draw(g, 3, 14), offset = draw(g, 1, n - 1), half = draw(g, 1, 3);
        const auto topology = Topology::lanes(
            {{Permutation::shift(n, offset), half}, {Permutation::shift(n, -offset), half}});
        check_flow(topology, Permutation::shift(n, draw(g, 1, n - 1)), instance(52, k));
        if (topology.lane_list().size() < 2) continue;
        const auto cycles = kernels::two_way_cycles(topology)->cycles;
        const auto exchange = draw_exchange(g, n, cycles, draw(g, 0, 1) == 0);
        if (!exchange.is_identity()) check_flow(topology, exchange, instance(52, k));
        check_flow(topology, draw_exchange(g, n, {nodes_upto(n)}, true), instance(52, k));
        if (kernels::is_power_of_two(n))
            check_flow(topology, Permutation::exclusive_or(n, draw(g, 1, n - 1)), instance(52, k));
    }
}

/// Where no closed form applies, one route per pair and the distances enclose the program's value;
/// under path the routes are the value.
BOOST_AUTO_TEST_CASE(certificates_enclose_the_program) {
    Generator g(58);
    int open = 0;
    for (int k = 0; k < 60; ++k) {
        const Node n = draw(g, 4, 14);
        const auto even =
            Topology::lanes({{Permutation::shift(n, 1), 1}, {Permutation::shift(n, -1), 1}});
        const std::vector<Node> dims{3, draw(g, 3, 4)};
        const auto torus = Topology::torus(dims, kernels::LinkBandwidth::split);
        const auto exchanges = draw_exchanges(g, n - n % 2);
        for (const auto* topology : {&even, &torus, &exchanges}) {
            const auto demand = draw_permutation(g, topology->size());
            if (demand.is_identity()) continue;
            const auto text = topology->describe() + " step " + text_of(demand) + instance(58, k);
            const auto flow = LaneFlow(*topology, LaneRoute::flow)(demand);
            const auto path = LaneFlow(*topology, LaneRoute::path)(demand);
            if (!flow.reachable()) continue;
            const auto program = solvers::flow::general_flow(*topology, demand, {});
            BOOST_TEST(flow.hops == program.hops, text);
            BOOST_TEST(flow.theta <= program.theta_low * (1 + 1e-8), text);
            BOOST_TEST(flow.theta_high >= program.theta_low * (1 - 1e-8), text);
            BOOST_TEST(path.theta <= flow.theta * (1 + 1e-12), text);
            BOOST_TEST(path.is_exact(), text);
            open += !flow.is_exact();
        }
    }
    BOOST_TEST(open > 20);
}

BOOST_AUTO_TEST_CASE(several_offsets) {
    Generator g(53);
    for (int k = 0; k < 40; ++k) {
        const Node n = draw(g, 4, 13);
        std::vector<Lanes> lanes;
        for (int i = draw(g, 2, 3); i > 0; --i)
            lanes.push_back({Permutation::shift(n, draw(g, 1, n - 1)), draw(g, 1, 3)});
        const auto topology = Topology::lanes(lanes);
        const auto demand = Permutation::shift(n, draw(g, 1, n - 1));
        if (topology.lane_list().size() < 3) {
            check_flow(topology, demand, instance(53, k));
            continue;
        }
        // Shortest ways over three offsets are left out (path): their own circuits alone.
        const auto flow = LaneFlow(topology, LaneRoute::flow)(demand);
        const auto program = solvers::flow::general_flow(topology, demand, {});
        BOOST_TEST(flow.hops == program.hops, topology.describe() << instance(53, k));
        if (flow.hops > 0)
            BOOST_TEST(close(flow.theta, program.theta_low, 1e-8),
                       topology.describe() << " step " << text_of(demand) << instance(53, k));
    }
}

BOOST_AUTO_TEST_CASE(masks) {
    Generator g(54);
    for (int k = 0; k < 40; ++k) {
        const Node n = 4 << draw(g, 0, 2);
        std::vector<Lanes> lanes;
        for (int i = draw(g, 2, 4); i > 0; --i)
            lanes.push_back({Permutation::exclusive_or(n, draw(g, 1, n - 1)), draw(g, 1, 3)});
        check_flow(Topology::lanes(lanes), Permutation::exclusive_or(n, draw(g, 1, n - 1)),
                   instance(54, k));
    }
    // One mask is the sum of others, and half way around is a shift.
    const auto dependent = Topology::lanes({{Permutation::exclusive_or(8, 1), 1},
                                            {Permutation::exclusive_or(8, 2), 2},
                                            {Permutation::exclusive_or(8, 3), 1},
                                            {Permutation::exclusive_or(8, 4), 1}});
    for (Node mask = 1; mask < 8; ++mask)
        check_flow(dependent, Permutation::exclusive_or(8, mask), "dependent");
}

BOOST_AUTO_TEST_CASE(two_exchanges) {
    Generator g(55);
    for (int k = 0; k < 150; ++k) {
        const Node n = 2 * draw(g, 2, 6);
        const auto topology = draw_exchanges(g, n);
        if (topology.lane_list().size() < 2) continue;
        const auto cycles = kernels::two_way_cycles(topology)->cycles;
        const auto inside = draw_exchange(g, n, cycles, draw(g, 0, 1) == 0);
        if (!inside.is_identity()) check_flow(topology, inside, instance(55, k));
        check_flow(topology, draw_exchange(g, n, {nodes_upto(n)}, true), instance(55, k));
    }
}

BOOST_AUTO_TEST_CASE(torus) {
    Generator g(56);
    for (const auto& dims : {std::vector<Node>{3, 3}, {3, 4}, {4, 4}, {3, 5}})
        for (int k = 0; k < 8; ++k) {
            const Node n = dims[0] * dims[1];
            const auto topology = Topology::torus(dims, kernels::LinkBandwidth::split);
            const bool both = draw(g, 0, 1) == 0;
            const auto demand = Permutation::translation(
                dims, {draw(g, 0, dims[0] - 1), both ? draw(g, 0, dims[1] - 1) : 0});
            if (!demand.is_identity()) check_flow(topology, demand, instance(56, k));
            if (n == 16)
                check_flow(topology, Permutation::exclusive_or(16, draw(g, 1, 15)),
                           instance(56, k));
        }
}

/// Permutations taken so often each from node to node, in order.
using Counts = std::vector<Node>;

/// Of all counts that lead from `from` to `to`, the fewest links; of these the fewest of the last
/// permutation, then of the one before.
std::optional<Counts> shortest_counts(const std::vector<Lanes>& lanes, Node from, Node to,
                                      Node most) {
    std::optional<Counts> best;
    const auto total = [](const Counts& c) { return std::accumulate(c.begin(), c.end(), 0); };
    const auto visit = [&](const auto& self, Counts& counts, std::size_t i, Node at) -> void {
        if (best && total(counts) > total(*best)) return;
        if (i == lanes.size()) {
            const bool shorter = !best || total(counts) < total(*best);
            if (at == to && (shorter || std::lexicographical_compare(counts.rbegin(), counts.rend(),
                                                                     best->rbegin(), best->rend())))
                best = counts;
            return;
        }
        for (counts[i] = 0; counts[i] <= most; ++counts[i], at = lanes[i].circuits(at))
            self(self, counts, i + 1, at);
        counts[i] = 0;
    };
    Counts counts(lanes.size(), 0);
    visit(visit, counts, 0, from);
    return best;
}

/// Every pair follows its counts; the fullest link, and the longest way.
StepFlow followed(const Topology& topology, const Permutation& demand, Node most) {
    const auto& lanes = topology.lane_list();
    std::map<std::pair<std::size_t, Node>, double> load;
    StepFlow flow;
    double fullest = 0;
    for (Node from = 0; from < demand.size(); ++from) {
        if (demand(from) == from) continue;
        const auto counts = shortest_counts(lanes, from, demand(from), most);
        if (!counts) return {0, -1, 0};
        Node at = from;
        for (std::size_t i = 0; i < lanes.size(); ++i)
            for (Node c = 0; c < (*counts)[i]; ++c, at = lanes[i].circuits(at))
                fullest = std::max(
                    fullest, load[{i, at}] += 1 / (lanes[i].count * topology.link_capacity()));
        flow.hops = std::max(flow.hops, std::accumulate(counts->begin(), counts->end(), 0));
    }
    flow.theta = 1 / fullest;
    return flow;
}

void check_path(const Topology& topology, const Permutation& demand, Node most,
                const std::string& where) {
    const auto path = LaneFlow(topology, LaneRoute::path)(demand);
    const auto expected = followed(topology, demand, most);
    const auto what = topology.describe() + ", step " + text_of(demand) + ", " + where;
    BOOST_TEST(path.hops == expected.hops, what);
    if (path.hops > 0)
        BOOST_TEST(close(path.theta, expected.theta, 1e-12),
                   what << ": " << path.theta << ", not " << expected.theta);
}

BOOST_AUTO_TEST_CASE(shortest_paths_followed_link_by_link) {
    Generator g(57);
    for (int k = 0; k < 60; ++k) {
        const Node n = draw(g, 3, 16);
        const auto offsets =
            Topology::lanes({{Permutation::shift(n, draw(g, 1, n - 1)), draw(g, 1, 3)},
                             {Permutation::shift(n, draw(g, 1, n - 1)), draw(g, 1, 3)}});
        if (offsets.lane_list().size() == 2)
            check_path(offsets, Permutation::shift(n, draw(g, 1, n - 1)), n, instance(57, k));
        std::vector<Lanes> masks;
        for (int i = draw(g, 2, 4); i > 0; --i)
            masks.push_back({Permutation::exclusive_or(16, draw(g, 1, 15)), draw(g, 1, 3)});
        check_path(Topology::lanes(masks), Permutation::exclusive_or(16, draw(g, 1, 15)), 1,
                   instance(57, k));
    }
}

/// The shorter way around every pair's cycle, of two the one that begins as the cycle does.
StepFlow around_cycles(const Topology& topology, const Permutation& demand) {
    const auto on = *kernels::two_way_cycles(topology);
    StepFlow flow;
    double fullest = 0;
    for (const auto& cycle : on.cycles) {
        const auto length = static_cast<Node>(cycle.size());
        std::map<std::pair<bool, Node>, double> load;
        for (Node i = 0; i < length; ++i) {
            const auto place = std::find(cycle.begin(), cycle.end(), demand(cycle[i]));
            if (place == cycle.end()) return {0, -1, 0};
            const Node ahead = kernels::modulo(place - cycle.begin() - i, length);
            const bool forward = 2 * ahead <= length;
            const Node links = forward ? ahead : length - ahead;
            for (Node l = 0; l < links; ++l) {
                const Node link = kernels::modulo(forward ? i + l : i - 1 - l, length);
                fullest = std::max(fullest, load[{forward, link}] +=
                                            1 / (link % 2 == 0 ? on.even_links : on.odd_links));
            }
            flow.hops = std::max(flow.hops, links);
        }
    }
    flow.theta = 1 / fullest;
    return flow;
}

BOOST_AUTO_TEST_CASE(shorter_ways_around_cycles) {
    Generator g(58);
    for (int k = 0; k < 80; ++k) {
        const Node n = 2 * draw(g, 2, 9), offset = draw(g, 1, n / 2 - 1);
        const auto topology = draw(g, 0, 1) == 0
                                  ? draw_exchanges(g, n)
                                  : Topology::lanes({{Permutation::shift(n, offset), 2},
                                                     {Permutation::shift(n, -offset), 2}});
        if (topology.lane_list().size() < 2) continue;
        auto cycles = kernels::two_way_cycles(topology)->cycles;
        const auto demand = draw_exchange(g, n, std::move(cycles), draw(g, 0, 1) == 0);
        if (demand.is_identity()) continue;
        const auto path = LaneFlow(topology, LaneRoute::path)(demand),
                   expected = around_cycles(topology, demand);
        const auto what =
            topology.describe() + ", step " + text_of(demand) + ", " + instance(58, k);
        BOOST_TEST(path.hops == expected.hops, what);
        BOOST_TEST(close(path.theta, expected.theta, 1e-12),
                   what << ": " << path.theta << ", not " << expected.theta);
    }
}

BOOST_AUTO_TEST_CASE(several_peers_keep_to_their_own_circuits) {
    const Permutation one = Permutation::shift(9, 1), two = Permutation::shift(9, 2);
    const std::vector<Permutation> also{two};
    const kernels::Demand both(one, also);
    for (const auto route : {LaneRoute::flow, LaneRoute::path}) {
        const auto flow = LaneFlow(Topology::lanes({{one, 3}, {two, 1}}), route)(both);
        BOOST_TEST(flow.hops == 1);
        BOOST_TEST(flow.theta == 0.25);
        BOOST_TEST(!LaneFlow(Topology::lanes({{one, 4}}), route)(both).reachable());
        // The same peer twice: both share its lanes.
        const std::vector<Permutation> again{one};
        const kernels::Demand twice(one, again);
        BOOST_TEST(LaneFlow(Topology::lanes({{one, 3}, {two, 1}}), route)(twice).theta == 0.375);
        // Up and down, two of the four links that every node of a torus has.
        const auto up = Permutation::shift(9, 3);
        const std::vector<Permutation> down{up.inverse()};
        const auto torus = Topology::torus({3, 3}, kernels::LinkBandwidth::split);
        BOOST_TEST(LaneFlow(torus, route)(kernels::Demand(up, down)).theta == 0.25);
        BOOST_TEST(!LaneFlow(torus, route)(both).reachable());
    }
}

/// Threads share the flows of equal topologies; twice as many lanes of half the rate are solved
/// apart.
BOOST_AUTO_TEST_CASE(threads_share_the_flows_of_equal_topologies) {
    const auto thetas = [](Node n, Node count) {
        const LaneFlow flow(Topology::lanes({{Permutation::shift(n, 3), count},
                                             {Permutation::shift(n, 4), 2 * count}}),
                            LaneRoute::flow);
        std::vector<double> all;
        for (Node t = 1; t < n; ++t) all.push_back(flow(Permutation::shift(n, t)).theta);
        return all;
    };
    for (Node n = 10; n < 40; ++n) {
        std::array<std::vector<double>, 3> found;
        {
            std::vector<std::jthread> threads;
            for (auto& one : found) threads.emplace_back([&] { one = thetas(n, 1); });
        }
        const auto expected = thetas(n, 2);
        for (const auto& one : found) BOOST_TEST((one == expected), "n " << n);
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
