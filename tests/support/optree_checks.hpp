#pragma once
// What every built all-gather must show: the validator accepts it at exactly its counted steps, and
// its reverse as a reduce-scatter.

#include <boost/test/unit_test.hpp>

#include "kernels/wdm/lightpath_check.hpp"
#include "solvers/optree/gather_construction.hpp"

namespace lightsweep::tests {

inline std::string text_of(const solvers::optree::RingTask& task) {
    return "N = " + std::to_string(task.nodes) + ", w = " + std::to_string(task.wavelengths) +
           ", items = " + std::to_string(task.items_per_node) +
           ", longest = " + std::to_string(task.longest);
}

/// An all-gather that takes just these steps.
inline void check_gather(const kernels::LightpathSchedule& schedule, std::int64_t steps,
                         const std::string& where) {
    const auto seen = kernels::check_all_gather(schedule);
    BOOST_TEST(seen.fault == "", where << ": " << seen.fault);
    BOOST_TEST(seen.steps == steps, where);
    BOOST_TEST(schedule.steps() == steps, where);
    BOOST_TEST(seen.deliveries == schedule.items() * (schedule.shape.nodes() - 1), where);
}

inline void check_reverse(const kernels::LightpathSchedule& schedule, const std::string& where) {
    const auto seen = kernels::check_reduce_scatter(kernels::reversed(schedule));
    BOOST_TEST(seen.fault == "", where << " reversed: " << seen.fault);
}

/// Schedule and bound of a plan.
inline void check_plan(const solvers::optree::GatherConstruction& plan, const std::string& method) {
    const auto where = method + " " + text_of(plan.task) + " [" + plan.form + "]";
    BOOST_TEST_REQUIRE(plan.possible, where << plan.reason);
    BOOST_TEST(plan.lower_bound <= plan.steps, where);
    check_gather(plan.schedule, plan.steps, where);
}

}  // namespace lightsweep::tests
