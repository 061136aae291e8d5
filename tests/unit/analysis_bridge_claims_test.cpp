// What BRIDGE's claims are judged with: distances to the paper's numbers, and stored schedules.
#include <boost/test/unit_test.hpp>

#include "analysis/claims/bridge/bridge_decisions.hpp"
#include "analysis/claims/bridge/bridge_points.hpp"

namespace lightsweep::analysis::bridge_points {
namespace {

BOOST_AUTO_TEST_SUITE(analysis_bridge_claims)

// 2.063 rounds to 2.1; 10.48 does not round to 10.4, but is within 1 %; 8.02 is 5.6 % off 8.5.
BOOST_AUTO_TEST_CASE(a_number_is_the_papers_or_close_or_neither) {
    BOOST_TEST((nearness(2.063, 2.1, 0.1) == Verdict::reproduced));
    BOOST_TEST((nearness(10.48, 10.4, 0.1) == Verdict::reproduced));
    BOOST_TEST((nearness(8.02, 8.5, 0.1) == Verdict::close));
    BOOST_TEST((nearness(2.90, 3.6, 0.1) == Verdict::not_reproduced));
}

BOOST_AUTO_TEST_CASE(verdicts_have_an_order) {
    BOOST_TEST(better(Verdict::reproduced, Verdict::beaten));
    BOOST_TEST(better(Verdict::beaten, Verdict::close));
    BOOST_TEST(better(Verdict::close, Verdict::not_reproduced));
    BOOST_TEST(!better(Verdict::not_reproduced, Verdict::not_judged));
}

// Eight steps fill a word: the ninth begins the next one.
BOOST_AUTO_TEST_CASE(states_are_bytes_of_words) {
    const States expected{0, 0, 0, 3, 3, 3, 0, 7, 2};
    const std::uint64_t first = 0x0700030303000000, second = 0x02;
    BOOST_TEST(states_of({first, second}, 8, 9) == expected, boost::test_tools::per_element());
    BOOST_TEST(states_of({first, second}, 8, 4).size() == 4U);
    BOOST_TEST(states_of({first}, 8, 9).size() == 8U);
}

// The attribute, and the sentence of files from before it.
BOOST_AUTO_TEST_CASE(a_file_says_how_many_bits_a_step_has) {
    engine::Column decision;
    decision.name = "decision";
    decision.long_name = "8 bits per step, 8 steps per word: 0 the ring";
    BOOST_TEST(bits_per_step({{"bits_per_step", std::int64_t{16}}}, {decision}) == 16);
    BOOST_TEST(bits_per_step({}, {decision}) == 8);
    decision.long_name = "bit i: step i is on its matching, else on the base";
    BOOST_TEST(bits_per_step({}, {decision}) == 1);
}

// What stands at the start is free: the falling subrings of an all-gather set nothing at step 0.
BOOST_AUTO_TEST_CASE(changes_count_from_the_second_step_on) {
    BOOST_TEST(change_vector({0, 0, 2, 2, 2, 2}) == "001000");
    BOOST_TEST(change_vector({2, 2, 2, 2, 0, 0}) == "000010");
    BOOST_TEST(change_vector({0}) == "0");
    BOOST_TEST(change_vector({}).empty());
}

BOOST_AUTO_TEST_CASE(sizes_are_decimal) {
    BOOST_TEST(decimal_bytes(1e3) == "1 kB");
    BOOST_TEST(decimal_bytes(4.807e6) == "4.807 MB");
    BOOST_TEST(decimal_bytes(2.56e8) == "256 MB");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::analysis::bridge_points
