// Concurrent flow on rings: closed forms against both linear programs.
#include <boost/test/unit_test.hpp>

#include "kernels/topologies/hop_distance.hpp"
#include "solvers/flow/concurrent_flow.hpp"
#include "tests/support/link_program.hpp"
#include "tests/support/random_structures.hpp"
#include "tests/support/reference.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(ring_flow)

using kernels::LinkBandwidth;
using kernels::Node;
using kernels::Permutation;
using kernels::Topology;

void check_against_programs(const Topology& ring, const Permutation& p, const std::string& where) {
    const auto value = solvers::flow::concurrent_flow(ring, p);
    const auto program = link_program(ring, p);
    BOOST_TEST(close(value.theta, program.theta_low, 1e-9),
               where << ": " << value.theta << " program " << program.theta_low);
    BOOST_TEST(close(program.theta_low, program.theta_high, 1e-9), where);
    BOOST_TEST(value.hops == kernels::longest_shortest_path(ring, p), where);
    if (ring.kind() != Topology::Kind::ring || p.is_identity()) return;
    const auto compact = solvers::flow::ring_program(p, ring.link_capacity());
    BOOST_TEST(close(value.theta, compact.theta_low, 1e-9),
               where << " compact " << compact.theta_low);
    BOOST_TEST(close(compact.theta_low, compact.theta_high, 1e-9), where << " compact");
}

BOOST_AUTO_TEST_CASE(every_shift_and_exclusive_or) {
    for (Node n : {2, 3, 4, 5, 7, 8, 16})
        for (const auto& ring : {Topology::ring_uni(n), Topology::ring(n, LinkBandwidth::full),
                                 Topology::ring(n, LinkBandwidth::split)})
            for (Node t = 0; t < n; ++t) {
                const auto where =
                    ring.describe() + " n " + std::to_string(n) + " t " + std::to_string(t);
                check_against_programs(ring, Permutation::shift(n, t), where + " shift");
                if (kernels::is_power_of_two(n))
                    check_against_programs(ring, Permutation::exclusive_or(n, t), where + " xor");
            }
}

BOOST_AUTO_TEST_CASE(random_permutations) {
    Generator g(82);
    for (int k = 0; k < 120; ++k) {
        const auto n = static_cast<Node>(draw(g, 2, 13));
        check_against_programs(draw_ring(g, n), draw_permutation(g, n),
                               "seed 82 instance " + std::to_string(k));
    }
}

BOOST_AUTO_TEST_CASE(permutations_that_commute_with_rotations) {
    for (const auto& [rows, columns] : {std::pair{3, 4}, {2, 6}, {4, 4}, {5, 3}})
        for (Node t = 1; t < columns; ++t) {
            std::vector<Node> to;
            for (Node j = 0; j < rows * columns; ++j)
                to.push_back(j - j % columns + (j + t) % columns);
            check_against_programs(Topology::ring(rows * columns, LinkBandwidth::split),
                                   Permutation::list(to), "shift in blocks");
        }
}

BOOST_AUTO_TEST_CASE(swing_steps) {
    for (Node n : {4, 8, 16, 32})
        for (const auto& step : kernels::build_collective("reduce-scatter/swing", n).steps)
            check_against_programs(Topology::ring(n, LinkBandwidth::full), step.peer,
                                   "swing n " + std::to_string(n));
}

BOOST_AUTO_TEST_CASE(swing_on_64_nodes_as_printed_in_the_specification) {
    const double stretch[] = {1, 1, 2, 3, 6, 11};
    const Node hops[] = {1, 1, 3, 5, 11, 21};
    const auto c = kernels::build_collective("reduce-scatter/swing", 64);
    for (std::size_t k = 0; k < 6; ++k) {
        const auto flow = solvers::flow::concurrent_flow(Topology::ring(64, LinkBandwidth::full),
                                                         c.steps[k].peer);
        BOOST_TEST(flow.stretch() == stretch[k]);
        BOOST_TEST(flow.hops == hops[k]);
    }
}

BOOST_AUTO_TEST_CASE(relabelling_the_nodes_changes_nothing) {
    Generator g(5);
    for (int k = 0; k < 25; ++k) {
        const auto n = static_cast<Node>(draw(g, 3, 9));
        const auto ring = Topology::ring(n, LinkBandwidth::full);
        const auto p = draw_permutation(g, n);
        std::vector<Node> label(static_cast<std::size_t>(n));
        std::iota(label.begin(), label.end(), 0);
        std::shuffle(label.begin(), label.end(), g);
        auto links = ring.links();
        for (auto& link : links) link = {label[link.from], label[link.to], link.capacity};
        std::vector<Node> to(label.size());
        for (Node j = 0; j < n; ++j) to[label[j]] = label[p(j)];
        const auto renamed = solvers::flow::concurrent_flow(
            Topology::edges(n, links, LinkBandwidth::full), Permutation::list(to));
        const auto original = solvers::flow::concurrent_flow(ring, p);
        BOOST_TEST(close(renamed.theta, original.theta, 1e-9), "seed 5 instance " << k);
        BOOST_TEST(renamed.hops == original.hops, "seed 5 instance " << k);
    }
}

BOOST_AUTO_TEST_CASE(large_symmetric_permutations_take_no_time) {
    const Node n = 65536;
    const auto swing = kernels::build_collective("reduce-scatter/swing", n);
    const auto ring = Topology::ring(n, LinkBandwidth::full);
    for (const auto& step : swing.steps)
        BOOST_TEST(solvers::flow::concurrent_flow(ring, step.peer).theta > 0);
    BOOST_TEST(
        solvers::flow::concurrent_flow(ring, Permutation::exclusive_or(n, n / 2 + 5)).theta ==
        4.0 / n);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
