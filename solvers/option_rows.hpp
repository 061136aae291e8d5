#pragma once
// Options that rows of several tables have.

#include <array>

#include "solvers/scheduler.hpp"

namespace lightsweep::solvers {

inline constexpr std::array program_options{OptionRow{
    "max_nodes", "branch and bound nodes before a point gives up", &SchedulerOptions::max_nodes}};

inline constexpr std::array recipe_options{
    OptionRow{"reconfigurations", "only schedules with so many, in each half of an all-reduce",
              &SchedulerOptions::reconfigurations, OptionRow::Range::from_zero}};

}  // namespace lightsweep::solvers
