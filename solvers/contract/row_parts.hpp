#pragma once
// Common parts of the papers' tables of rows: options, estimates, and a lookup by name.

#include <algorithm>
#include <array>

#include "solvers/contract/scheduler_row.hpp"

namespace lightsweep::solvers {

inline constexpr std::array program_options{OptionRow{
    "max_nodes", "branch and bound nodes before a point gives up", &SchedulerOptions::max_nodes}};

inline constexpr std::array recipe_options{
    OptionRow{"reconfigurations", "only schedules with this number, in each half of an all-reduce",
              &SchedulerOptions::reconfigurations, OptionRow::Range::from_zero}};

/// Estimate for work that takes no time worth counting [s].
constexpr double no_seconds(double) {
    return 0.0;
}

/// Estimates for a schedule that is made and evaluated without a search [s].
constexpr double fixed_prepare_seconds(double n_steps) {
    return 1e-8 * n_steps;
}
constexpr double fixed_point_seconds(double) {
    return 1e-8;
}

/// The row of that name; the table must contain it.
template <typename Rows>
constexpr const SchedulerRow& row_named(const Rows& rows, std::string_view name) {
    return *std::ranges::find(rows, name, &SchedulerRow::name);
}

}  // namespace lightsweep::solvers
