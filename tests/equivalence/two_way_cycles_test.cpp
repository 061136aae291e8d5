// Cycles with links both ways (kernels/flow/two_way_cycles.hpp): chords against all cuts.
#include <boost/test/unit_test.hpp>

#include "kernels/collectives/collective_algorithms.hpp"
#include "kernels/flow/two_way_cycles.hpp"
#include "tests/support/exchanges.hpp"
#include "tests/support/reference.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(two_way_cycles)

using kernels::Node;
using kernels::Permutation;
using kernels::Topology;

/// Pairs that two links separate, over what these carry, for all pairs of links.
double brute_congestion(const std::vector<Node>& partner, double even, double odd) {
    const std::size_t length = partner.size();
    double worst = 0;
    for (std::size_t e = 0; e < length; ++e)
        for (std::size_t f = e + 1; f < length; ++f) {
            double apart = 0;  // places e + 1 .. f on one side
            for (std::size_t i = 0; i < length; ++i) {
                const auto other = static_cast<std::size_t>(partner[i]);
                const auto inside = [&](std::size_t place) { return place > e && place <= f; };
                apart += other > i && inside(i) != inside(other);
            }
            worst = std::max(worst, apart / ((e % 2 ? odd : even) + (f % 2 ? odd : even)));
        }
    return worst;
}

BOOST_AUTO_TEST_CASE(chords_against_all_cuts) {
    Generator g(59);
    for (int k = 0; k < 300; ++k) {
        const Node length = draw(g, 1, 24);
        const auto p = draw_exchange(g, length, {nodes_upto(length)}, draw(g, 0, 1) == 0);
        std::vector<Node> partner;
        for (Node i = 0; i < length; ++i) partner.push_back(p(i));
        const double even = draw(g, 1, 4) / 4.0, odd = length % 2 ? even : draw(g, 1, 4) / 4.0;
        BOOST_TEST(close(kernels::chord_congestion(partner, even, odd),
                         brute_congestion(partner, even, odd), 1e-12),
                   text_of(p) << " " << even << " " << odd << " " << instance(59, k));
    }
}

/// What two links far apart prove is what all cuts say; steps of halving-doubling and swing have
/// such links.
BOOST_AUTO_TEST_CASE(shorter_ways_are_proven_best_only_where_they_are) {
    Generator g(61);
    int proven = 0;
    const auto check = [&](const Permutation& p) {
        const auto ring = kernels::two_way_cycles(Topology::lanes(
            {{Permutation::shift(p.size(), 1), 1}, {Permutation::shift(p.size(), -1), 1}}));
        const auto shorter = kernels::shorter_way_flow(*ring, p);
        const bool best = kernels::shorter_ways_are_best(*ring, p, shorter);
        if (best) BOOST_TEST(shorter.theta == kernels::exchange_flow(*ring, p)->theta, text_of(p));
        proven += best;
        return best || 2 * shorter.hops >= p.size();
    };
    for (int k = 0; k < 2000; ++k) {
        const Node length = draw(g, 3, 24);
        check(draw_exchange(g, length, {nodes_upto(length)}, draw(g, 0, 1) == 0));
    }
    BOOST_TEST(proven > 100);
    for (const char* name : {"allreduce/halving-doubling", "allreduce/swing"})
        for (const auto& step : kernels::build_collective(name, 64).steps)
            BOOST_TEST(check(step.peer), name << " " << text_of(step.peer));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
