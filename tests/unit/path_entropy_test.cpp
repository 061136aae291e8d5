// Transfers of all-reduces by the entropy of paths (path_entropy.hpp).
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "kernels/cost/gather_bounds.hpp"
#include "kernels/cost/path_entropy.hpp"
#include "tests/support/campaign.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(path_entropy)

using kernels::path_entropy_transfers;

/// n = (p+1)^S in S steps: every node gets whole vectors from p others in every step. With s more
/// steps and p = 1, a reduce-scatter over 2^s nodes and an all-gather stand around whole vectors.
BOOST_AUTO_TEST_CASE(near_what_hybrids_take) {
    for (const std::int64_t bits : {2, 4, 6, 10, 20}) {
        const std::int64_t n = std::int64_t{1} << bits;
        const auto nodes = static_cast<double>(n);
        for (std::int64_t more = 0; more < std::min<std::int64_t>(3, bits); ++more) {
            const double part = std::pow(0.5, double(more)),
                         hybrid = 2 * (1 - part) + part * double(bits - more),
                         bound = path_entropy_transfers(n, 1, bits + more) / nodes;
            BOOST_TEST(bound <= hybrid * (1 + 1e-9), n << " nodes, " << more << " more steps");
            if (more == 0) BOOST_TEST(bound >= hybrid * 0.999, n << " nodes: " << bound);
            if (more == 1 && bits >= 6) BOOST_TEST(bound >= hybrid * 0.98, n << ": " << bound);
        }
    }
}

/// More steps never need more transfers, and neither bound 4 nor this one is always the greater.
BOOST_AUTO_TEST_CASE(falls_with_steps) {
    int greater = 0, less = 0;
    for (std::int64_t n = 2; n <= 300; n += 1 + n / 16)
        for (const std::int64_t lanes : {1, 2, 3, 4, 8, 16}) {
            const auto peers = std::min(n - 1, lanes), least = kernels::ceil_log(n, peers + 1);
            double before = std::numeric_limits<double>::infinity();
            for (auto steps = least; steps < least + 3; ++steps) {
                const double bound = path_entropy_transfers(n, peers, steps),
                             volume = static_cast<double>(n) *
                                      kernels::all_reduce_volume(n, peers, steps),
                             both = kernels::all_reduce_transfers(n, peers, steps);
                const auto where = std::to_string(n) + " nodes, " + std::to_string(peers) +
                                   " peers, " + std::to_string(steps) + " steps";
                BOOST_TEST(bound <= before * (1 + 1e-9), where);
                BOOST_TEST(both >= std::max(bound, volume) * (1 - 1e-9) - 1e-6, where);
                before = bound;
                (bound > volume * 1.01 ? greater : less) += 1;
            }
        }
    BOOST_TEST(greater > 100);
    BOOST_TEST(less > 100);
}

/// Of every step, who sends to whom.
using Sends = std::vector<std::vector<std::pair<int, int>>>;

bool all_know_all(const Sends& sends, int n) {
    std::vector<unsigned> known;
    for (int v = 0; v < n; ++v) known.push_back(1U << v);
    for (const auto& step : sends) {
        const auto before = known;
        for (const auto& [from, to] : step) known[std::size_t(to)] |= before[std::size_t(from)];
    }
    return std::ranges::all_of(known, [n](unsigned one) { return one == (1U << n) - 1; });
}

/// Schedules by drawn shifts, from which sends are left out, in a drawn order, as long as every
/// node still depends on all.
BOOST_AUTO_TEST_CASE(no_drawn_schedule_has_fewer_transfers) {
    int complete = 0;
    double nearest = 0;
    for (int number = 0; number < trials(1000, 100000); ++number) {
        std::mt19937 g(std::uint32_t(70000 + number));
        const int n = 4 + int(g() % 9), peers = 1 + int(g() % 3),
                  steps = int(kernels::ceil_log(n, peers + 1)) + int(g() % 3);
        Sends sends;
        sends.resize(std::size_t(steps));
        for (auto& step : sends)
            for (int peer = 0; peer < peers; ++peer) {
                const int shift = 1 + int(g() % unsigned(n - 1));
                for (int v = 0; v < n; ++v)
                    if (const std::pair send{v, (v + shift) % n};
                        std::ranges::find(step, send) == step.end())
                        step.push_back(send);
            }
        if (!all_know_all(sends, n)) continue;
        ++complete;
        std::vector<std::pair<std::size_t, std::pair<int, int>>> order;
        for (std::size_t t = 0; t < sends.size(); ++t)
            for (const auto& send : sends[t]) order.emplace_back(t, send);
        std::ranges::shuffle(order, g);
        for (const auto& [t, send] : order) {
            auto fewer = sends;
            std::erase(fewer[t], send);
            if (all_know_all(fewer, n)) sends = fewer;
        }
        std::size_t transfers = 0;
        for (const auto& step : sends) transfers += step.size();
        const double bound = kernels::all_reduce_transfers(n, peers, steps);
        BOOST_TEST(bound <= double(transfers),
                   "seed " << 70000 + number << ": n " << n << ", peers " << peers << ", steps "
                           << steps << ": " << bound << " against " << transfers);
        nearest = std::max(nearest, bound / double(transfers));
    }
    BOOST_TEST(complete >= 100);
    BOOST_TEST(nearest >= 0.9);
}

/// Pinned, as another solver (sequential quadratic programming of the program itself) finds them.
BOOST_AUTO_TEST_CASE(more_than_the_volume_between) {
    BOOST_TEST(path_entropy_transfers(64, 1, 7) / 64 == 3.445, boost::test_tools::tolerance(1e-3));
    BOOST_TEST(path_entropy_transfers(64, 1, 8) / 64 == 2.320, boost::test_tools::tolerance(1e-3));
    BOOST_TEST(path_entropy_transfers(48, 1, 7) / 48 == 2.665, boost::test_tools::tolerance(1e-3));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
