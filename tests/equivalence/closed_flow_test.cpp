// Closed forms of tori, grids, hypercubes and circulants against the program over links.
#include <boost/test/unit_test.hpp>

#include "kernels/flow/circulant_batch.hpp"
#include "kernels/flow/ring_flow.hpp"
#include "kernels/topologies/hop_distance.hpp"
#include "solvers/flow/concurrent_flow.hpp"
#include "tests/support/link_program.hpp"
#include "tests/support/random_structures.hpp"
#include "tests/support/reference.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(closed_flow)

using kernels::LinkBandwidth;
using kernels::Node;
using kernels::Permutation;
using kernels::Topology;

using Dims = std::vector<Node>;

void check_against_links(const Topology& topology, const Permutation& p, const std::string& where) {
    const auto value = solvers::flow::concurrent_flow(topology, p);
    const auto program = link_program(topology, p);
    const auto what = topology.describe() + " " + p.describe() + " " + where;
    BOOST_TEST(close(value.theta, program.theta_low, 1e-9),
               what << ": " << value.theta << " program " << program.theta_low);
    BOOST_TEST(close(value.theta_high, program.theta_high, 1e-9), what);
    BOOST_TEST(value.hops == kernels::longest_shortest_path(topology, p), what);
}

/// A product of random permutations of the coordinates, as a list.
Permutation draw_product(Generator& g, const Dims& dims) {
    std::vector<Dims> factors;
    Node n = 1;
    for (const Node size : dims) {
        factors.emplace_back(size);
        std::iota(factors.back().begin(), factors.back().end(), 0);
        std::shuffle(factors.back().begin(), factors.back().end(), g);
        n *= size;
    }
    Dims to(static_cast<std::size_t>(n));
    for (Node node = 0; node < n; ++node) {
        Node rest = node, stride = 1;
        for (std::size_t d = dims.size(); d-- > 0; stride *= dims[d], rest /= dims[d])
            to[node] += stride * factors[d][rest % dims[d]];
    }
    return Permutation::list(to);
}

const std::vector<Dims> lattices{{2},    {5},    {2, 2},    {2, 4},    {3, 4},
                                 {1, 6}, {5, 3}, {2, 2, 3}, {2, 1, 4}, {3, 3, 2}};

BOOST_AUTO_TEST_CASE(coordinate_permutations_on_tori_and_grids) {
    Generator g(31);
    for (const auto& dims : lattices)
        for (const auto bandwidth : {LinkBandwidth::full, LinkBandwidth::split})
            for (int k = 0; k < 4; ++k) {
                const auto p = draw_product(g, dims);
                BOOST_TEST(kernels::coordinate_factors(dims, p).has_value());
                const auto where = "seed 31 instance " + std::to_string(k);
                check_against_links(Topology::torus(dims, bandwidth), p, where);
                check_against_links(Topology::grid(dims, bandwidth), p, where);
            }
}

BOOST_AUTO_TEST_CASE(partial_permutations_of_one_coordinate) {
    const auto p = Permutation::list({4, 5, 6, 7, -1, -1, -1, -1, 4 + 8, 5 + 8, 6 + 8, 7 + 8, -1,
                                      -1, -1, -1});  // 0 -> 1 and 2 -> 3 on the first of 4x4
    for (const auto& topology : {Topology::torus({4, 4}, LinkBandwidth::full),
                                 Topology::grid({4, 4}, LinkBandwidth::full)})
        check_against_links(topology, p, "");
}

BOOST_AUTO_TEST_CASE(translations_and_exclusive_ors_on_tori) {
    Generator g(32);
    for (const Dims& dims : {Dims{4, 4}, Dims{2, 8}, Dims{4, 2, 2}, Dims{3, 5}})
        for (int k = 0; k < 6; ++k) {
            std::vector<std::int64_t> offset;
            Node n = 1;
            for (const Node size : dims) {
                offset.push_back(draw(g, 0, size - 1));
                n *= size;
            }
            const auto where = "seed 32 instance " + std::to_string(k);
            const auto torus = Topology::torus(dims, LinkBandwidth::full);
            check_against_links(torus, Permutation::translation(dims, offset), where);
            if (!kernels::is_power_of_two(n)) continue;
            const auto mask = Permutation::exclusive_or(n, draw(g, 0, n - 1));
            check_against_links(torus, mask, where);
            check_against_links(Topology::grid(dims, LinkBandwidth::split), mask, where);
        }
}

BOOST_AUTO_TEST_CASE(translations_follow_the_formula) {
    for (Node a = 0; a < 5; ++a)
        for (Node b = 0; b < 8; ++b) {
            const auto flow =
                solvers::flow::concurrent_flow(Topology::torus({5, 8}, LinkBandwidth::full),
                                               Permutation::translation({5, 8}, {a, b}));
            double expected = std::numeric_limits<double>::infinity();
            if (a > 0) expected = std::min(expected, 5.0 / (a * (5 - a)));
            if (b > 0) expected = std::min(expected, 8.0 / (b * (8 - b)));
            BOOST_TEST(close(flow.theta, expected, 1e-12), a << ", " << b);
            BOOST_TEST(flow.hops == std::min(a, 5 - a) + std::min(b, 8 - b));
        }
}

BOOST_AUTO_TEST_CASE(every_exclusive_or_on_hypercubes) {
    for (Node n : {1, 2, 4, 8, 16})
        for (Node mask = 0; mask < n; ++mask)
            check_against_links(Topology::hypercube(n, LinkBandwidth::split),
                                Permutation::exclusive_or(n, mask), "");
}

BOOST_AUTO_TEST_CASE(ring_steps_and_others_on_hypercubes) {
    BOOST_TEST(kernels::hypercube_flow(Permutation::shift(64, 1), 0.5)->theta == 0.5);
    Generator g(33);
    for (Node n : {2, 4, 8, 16}) {
        const auto cube = Topology::hypercube(n, LinkBandwidth::split);
        for (Node t = 1; t < n; ++t) check_against_links(cube, Permutation::shift(n, t), "");
        for (int k = 0; k < 6; ++k) check_against_links(cube, draw_permutation(g, n), "seed 33");
    }
}

BOOST_AUTO_TEST_CASE(permutations_that_mix_coordinates_have_no_closed_form) {
    BOOST_TEST(!kernels::coordinate_factors({4, 4}, Permutation::shift(16, 1)));
    const auto reversed = Permutation::list({0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15});
    BOOST_TEST(!kernels::hypercube_flow(reversed, 1.0));
    check_against_links(Topology::hypercube(16, LinkBandwidth::full), reversed, "bits reversed");
    BOOST_TEST(kernels::coordinate_factors({4, 4}, Permutation::shift(16, 8)).has_value());
}

/// One way per pair along the circuits: the closed form of a union against the program over paths.
BOOST_AUTO_TEST_CASE(unions_on_the_circuits_of_another_step) {
    Generator g(33);
    int reached = 0;
    for (int k = 0; k < 200; ++k) {
        const Node n = 3 + k % 10;
        std::vector<Node> around(static_cast<std::size_t>(n));
        std::iota(around.begin(), around.end(), 0);
        std::shuffle(around.begin(), around.end(), g);
        const auto standing =
            k % 2 ? Permutation::list(around) : Permutation::shift(n, 1 + k % (n - 1));
        const std::vector<Permutation> others{Permutation::shift(n, k / 3),
                                              Permutation::shift(n, k / 7 + 1)};
        const auto first = k % 3 ? Permutation::shift(n, k) : Permutation::list(around);
        const kernels::Demand demand(first, others);
        const auto topology = Topology::matching(standing);
        const auto closed = solvers::flow::concurrent_flow(topology, demand);
        const auto program = solvers::flow::general_flow(topology, demand, {});
        const auto what = "seed 33 instance " + std::to_string(k) + " on " + standing.describe();
        BOOST_TEST(closed.hops == program.hops, what);
        BOOST_TEST(close(closed.theta, program.theta_low, 1e-9), what);
        reached += closed.hops > 1;
    }
    BOOST_TEST(reached > 50);
}

BOOST_AUTO_TEST_CASE(every_shift_on_circulants) {
    const std::vector<std::pair<Node, std::vector<std::int64_t>>> circulants{
        {1, {}},          {2, {1}},          {7, {3}},
        {9, {1, -1}},     {10, {1, 3}},      {12, {2, 3}},
        {12, {1, -1, 6}}, {13, {1, 5, 7}},   {11, {1, -1, 3, -3}},
        {12, {4, 3, -2}}, {16, {1, 2, 4, 8}}};
    for (const auto& [n, offsets] : circulants)
        for (const auto bandwidth : {LinkBandwidth::full, LinkBandwidth::split})
            for (Node t = 0; t < n; ++t)
                check_against_links(Topology::circulant(n, offsets, bandwidth),
                                    Permutation::shift(n, t), "");
}

BOOST_AUTO_TEST_CASE(circulants_with_random_capacities) {
    Generator g(33);
    for (int k = 0; k < 40; ++k) {
        const auto n = static_cast<Node>(draw(g, 5, 16));
        std::vector<std::int64_t> offsets{1};
        std::vector<double> capacities{draw(g, 1, 8) / 4.0};
        for (Node a = 2; a < n; ++a)
            if (draw(g, 0, 3) == 0) {
                offsets.push_back(a);
                capacities.push_back(draw(g, 1, 8) / 4.0);
            }
        const auto topology = Topology::circulant(n, offsets, LinkBandwidth::full, capacities);
        check_against_links(topology, Permutation::shift(n, draw(g, 1, n - 1)),
                            "seed 33 instance " + std::to_string(k));
    }
}

BOOST_AUTO_TEST_CASE(a_circulant_of_plus_and_minus_one_is_the_ring) {
    const Node n = 200;
    const solvers::flow::FlowSolver solver(Topology::circulant(n, {1, -1}, LinkBandwidth::split));
    for (Node t = 0; t < n; ++t) {
        const auto ring = kernels::ring_flow(Permutation::shift(n, t), 0.5);
        const auto flow = solver(Permutation::shift(n, t));
        BOOST_TEST(close(flow.theta, ring->theta, 1e-12), t);
        BOOST_TEST(flow.hops == ring->hops, t);
    }
}

BOOST_AUTO_TEST_CASE(one_shift_alone_equals_all_shifts_at_once) {
    const auto topology = Topology::circulant(97, {1, -1, 12, 35}, LinkBandwidth::split);
    std::vector<Node> all(97);
    std::iota(all.begin(), all.end(), 0);
    const auto flows = kernels::circulant_flows(topology, all);
    for (const Node t : all) {
        const auto alone = kernels::circulant_flows(topology, std::span(&t, 1))[0];
        BOOST_TEST(close(alone.theta, flows[t].theta, 1e-12), t);
        BOOST_TEST(close(alone.theta_high, flows[t].theta, 1e-12), t);
        BOOST_TEST(flows[t].gap() <= 1e-12, t);
        const auto p = Permutation::shift(97, t);
        BOOST_TEST(close(solvers::flow::concurrent_flow(topology, p).theta, flows[t].theta, 1e-12));
    }
}

/// Claim on co-prime rings, section 4 of the paper: an all-to-all of 64 nodes over two links of
/// b/2.
BOOST_AUTO_TEST_CASE(co_prime_rings_as_printed_in_the_specification) {
    const std::pair<std::vector<std::int64_t>, double> printed[] = {
        {{1, -1}, 21.67}, {{1, 9}, 8.70}, {{1, 7}, 9.15}, {{1, 19}, 8.20}, {{1, 27}, 8.20}};
    for (const auto& [offsets, expected] : printed) {
        const solvers::flow::FlowSolver solver(
            Topology::circulant(64, offsets, LinkBandwidth::split));
        double sum = 0;
        for (Node t = 1; t < 64; ++t) sum += 1 / solver(Permutation::shift(64, t)).theta;
        BOOST_TEST(std::abs(sum / 63 - expected) <= 0.0051, offsets[1] << ": " << sum / 63);
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
