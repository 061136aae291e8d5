#include <boost/test/unit_test.hpp>

#include "kernels/permutations/permutation.hpp"

namespace lightsweep::kernels {
namespace {

BOOST_AUTO_TEST_SUITE(permutation)

BOOST_AUTO_TEST_CASE(one_permutation_has_one_form) {
    BOOST_TEST((Permutation::shift(8, -3) == Permutation::shift(8, 5)));
    BOOST_TEST((Permutation::exclusive_or(8, 4) == Permutation::shift(8, 4)));  // halfway: both
    BOOST_TEST((Permutation::exclusive_or(2, 1) == Permutation::shift(2, 1)));
    BOOST_TEST((Permutation::list({1, 2, 3, 0}) == Permutation::shift(4, 1)));
    BOOST_TEST((Permutation::list({1, 0, 3, 2}) == Permutation::exclusive_or(4, 1)));
    BOOST_TEST((Permutation::translation({2, 3}, {0, 0}) == Permutation::shift(6, 0)));
    BOOST_TEST((Permutation::translation({2, 3}, {1, 0}) == Permutation::shift(6, 3)));
    BOOST_TEST(!(Permutation::exclusive_or(8, 1) == Permutation::shift(8, 1)));
    BOOST_TEST(Permutation::list({1, 0, 3, 2}).hash() == Permutation::exclusive_or(4, 1).hash());
}

BOOST_AUTO_TEST_CASE(translation_moves_every_coordinate) {
    // 2 x 3, row-major: node (r, c) = 3 r + c; (1, 2) + (1, 2) = (0, 1).
    const auto p = Permutation::translation({2, 3}, {1, 2});
    BOOST_TEST(p(5) == 1);
    BOOST_TEST(p.inverse()(1) == 5);
    BOOST_TEST((Permutation::list({5, 3, 4, 2, 0, 1}) == p));
    BOOST_TEST(p.describe() == "translation (+1, +2)");
}

BOOST_AUTO_TEST_CASE(a_label_is_equal_to_itself_alone) {
    const auto p = Permutation::labelled(8, 1);
    BOOST_TEST((p == Permutation::labelled(8, 1)));
    BOOST_TEST(p.hash() == Permutation::labelled(8, 1).hash());
    BOOST_TEST(!(p == Permutation::labelled(8, 2)));
    BOOST_TEST(!(p == Permutation::shift(8, 1)));
    BOOST_TEST(!(Permutation::list({1, 0, 2, 3, 4, 5, 6, 7}) == p));
    BOOST_TEST(!p.is_identity());
    BOOST_TEST(p.describe() == "cfg 1");
    BOOST_CHECK_THROW(p(0), std::logic_error);
    BOOST_CHECK_THROW(p.inverse(), std::logic_error);
}

BOOST_AUTO_TEST_CASE(idle_nodes) {
    const auto p = Permutation::list({2, -1, 0});
    BOOST_TEST(p(1) == 1);
    BOOST_TEST(p.is_involution());
    BOOST_TEST(!p.is_identity());
    BOOST_TEST(Permutation::list({-1, 1, -1}).is_identity());
    BOOST_TEST((Permutation::list({1, 2, -1}).inverse() == Permutation::list({-1, 0, 1})));
}

BOOST_AUTO_TEST_CASE(periods) {
    BOOST_TEST(Permutation::shift(12, 5).rotation_period() == 1);
    BOOST_TEST(Permutation::exclusive_or(16, 1).rotation_period() == 2);
    BOOST_TEST(Permutation::exclusive_or(16, 2).rotation_period() == 4);
    BOOST_TEST(Permutation::list({1, 0, 2, 3}).rotation_period() == 4);
}

BOOST_AUTO_TEST_CASE(faults_name_the_place) {
    const auto message = [](std::vector<Node> to) {
        try {
            Permutation::list(std::move(to));
        } catch (const std::invalid_argument& e) {
            return std::string(e.what());
        }
        return std::string();
    };
    BOOST_TEST(message({0, 7, 1}) == "peer[1] = 7: must be -1 (idle) or in 0..2");
    BOOST_TEST(message({1, 2, 1}) ==
               "peer[2] = 1: node 0 sends there already; give every node its own peer");
    BOOST_CHECK_THROW(Permutation::exclusive_or(12, 1), std::invalid_argument);
    BOOST_CHECK_THROW(Permutation::exclusive_or(8, 8), std::invalid_argument);
    BOOST_CHECK_THROW(Permutation::shift(0, 1), std::invalid_argument);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::kernels
