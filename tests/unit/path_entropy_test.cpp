// Transfers of all-reduces by the entropy of paths (path_entropy.hpp).
#include <boost/test/unit_test.hpp>

#include <string>

#include "kernels/cost/gather_bounds.hpp"
#include "kernels/cost/path_entropy.hpp"

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

/// Pinned, as another solver (sequential quadratic programming of the program itself) finds them.
BOOST_AUTO_TEST_CASE(more_than_the_volume_between) {
    BOOST_TEST(path_entropy_transfers(64, 1, 7) / 64 == 3.445, boost::test_tools::tolerance(1e-3));
    BOOST_TEST(path_entropy_transfers(64, 1, 8) / 64 == 2.320, boost::test_tools::tolerance(1e-3));
    BOOST_TEST(path_entropy_transfers(48, 1, 7) / 48 == 2.665, boost::test_tools::tolerance(1e-3));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
