#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "sweeps/spec/axis_reader.hpp"

namespace lightsweep::sweeps {
namespace {

BOOST_AUTO_TEST_SUITE(spec_range)

using Form = RangeRule::Form;

std::vector<double> values(Form form, double from, double to, double amount) {
    const Range range = expand({form, from, to, amount});
    BOOST_TEST(range.problem == "");
    return range.values;
}

std::string problem(Form form, double from, double to, double amount) {
    const Range range = expand({form, from, to, amount});
    BOOST_TEST(range.values.empty());
    return range.problem;
}

// 1 ns to 10 ms are seven decades: 7 * 8 + 1 values, each the power of ten itself.
BOOST_AUTO_TEST_CASE(decades_are_powers_of_ten_to_the_last_bit) {
    const std::vector<double> delays = values(Form::per_decade, 1e-9, 1e-2, 8);
    BOOST_REQUIRE_EQUAL(delays.size(), 57U);
    for (int i = 0; i < 57; ++i) BOOST_REQUIRE_EQUAL(delays[i], std::pow(10, -9 + i / 8.0));
    BOOST_TEST(delays.front() == 1e-9);
    BOOST_TEST(delays.back() == 1e-2);
}

BOOST_AUTO_TEST_CASE(decades_may_start_anywhere) {
    const std::vector<double> v = values(Form::per_decade, 2e-6, 2e-4, 1);
    const std::vector<double> expected = {2e-6, 2e-5, 2e-4};
    BOOST_REQUIRE_EQUAL(v.size(), 3U);
    for (int i = 0; i < 3; ++i) BOOST_TEST(std::fabs(v[i] / expected[i] - 1) < 1e-14);
    BOOST_TEST(v.front() == 2e-6);
    BOOST_TEST(v.back() == 2e-4);
}

BOOST_AUTO_TEST_CASE(factors_reach_the_end) {
    const std::vector<double> sizes = values(Form::factor, 1024, 4294967296.0, 2);
    BOOST_REQUIRE_EQUAL(sizes.size(), 23U);
    for (int i = 0; i < 23; ++i) BOOST_TEST(sizes[i] == std::ldexp(1024.0, i));
    const std::vector<double> tens = values(Form::factor, 1e-9, 1e-2, 10);
    const std::vector<double> expected = {1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2};
    BOOST_TEST(tens == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(increments_are_the_decimals_people_mean) {
    const std::vector<double> v = values(Form::increment, 1e-7, 5e-7, 1e-7);
    const std::vector<double> expected = {1e-7, 2e-7, 3e-7, 4e-7, 5e-7};
    BOOST_TEST(v == expected, boost::test_tools::per_element());
    BOOST_TEST(values(Form::increment, 0, 10, 3).size() == 4U);
    BOOST_TEST(values(Form::increment, 5, 5, 3).size() == 1U);
}

BOOST_AUTO_TEST_CASE(counts_hit_both_ends) {
    const std::vector<double> line = values(Form::linear, 0, 1e-6, 5);
    const std::vector<double> expected = {0, 2.5e-7, 5e-7, 7.5e-7, 1e-6};
    BOOST_TEST(line == expected, boost::test_tools::per_element());
    const std::vector<double> log = values(Form::log, 1024, 1048576, 11);
    BOOST_REQUIRE_EQUAL(log.size(), 11U);
    for (int i = 0; i < 11; ++i) BOOST_TEST(log[i] == std::ldexp(1024.0, i));
    BOOST_TEST(values(Form::linear, 7, 7, 1).size() == 1U);
}

// `to` counts as reached within 1e-9 of it, and not beyond.
BOOST_AUTO_TEST_CASE(the_end_is_inclusive_within_a_billionth) {
    BOOST_TEST(values(Form::factor, 1, 1000 * (1 - 1e-10), 10).size() == 4U);
    BOOST_TEST(values(Form::factor, 1, 1000 * (1 - 1e-8), 10).size() == 3U);
    BOOST_TEST(values(Form::increment, 1, 10 * (1 - 1e-10), 1).size() == 10U);
    BOOST_TEST(values(Form::per_decade, 1, 100 * (1 - 1e-8), 4).size() == 8U);
}

BOOST_AUTO_TEST_CASE(ranges_that_never_end_are_refused) {
    const std::string endless = "the range never ends";
    BOOST_TEST(problem(Form::factor, 1, 8, 1) == endless);
    BOOST_TEST(problem(Form::factor, 1, 8, 0.5) == endless);
    BOOST_TEST(problem(Form::factor, 1, 8, -2) == endless);
    BOOST_TEST(problem(Form::increment, 1, 8, 0) == endless);
    BOOST_TEST(problem(Form::increment, 1, 8, -1) == endless);
    BOOST_TEST(problem(Form::increment, 1, std::numeric_limits<double>::infinity(), 1) == endless);
    BOOST_TEST(problem(Form::factor, 8, 1, 2) == "from is larger than to");
    BOOST_TEST(problem(Form::factor, 0, 8, 2) == "a logarithmic range starts above 0");
    BOOST_TEST(problem(Form::per_decade, 1, 8, 1.5) == "needs an integer >= 1");
    BOOST_TEST(problem(Form::linear, 1, 8, 1) == "one value cannot be both from and to");
    BOOST_TEST(problem(Form::increment, 0, 1e12 - 1, 1) == "has 1,000,000,000,000 values");
    BOOST_TEST(problem(Form::factor, 1e-300, 1e300, 1.0000001) != "");
    BOOST_TEST(problem(Form::increment, 1e15, 1e15 + 2, 1e-3) ==
               "the step is below the precision of a double");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::sweeps
