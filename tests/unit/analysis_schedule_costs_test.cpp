#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "analysis/envelopes/regimes.hpp"

namespace lightsweep::analysis {
namespace {

BOOST_AUTO_TEST_SUITE(analysis_schedule_costs)

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Planes of so many seconds without reconfigurations, and of so many of these.
std::vector<ScheduleCost> planes_of(const std::vector<CostLine>& lines) {
    std::vector<ScheduleCost> planes;
    for (const auto& line : lines)
        planes.push_back(std::isfinite(line.fixed) ? ScheduleCost{line.fixed, 0, line.slope, 0}
                                                   : ScheduleCost{0, 0, line.slope, infinity});
    return planes;
}

std::vector<Regime> regimes(const std::vector<CostLine>& lines) {
    return regimes_of(planes_of(lines), Growing::delay, {1, 0, 1, 1, 0, 0});
}

CriticalDelays critical_delays(const std::vector<CostLine>& lines, double most) {
    return analysis::critical_delays(planes_of(lines), regimes(lines), most);
}

// static 10, every-step 2 + 4 d: equal at d = 2.
BOOST_AUTO_TEST_CASE(static_against_every_step) {
    const auto critical = critical_delays({{10, 0}, {2, 4}}, 4);
    BOOST_TEST(critical.static_above == 2.0);
    BOOST_TEST(critical.every_step_below == 2.0);
    BOOST_TEST(critical.between == 0U);
}

// A third line 4 + 2 d is lowest from d = 1 (2 + 4 d = 4 + 2 d) to d = 3 (4 + 2 d = 10).
BOOST_AUTO_TEST_CASE(a_schedule_in_between) {
    const auto critical = critical_delays({{10, 0}, {2, 4}, {4, 2}}, 4);
    BOOST_TEST(critical.every_step_below == 1.0);
    BOOST_TEST(critical.static_above == 3.0);
    BOOST_TEST(critical.between == 1U);
}

// 6.5 + 2 d touches neither: at d = 2, where the other two cross at 10, it is at 10.5.
BOOST_AUTO_TEST_CASE(a_line_above_the_envelope_changes_nothing) {
    const auto critical = critical_delays({{10, 0}, {2, 4}, {6.5, 2}}, 4);
    BOOST_TEST(critical.static_above == 2.0);
    BOOST_TEST(critical.between == 0U);
}

// Of two lines with one slope only the lower counts: 5 + 2 d instead of 4 + 2 d ends at 2.5.
BOOST_AUTO_TEST_CASE(equal_slopes) {
    const auto critical = critical_delays({{10, 0}, {5, 2}, {6, 2}}, 4);
    BOOST_TEST(critical.static_above == 2.5);
    BOOST_TEST(critical.every_step_below == 0.0);
    BOOST_TEST(critical.between == 1U);
}

// Nothing is gained by reconfiguring: static is optimal from 0 on.
BOOST_AUTO_TEST_CASE(static_always) {
    const auto critical = critical_delays({{2, 0}, {2, 3}}, 3);
    BOOST_TEST(critical.static_above == 0.0);
    BOOST_TEST(critical.every_step_below == 0.0);
}

// No line without reconfigurations, or an infinite one: the base cannot carry the collective.
BOOST_AUTO_TEST_CASE(base_without_paths) {
    BOOST_TEST(critical_delays({{2, 3}}, 3).static_above == infinity);
    BOOST_TEST(critical_delays({{infinity, 0}, {2, 3}}, 3).static_above == infinity);
    BOOST_TEST(critical_delays({{infinity, 0}, {2, 3}}, 3).every_step_below == infinity);
}

// 10, 4 + 2 d and 2 + 4 d in turn, with what is never lowest and what repeats left out.
BOOST_AUTO_TEST_CASE(regimes_in_order) {
    const auto found = regimes({{10, 0}, {2, 4}, {4, 2}, {6.5, 2}, {4, 2}, {infinity, 1}});
    BOOST_TEST_REQUIRE(found.size() == 3U);
    const std::size_t lines[] = {1, 2, 0};
    const double ends[] = {1, 3, infinity};
    for (std::size_t i = 0; i < 3; ++i) {
        BOOST_TEST(found[i].schedule == lines[i]);
        BOOST_TEST(found[i].to == ends[i]);
        BOOST_TEST(found[i].from == (i == 0 ? 0 : ends[i - 1]));
    }
    BOOST_TEST(regimes({}).empty());
}

// Three planes through D = 1/3 of a microsecond, which no double holds: the middle one is never
// best. Over the message, ring against Bruck on 8 nodes (kernels/envelopes/axis_pieces.hpp).
BOOST_AUTO_TEST_CASE(exact_where_doubles_are_not) {
    const std::vector<ScheduleCost> fan{
        {20, 0, 5, 10}, {20, 0, 4, 10 + 1 / 3.0}, {20, 0, 3, 10 + 2 / 3.0}};
    const auto found = regimes_of(fan, Growing::delay, {1e-6, 1e-7, 1, 1e6, 1, 0});
    BOOST_TEST_REQUIRE(found.size() == 2U);
    BOOST_TEST(found[0].schedule == 0U);
    BOOST_TEST(found[1].schedule == 2U);
    BOOST_TEST(found[1].from == found[0].to);
    const std::vector<ScheduleCost> two{{3, 3.5, 0, 1.5}, {7, 3.5, 0, 0.875}};
    const auto sizes = regimes_of(two, Growing::message, {1e-6, 1e-7, 2, 1e11, 0, 1e-5});
    BOOST_TEST_REQUIRE(sizes.size() == 2U);
    BOOST_TEST(sizes[0].to == 640000.0);
}

// 3 steps * 1 s + 5 links * 2 s + 10 * 0.5 s = 18 s.
BOOST_AUTO_TEST_CASE(planes_at_a_point) {
    const auto lines = at({{3, 5, 2, 10}}, {1, 2, 0.5});
    BOOST_TEST(lines.at(0).fixed == 18.0);
    BOOST_TEST(lines.at(0).slope == 2.0);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::analysis
