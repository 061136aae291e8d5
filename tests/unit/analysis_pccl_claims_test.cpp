// What PCCL's claims are judged with: points and hops of Swing.
#include <boost/test/unit_test.hpp>

#include "analysis/claims/pccl/pccl_points.hpp"
#include "analysis/claims/pccl/pccl_swing.hpp"

namespace lightsweep::analysis {
namespace {

BOOST_AUTO_TEST_SUITE(analysis_pccl_claims)

// 8 x 16: rounds over 1, 1, 1, 1, 3, 3, 5 with 1/2, 1/4, ..., 1/128 of the bytes, 127/128 in all:
// (120 + 3 * 6 + 5) / 127 = 143 / 127 of the transmission.
BOOST_AUTO_TEST_CASE(hops_of_swing_on_a_torus_of_unequal_sides) {
    const auto hops = pccl_swing::hops_of_swing(128, 2);
    BOOST_TEST(hops.links == 15);
    BOOST_TEST(hops.share == 16.0 / 127, boost::test_tools::tolerance(1e-12));
}

// 4 x 4 x 8: 1, 1 along each of two, 1, 1, 3 along the last; the last round carries 1/128.
BOOST_AUTO_TEST_CASE(hops_of_swing_in_three_dimensions) {
    const auto hops = pccl_swing::hops_of_swing(128, 3);
    BOOST_TEST(hops.links == 9);
    BOOST_TEST(hops.share == 2.0 / 127, boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(hops_of_swing_on_a_ring_of_two_and_one) {
    BOOST_TEST(pccl_swing::hops_of_swing(2, 1).links == 1);
    BOOST_TEST(pccl_swing::hops_of_swing(2, 1).share == 0);
}

BOOST_AUTO_TEST_CASE(points_read_as_the_sweep_gives_them) {
    BOOST_TEST(pccl_points::describe({"ring", 256e6, 5e-6}) == "256 MB, 5 us");
    BOOST_TEST(pccl_points::describe({"ring", 1073741824.0, 1e-3}) == "1 GiB, 1 ms");
    BOOST_TEST(pccl_points::title_of("reduce-scatter/swing-2d") == "S2D");
    BOOST_TEST(pccl_points::title_of("reduce-scatter/other") == "other");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::analysis
