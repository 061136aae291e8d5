// Column generation and the certified approximation on any graph against the program over links.
#include <boost/test/unit_test.hpp>

#include "kernels/flow/path_pricing.hpp"
#include "kernels/parallel/for_each.hpp"
#include "kernels/topologies/hop_distance.hpp"
#include "solvers/flow/concurrent_flow.hpp"
#include "solvers/flow/saddle_flow.hpp"
#include "tests/support/link_program.hpp"
#include "tests/support/random_structures.hpp"
#include "tests/support/reference.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(general)

using kernels::Edge;
using kernels::LinkBandwidth;
using kernels::Node;
using kernels::Permutation;
using kernels::StepFlow;
using kernels::Topology;
using solvers::flow::concurrent_flow;
using solvers::flow::FlowSolver;
using solvers::flow::general_flow;

/// A digraph of random links and capacities; with few links it is often not connected.
std::vector<Edge> draw_links(Generator& g, Node n) {
    std::vector<Edge> links;
    const int count = draw(g, n / 2, 4 * n);
    for (int k = 0; k < count; ++k) {
        const auto from = static_cast<Node>(draw(g, 0, n - 1));
        const auto to = static_cast<Node>(draw(g, 0, n - 1));
        if (from != to) links.push_back({from, to, draw(g, 1, 8) / 4.0});
    }
    if (draw(g, 0, 2) > 0)  // connected
        for (Node j = 0; j < n; ++j) links.push_back({j, (j + 1) % n, draw(g, 1, 8) / 4.0});
    return links;
}

/// Some nodes idle, often many.
Permutation draw_partial(Generator& g, Node n) {
    std::vector<Node> to(static_cast<std::size_t>(n));
    for (Node j = 0; j < n; ++j) to[j] = j;
    std::shuffle(to.begin(), to.end(), g);
    const int idle = draw(g, 0, 3);
    for (auto& one : to)
        if (draw(g, 0, 3) < idle) one = -1;
    return Permutation::list(to);
}

Topology listed(Node n, std::vector<Edge> links) {
    return Topology::edges(n, std::move(links), LinkBandwidth::full);
}

void check_brackets(const Topology& topology, const Permutation& p, const std::string& where) {
    const auto exact = general_flow(topology, p, {});
    const auto program = link_program(topology, p);
    if (p.is_identity()) {
        BOOST_TEST((std::isinf(exact.theta_low) && std::isinf(exact.theta_high)), where);
        return;
    }
    BOOST_TEST(close(exact.theta_low, program.theta_low, 1e-9),
               where << ": " << exact.theta_low << " program " << program.theta_low);
    BOOST_TEST(close(exact.theta_low, exact.theta_high, 1e-9), where << ": " << exact.theta_high);
    BOOST_TEST(exact.theta_low <= program.theta_high * (1 + 1e-12), where);
    BOOST_TEST(exact.hops == program.hops, where);
    const auto rough = general_flow(topology, p, {0.05});
    BOOST_TEST(rough.theta_low <= program.theta_low * (1 + 1e-9), where << ": " << rough.theta_low);
    BOOST_TEST(rough.theta_high >= program.theta_low * (1 - 1e-9),
               where << ": " << rough.theta_high);
    BOOST_TEST(rough.theta_high - rough.theta_low <= 0.05 * rough.theta_high, where);
}

BOOST_AUTO_TEST_CASE(certificates_bracket_the_program) {
    Generator g(77);
    for (int k = 0; k < 220; ++k) {
        const auto n = static_cast<Node>(k % 11 == 0 ? draw(g, 17, 32) : draw(g, 2, 13));
        check_brackets(listed(n, draw_links(g, n)), draw_partial(g, n),
                       "seed 77 instance " + std::to_string(k));
    }
}

BOOST_AUTO_TEST_CASE(every_family_with_random_permutations) {
    Generator g(78);
    const std::vector<Topology> families{Topology::de_bruijn(8, 2, LinkBandwidth::split),
                                         Topology::de_bruijn(11, 3, LinkBandwidth::full),
                                         Topology::kautz(12, 2, LinkBandwidth::split),
                                         Topology::kautz(10, 3, LinkBandwidth::full),
                                         Topology::random_regular(12, 3, 5, LinkBandwidth::full),
                                         Topology::torus({2, 2, 3}, LinkBandwidth::full),
                                         Topology::torus({3, 4}, LinkBandwidth::split),
                                         Topology::grid({3, 4}, LinkBandwidth::full),
                                         Topology::hypercube(8, LinkBandwidth::split),
                                         Topology::circulant(12, {1, -1, 5}, LinkBandwidth::full),
                                         Topology::ring(9, LinkBandwidth::split),
                                         Topology::ring_uni(9)};
    for (const auto& topology : families)
        for (int k = 0; k < 6; ++k) {
            const auto p = draw_permutation(g, topology.size());
            const auto where = topology.describe() + " seed 78 instance " + std::to_string(k);
            check_brackets(topology, p, where);
            const auto flow = concurrent_flow(topology, p);
            BOOST_TEST(close(flow.theta, link_program(topology, p).theta_low, 1e-9), where);
            BOOST_TEST(flow.hops == kernels::longest_shortest_path(topology, p), where);
        }
}

/// Permutations with translations of their own: the program over links knows nothing of them.
BOOST_AUTO_TEST_CASE(symmetry_changes_no_value) {
    const std::vector<Topology> families{
        Topology::torus({2, 8}, LinkBandwidth::full),
        Topology::torus({4, 4}, LinkBandwidth::split),
        Topology::torus({2, 2, 4}, LinkBandwidth::full),
        Topology::hypercube(16, LinkBandwidth::full),
        Topology::circulant(16, {1, -1, 5}, LinkBandwidth::split),
        Topology::circulant(16, {3, 4}, LinkBandwidth::full, {1, 0.25})};
    const auto swing = kernels::build_collective("reduce-scatter/swing", 16);
    for (const auto& topology : families) {
        for (Node t = 1; t < 16; t += 2)
            check_brackets(topology, Permutation::shift(16, t),
                           topology.describe() + " shift " + std::to_string(t));
        for (Node mask : {1, 3, 6, 8, 12})
            check_brackets(topology, Permutation::exclusive_or(16, mask),
                           topology.describe() + " xor " + std::to_string(mask));
        for (const auto& step : swing.steps)
            check_brackets(topology, step.peer, topology.describe() + " swing");
    }
}

/// What the program starts from is a flow, and close to the largest.
BOOST_AUTO_TEST_CASE(saddle_points_are_flows_near_the_optimum) {
    Generator g(91);
    for (int k = 0; k < 4; ++k) {
        const auto topology = Topology::random_regular(64, 4, 1 + k, LinkBandwidth::split);
        const auto p = draw_permutation(g, 64);
        const kernels::FlowProblem problem(topology, p);
        kernels::PathPricing pricing(problem);
        kernels::FlowApproximation approximation(pricing);
        approximation.improve(0.25, 100, 20000);
        solvers::flow::SaddleFlow saddle(pricing, approximation.flows(), approximation.low());
        saddle.run(1000);
        const auto flows = saddle.flows();
        std::vector<double> load(problem.capacity.size());
        double least = 1e9;
        for (std::size_t pair = 0; pair < problem.pairs.size(); ++pair) {
            double got = 0;
            for (const auto path : pricing.pool().of_pair(pair)) {
                const double flow = flows[static_cast<std::size_t>(path)];
                BOOST_TEST(flow >= 0);
                got += flow;
                for (const auto e : pricing.pool().links(static_cast<std::size_t>(path)))
                    load[e] += flow;
            }
            least = std::min(least, got);
        }
        for (std::size_t e = 0; e < load.size(); ++e)
            BOOST_TEST(load[e] <= problem.capacity[e] * (1 + 1e-12));
        const double theta = concurrent_flow(topology, p).theta / problem.unit;
        BOOST_TEST(least <= theta * (1 + 1e-12));
        BOOST_TEST(least >= theta * 0.97, "seed 91 instance " << k << ": " << least / theta);
        BOOST_TEST(pricing.high() <= theta * 1.03, "seed 91 instance " << k);
    }
}

BOOST_AUTO_TEST_CASE(orbits_are_as_large_as_they_should_be) {
    const auto size = [](const Topology& topology, const Permutation& p) {
        const auto orbits = kernels::translation_orbits(topology, p);
        return orbits ? orbits->size() : 1;
    };
    const auto torus = Topology::torus({8, 8}, LinkBandwidth::full);
    const auto circulant = Topology::circulant(64, {1, 9}, LinkBandwidth::full);
    BOOST_TEST(size(torus, Permutation::shift(64, 3)) == 8);
    BOOST_TEST(size(torus, Permutation::translation({8, 8}, {1, 2})) == 64);
    BOOST_TEST(size(circulant, Permutation::shift(64, 5)) == 64);
    BOOST_TEST(size(circulant, Permutation::exclusive_or(64, 5)) == 8);
    BOOST_TEST(size(Topology::hypercube(64, LinkBandwidth::full), Permutation::shift(64, 1)) == 2);
    BOOST_TEST(size(Topology::grid({8, 8}, LinkBandwidth::full), Permutation::shift(64, 8)) == 1);
    Generator g(85);
    BOOST_TEST(size(torus, draw_permutation(g, 64)) == 1);
}

/// Two ways to the same number: walks counted by classes, and paths of one orbit.
BOOST_AUTO_TEST_CASE(circulant_shifts_as_general_flows) {
    const auto topology = Topology::circulant(60, {1, -1, 7, 22}, LinkBandwidth::split);
    const FlowSolver solver(topology);
    for (Node t = 1; t < 60; ++t) {
        const auto p = Permutation::shift(60, t);
        const auto flow = general_flow(topology, p, {});
        BOOST_TEST(close(flow.theta_low, solver(p).theta, 1e-9), t);
        BOOST_TEST(close(flow.theta_high, solver(p).theta_high, 1e-9), t);
        BOOST_TEST(flow.hops == solver(p).hops, t);
    }
}

/// Below a percent the approximation hands over to the program: a gap that is asked for is kept
/// also where the graph is too large for the program alone.
BOOST_AUTO_TEST_CASE(a_fine_gap_is_kept_on_a_large_graph) {
    Generator g(91);
    const auto topology = Topology::random_regular(96, 4, 5, LinkBandwidth::split);
    const auto p = draw_permutation(g, 96);
    const double theta = concurrent_flow(topology, p).theta;
    for (const double gap : {0.1, 0.02, 0.005, 0.001}) {
        const auto flow = FlowSolver(topology, {gap})(p);
        BOOST_TEST(flow.gap() <= gap, "seed 91 gap " << gap);
        BOOST_TEST(flow.theta <= theta * (1 + 1e-9), gap);
        BOOST_TEST(flow.theta_high >= theta * (1 - 1e-9), gap);
    }
}

/// The n-th call of the checkpoint throws: in the approximation, in the searches, within Clp.
BOOST_AUTO_TEST_CASE(a_checkpoint_ends_a_solution_wherever_it_is) {
    struct Enough {};
    Generator g(92);
    const auto topology = Topology::random_regular(64, 4, 7, LinkBandwidth::split);
    const auto p = draw_permutation(g, 64);
    static int calls = 0, limit = std::numeric_limits<int>::max();
    kernels::parallel::set_checkpoint([] {
        if (++calls > limit) throw Enough{};
    });
    const auto whole = general_flow(topology, p, {});
    const int all = calls;
    BOOST_TEST(all > 1000);
    for (int k = 0; k < 40; ++k) {
        calls = 0;
        limit = k * (all - 1) / 39;
        BOOST_CHECK_THROW(general_flow(topology, p, {}), Enough);
        BOOST_TEST(calls == limit + 1, "ends at once, at " << limit << " of " << all);
    }
    kernels::parallel::set_checkpoint(nullptr);
    BOOST_TEST(general_flow(topology, p, {}).theta_low == whole.theta_low);
}

BOOST_AUTO_TEST_CASE(an_approximation_is_valid_however_coarse) {
    Generator g(79);
    for (int k = 0; k < 40; ++k) {
        const auto n = static_cast<Node>(draw(g, 4, 12));
        const auto topology = Topology::random_regular(n + n % 2, 3, k, LinkBandwidth::split);
        const auto p = draw_permutation(g, topology.size());
        if (p.is_identity()) continue;
        const double theta = concurrent_flow(topology, p).theta;
        for (const double gap : {0.5, 0.2, 0.01, 1e-4}) {
            const auto flow = FlowSolver(topology, {gap})(p);
            const auto where = "seed 79 instance " + std::to_string(k);
            BOOST_TEST(flow.gap() <= gap, where << " gap " << flow.gap());
            BOOST_TEST(flow.theta <= theta * (1 + 1e-9), where);
            BOOST_TEST(flow.theta_high >= theta * (1 - 1e-9), where);
            BOOST_TEST(flow.least_stretch() <= flow.stretch(), where);
        }
    }
}

/// Half of the instances have capacities over twelve orders of magnitude.
BOOST_AUTO_TEST_CASE(relabelling_nodes_changes_nothing) {
    Generator g(80);
    for (int k = 0; k < 120; ++k) {
        const auto n = static_cast<Node>(draw(g, 3, 14));
        auto links = draw_links(g, n);
        for (auto& link : links)
            if (k % 2 == 0) link.capacity = std::pow(10.0, -draw(g, 0, 120) / 10.0);
        const auto p = draw_partial(g, n);
        const auto original = concurrent_flow(listed(n, links), p);
        std::vector<Node> label(static_cast<std::size_t>(n)), to(label);
        std::iota(label.begin(), label.end(), 0);
        std::shuffle(label.begin(), label.end(), g);
        for (auto& link : links) link = {label[link.from], label[link.to], link.capacity};
        for (Node j = 0; j < n; ++j) to[label[j]] = p(j) == j ? -1 : label[p(j)];
        const auto renamed = concurrent_flow(listed(n, links), Permutation::list(to));
        BOOST_TEST(close(renamed.theta, original.theta, 1e-9), "seed 80 instance " << k);
        BOOST_TEST(renamed.hops == original.hops, "seed 80 instance " << k);
    }
}

BOOST_AUTO_TEST_CASE(more_capacity_never_means_less_flow) {
    Generator g(81);
    for (int k = 0; k < 60; ++k) {
        const auto n = static_cast<Node>(draw(g, 3, 12));
        auto links = draw_links(g, n);
        if (links.empty()) continue;
        const auto p = draw_partial(g, n);
        const double before = concurrent_flow(listed(n, links), p).theta;
        links[draw(g, 0, static_cast<int>(links.size()) - 1)].capacity *= 1.5;
        const double after = concurrent_flow(listed(n, links), p).theta;
        BOOST_TEST(after >= before * (1 - 1e-9), "seed 81 instance " << k);
        for (auto& link : links) link.capacity *= 3e-12;
        const double scaled = concurrent_flow(listed(n, links), p).theta;
        BOOST_TEST(close(scaled, 3e-12 * after, 1e-9), "seed 81 instance " << k << " scaled");
    }
}

/// theta(G) <= theta(G + links) <= theta(G) + their capacities.
BOOST_AUTO_TEST_CASE(links_of_tiny_capacity_neither_help_nor_mislead) {
    Generator g(82);
    for (int k = 0; k < 60; ++k) {
        const auto n = static_cast<Node>(draw(g, 3, 12));
        auto links = draw_links(g, n);
        const auto p = draw_partial(g, n);
        const auto before = concurrent_flow(listed(n, links), p);
        double tiny = 0;
        for (int i = draw(g, 1, 2 * n); i > 0; --i) {
            const auto from = static_cast<Node>(draw(g, 0, n - 1));
            const double capacity = std::pow(10.0, -draw(g, 6, 14));
            links.push_back({from, (from + draw(g, 1, n - 1)) % n, capacity});
            tiny += capacity;
        }
        const auto after = concurrent_flow(listed(n, links), p);
        const auto where = "seed 82 instance " + std::to_string(k);
        BOOST_TEST(after.theta_high >= before.theta * (1 - 1e-12), where);
        BOOST_TEST(after.theta <= (before.theta_high + tiny) * (1 + 1e-12), where);
    }
}

BOOST_AUTO_TEST_CASE(capacities_twelve_orders_apart) {
    const auto one = [](std::vector<Edge> links) {
        return concurrent_flow(listed(3, std::move(links)), Permutation::list({1, -1, -1}));
    };
    BOOST_TEST(close(one({{0, 1, 1e-12}}).theta, 1e-12, 1e-12));
    BOOST_TEST(close(one({{0, 1, 1e-12}, {0, 2, 1}, {2, 1, 1}}).theta, 1, 1e-9));
    BOOST_TEST(close(one({{0, 2, 1e-12}, {2, 1, 1}}).theta, 1e-12, 1e-9));
    BOOST_TEST(close(one({{0, 1, 1e-12}, {0, 2, 1}, {2, 1, 3e-12}}).theta, 4e-12, 1e-9));
    BOOST_TEST(close(one({{0, 1, 1e-12}, {0, 1, 1}}).theta, 1, 1e-9));
    // Two pairs, one of them behind the narrow link: the worse one counts.
    const auto two =
        concurrent_flow(listed(4, {{0, 1, 1}, {1, 0, 1}, {1, 2, 1e-12}, {2, 3, 1}, {3, 2, 1}}),
                        Permutation::list({1, 3, -1, -1}));
    BOOST_TEST(close(two.theta, 1e-12, 1e-9));
    const auto weighted = Topology::circulant(9, {1, -1, 2}, LinkBandwidth::full, {1, 1e-9, 1});
    for (Node t = 1; t < 9; ++t)
        BOOST_TEST(concurrent_flow(weighted, Permutation::shift(9, t)).is_exact(), t);
}

BOOST_AUTO_TEST_CASE(unreachable_pairs_and_idle_steps) {
    const auto apart = listed(4, {{0, 1, 1}, {1, 0, 1}, {2, 3, 1}, {3, 2, 1}});
    for (const double gap : {0.0, 0.1}) {
        const auto none = FlowSolver(apart, {gap})(Permutation::shift(4, 2));
        BOOST_TEST(none.theta == 0);
        BOOST_TEST(none.theta_high == 0);
        BOOST_TEST(none.hops == -1);
        BOOST_TEST(none.gap() == 0);
        const auto idle = FlowSolver(apart, {gap})(Permutation::shift(4, 0));
        BOOST_TEST(std::isinf(idle.theta));
        BOOST_TEST(idle.hops == 0);
    }
    BOOST_TEST(concurrent_flow(apart, Permutation::exclusive_or(4, 1)).theta == 1);
    BOOST_TEST(concurrent_flow(listed(2, {}), Permutation::shift(2, 1)).hops == -1);
}

BOOST_AUTO_TEST_CASE(the_same_bytes_every_time) {
    Generator g(83);
    const auto topology = Topology::random_regular(32, 4, 3, LinkBandwidth::split);
    const FlowSolver exact(topology), rough(topology, {0.02});
    for (int k = 0; k < 5; ++k) {
        const auto p = draw_permutation(g, 32);
        for (const auto* solver : {&exact, &rough}) {
            const StepFlow first = (*solver)(p), second = (*solver)(p);
            BOOST_TEST(first.theta == second.theta);
            BOOST_TEST(first.theta_high == second.theta_high);
        }
    }
}

BOOST_AUTO_TEST_CASE(one_solver_serves_many_threads) {
    Generator g(84);
    std::vector<Permutation> steps;
    for (int k = 0; k < 16; ++k) steps.push_back(draw_permutation(g, 16));
    for (Node t = 1; t < 16; ++t) steps.push_back(Permutation::shift(16, t));
    for (const auto& topology : {Topology::circulant(16, {1, 3}, LinkBandwidth::split),
                                 Topology::random_regular(16, 3, 1, LinkBandwidth::split)}) {
        const FlowSolver solver(topology), other(topology);
        std::vector<StepFlow> together(steps.size());
        kernels::parallel::for_each(steps.size(),
                                    [&](std::size_t i) { together[i] = solver(steps[i]); });
        for (std::size_t i = 0; i < steps.size(); ++i)
            BOOST_TEST(together[i].theta == other(steps[i]).theta, topology.describe() << " " << i);
    }
}

BOOST_AUTO_TEST_CASE(gaps_that_make_no_sense_are_refused) {
    const auto ring = Topology::ring(4, LinkBandwidth::full);
    for (const double gap : {-0.1, 1.0, std::nan("")})
        BOOST_CHECK_THROW(FlowSolver(ring, {gap}), std::invalid_argument);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
