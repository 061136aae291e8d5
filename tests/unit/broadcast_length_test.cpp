// The least length of a broadcast on small rings and tori, over all sets of nodes that a step can
// inform.
#include "kernels/cost/broadcast_length.hpp"

#include <bit>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>

#include "kernels/cost/first_sends.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(broadcast_lengths)

using kernels::BroadcastLength;
constexpr int never = 1 << 20;

struct Network {
    int rows, columns, peers;
    bool both_ways;
    int n = rows * columns;

    int length(int from, int to) const {
        const auto around = [this](int shift, int size) {
            const int ahead = (shift + size) % size;
            return both_ways ? std::min(ahead, size - ahead) : ahead;
        };
        return around(to / columns - from / columns, rows) +
               around(to % columns - from % columns, columns);
    }
    /// The least length that informs these nodes too in one step; sends[i]: of node i so far.
    int cheapest(unsigned holds, unsigned wanted, std::vector<int>& sends) const {
        if (wanted == 0) return 0;
        int next = 0, best = never;
        while ((wanted >> next & 1) == 0) ++next;
        for (int from = 0; from < n; ++from) {
            if ((holds >> from & 1) == 0 || sends[static_cast<std::size_t>(from)] == peers)
                continue;
            ++sends[static_cast<std::size_t>(from)];
            best =
                std::min(best, length(from, next) + cheapest(holds, wanted & ~(1u << next), sends));
            --sends[static_cast<std::size_t>(from)];
        }
        return best;
    }
    /// The least length of informing all nodes from node 0 in so many steps.
    int least(int steps) const {
        const unsigned all = (1u << n) - 1;
        std::vector<int> cost(all + 1, never);
        cost[1] = 0;
        for (int s = 0; s < steps; ++s)
            for (unsigned holds = all; holds > 0; --holds) {
                if (cost[holds] == never) continue;
                for (unsigned more = all & ~holds; more > 0; more = (more - 1) & ~holds) {
                    std::vector<int> sends(static_cast<std::size_t>(n), 0);
                    const int one = cost[holds] + cheapest(holds, more, sends);
                    cost[holds | more] = std::min(cost[holds | more], one);
                }
            }
        return cost[all];
    }
};

// A step begins with the sets that the steps before have reached: sets are taken from large to
// small, so that what one step adds does not send in the same step.
BOOST_AUTO_TEST_CASE(equal_to_all_trees) {
    for (const bool both : {false, true})
        for (int n = 2; n <= 7; ++n)
            for (const int peers : {1, 2, 4}) {
                if (both && peers % 2 == 1) continue;
                const BroadcastLength length(
                    both ? BroadcastLength::Base::ring : BroadcastLength::Base::directed_ring, n,
                    peers);
                for (int steps = 1; steps <= 4; ++steps) {
                    const int found = Network{1, n, peers, both}.least(steps);
                    const double expected = found >= never ? std::numeric_limits<double>::infinity()
                                                           : static_cast<double>(found);
                    BOOST_TEST(length.of(n, steps) == expected,
                               "n " << n << ", peers " << peers << ", steps " << steps
                                    << (both ? ", both ways" : ", one way"));
                }
            }
}

BroadcastLength length_on_torus(int rows, int columns, int peers) {
    return {BroadcastLength::Base::torus, rows * columns, peers,
            kernels::path_lengths(
                kernels::Topology::torus({rows, columns}, kernels::LinkBandwidth::split))};
}

// The lemma on balls of Z^2: a ball of radius r whose center is l links away sticks out of the ball
// of radius r + 1 by at most what its l - 1 extra links add.
BOOST_AUTO_TEST_CASE(balls_stick_out_farthest_along_an_axis) {
    for (int r = 0; r <= 5; ++r) {
        int added = 0;
        for (int l = 1; l <= 2 * r + 4; ++l) {
            // The extra links add 2r + 1, 2r - 1, 2r - 1, 2r - 3, 2r - 3, ..
            if (l > 1) added += std::max(0, 2 * (r - (l - 1) / 2) + 1);
            int most = 0;
            for (int x = -l; x <= l; ++x)
                for (const int y : {l - std::abs(x), std::abs(x) - l}) {
                    int out = 0;
                    for (int i = -r; i <= r; ++i)
                        for (int j = std::abs(i) - r; j <= r - std::abs(i); ++j)
                            out += std::abs(x + i) + std::abs(y + j) > r + 1;
                    most = std::max(most, out);
                }
            BOOST_TEST(most == added, "r " << r << ", l " << l);
        }
    }
}

// Never above the least length, and equal to it where steps abound.
BOOST_AUTO_TEST_CASE(no_tree_on_a_torus_is_shorter) {
    int compared = 0, above_the_tree = 0;
    for (const auto& [rows, columns] : {std::pair{2, 3}, {2, 4}, {3, 3}})
        for (const int peers : {4, 8}) {
            const Network torus{rows, columns, peers, true};
            const auto length = length_on_torus(rows, columns, peers);
            for (int steps = 1; steps <= 3; ++steps) {
                const int found = torus.least(steps);
                if (found >= never) continue;
                const double bound = std::ceil(length.of(torus.n, steps) - 1e-9);
                ++compared;
                above_the_tree += bound > torus.n - 1;
                BOOST_TEST(bound <= found, rows << " x " << columns << ", peers " << peers
                                                << ", steps " << steps << ": " << bound
                                                << " against " << found);
                if (steps >= rows / 2 + columns / 2) BOOST_TEST(bound == found);
            }
        }
    BOOST_TEST(compared >= 15);
    BOOST_TEST(above_the_tree >= 4);
}

/// Calls use(set) for all sets of at most `sends` receivers of the source, as bits.
template <typename Use>
void for_each_set(int n, int sends, const Use& use) {
    for (unsigned set = 0; set < 1u << n; set += 2)
        if (std::popcount(set) <= sends) use(set);
}

// Symmetries and what fewer links say leave out no set that counts.
BOOST_AUTO_TEST_CASE(first_sends_are_those_of_all_sets) {
    for (const auto& [rows, columns] : {std::pair{3, 5}, {4, 4}, {2, 7}})
        for (const int sends : {1, 3, 4})
            for (const int radius : {0, 1, 2}) {
                const Network torus{rows, columns, sends, true};
                std::vector<int> most(8);
                for_each_set(torus.n, sends, [&](unsigned set) {
                    std::size_t extra = 0;
                    int near = 0;
                    for (int to = 1; to < torus.n; ++to)
                        if (set >> to & 1) extra += std::size_t(torus.length(0, to) - 1);
                    for (int node = 0; node < torus.n; ++node) {
                        bool is_near = torus.length(0, node) <= radius + 1;
                        for (int to = 1; to < torus.n; ++to)
                            is_near |= (set >> to & 1) && torus.length(to, node) <= radius;
                        near += is_near;
                    }
                    for (; extra < most.size(); ++extra) most[extra] = std::max(most[extra], near);
                });
                kernels::FirstSends first({rows, columns}, sends, radius);
                for (std::size_t extra = 0; extra < most.size(); ++extra)
                    BOOST_TEST(first.nearby(extra).value() == most[extra],
                               rows << " x " << columns << ", " << sends << " sends, radius "
                                    << radius << ", " << extra << " extra links");
            }
}

// Two steps: whatever the first receivers are, every other node is as far from the nearest of them
// or from the source as it is. More nodes than all trees can be tried for.
BOOST_AUTO_TEST_CASE(no_tree_of_two_steps_is_shorter) {
    int equal = 0;
    for (const auto& [rows, columns] : {std::pair{4, 4}, {3, 5}, {3, 6}, {4, 5}})
        for (const int peers : {4, 8}) {
            const Network torus{rows, columns, peers, true};
            int least = never;
            for_each_set(torus.n, peers, [&](unsigned set) {
                int length = 0;
                for (int node = 1; node < torus.n; ++node) {
                    int nearest = torus.length(0, node);
                    for (int from = 1; from < torus.n && (set >> node & 1) == 0; ++from)
                        if (set >> from & 1) nearest = std::min(nearest, torus.length(from, node));
                    length += nearest;
                }
                least = std::min(least, length);
            });
            const double bound =
                std::ceil(length_on_torus(rows, columns, peers).of(torus.n, 2) - 1e-9);
            equal += bound == least;
            BOOST_TEST(bound <= least, rows << " x " << columns << ", peers " << peers << ": "
                                            << bound << " against " << least);
        }
    BOOST_TEST(equal >= 4);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
