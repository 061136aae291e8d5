// The best ways of shifts on circulants, against programs that are solved by hand in the comments.
#include "sweeps/simulation/circulant_ways.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(circulant_ways)

using sweeps::simulation::best_walks;
using sweeps::simulation::CirculantWalk;
using Links = std::vector<std::pair<int, double>>;

/// Bytes over rate on the busiest link, for one byte per pair.
double time_of(const std::vector<CirculantWalk>& walks, const Links& links) {
    double most = 0;
    for (const auto& [offset, rate] : links) {
        double load = 0;
        for (const auto& walk : walks)
            load += walk.share * static_cast<double>(std::ranges::count(walk.offsets, offset));
        most = std::max(most, load / rate);
    }
    return most;
}

// Offsets 1, 2, 4, 8 of 1/4 each, 9 ranks, shift 1. The way 1, the way 2 8 and the way of seven
// times 4 have no link in common. In units of 1/4 they carry at most 1, 1 and 1/7, 15/7 in sum, so
// that a byte takes 4 (7/15) = 28/15; the shares are 7/15, 7/15 and 1/15.
BOOST_AUTO_TEST_CASE(four_offsets_by_hand) {
    const Links links{{1, .25}, {2, .25}, {4, .25}, {8, .25}};
    auto walks = best_walks(9, links, 1);
    BOOST_TEST(std::abs(time_of(walks, links) - 28.0 / 15) < 1e-12);
    std::ranges::sort(walks, {}, [](const CirculantWalk& walk) { return walk.offsets.size(); });
    BOOST_TEST_REQUIRE(walks.size() == 3u);
    BOOST_TEST(std::abs(walks[0].share - 7.0 / 15) < 1e-12);
    BOOST_TEST(std::abs(walks[1].share - 7.0 / 15) < 1e-12);
    BOOST_TEST(std::abs(walks[2].share - 1.0 / 15) < 1e-12);
}

// A ring of n both ways at 1/2: (n - x) / n forwards, x / n back, 2 x (n - x) / n in sum.
BOOST_AUTO_TEST_CASE(rings_in_both_directions) {
    for (int n = 3; n < 13; ++n)
        for (int x = 1; x < n; ++x) {
            const Links links{{1, .5}, {n - 1, .5}};
            BOOST_TEST(
                std::abs(time_of(best_walks(n, links, x), links) - 2.0 * x * (n - x) / n) < 1e-12,
                x << " on " << n);
        }
}

// Every walk leads to the shift, visits no rank twice, and the shares add up to 1.
BOOST_AUTO_TEST_CASE(walks_lead_there) {
    const Links links{{3, 1}, {5, 2}, {14, .5}};
    for (int x = 1; x < 16; ++x) {
        double sum = 0;
        for (const auto& walk : best_walks(16, links, x)) {
            sum += walk.share;
            std::vector<int> seen{0};
            for (const int offset : walk.offsets) seen.push_back((seen.back() + offset) % 16);
            BOOST_TEST(seen.back() == x);
            std::ranges::sort(seen);
            BOOST_TEST((std::ranges::adjacent_find(seen) == seen.end()));
        }
        BOOST_TEST(std::abs(sum - 1) < 1e-12);
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
