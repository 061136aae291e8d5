// The least length of a broadcast on small rings and tori, over all sets of nodes that a step can
// inform.
#include "kernels/cost/broadcast_length.hpp"

#include <boost/test/unit_test.hpp>
#include <limits>

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
            std::vector<kernels::Node> within;
            for (int far = 0; far <= rows / 2 + columns / 2; ++far) {
                within.push_back(0);
                for (int to = 0; to < torus.n; ++to) within.back() += torus.length(0, to) <= far;
            }
            const BroadcastLength length(BroadcastLength::Base::torus, torus.n, peers, within);
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

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
