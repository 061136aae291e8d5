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

/// The row of a scheduler that reads the delay. Estimates in seconds, as in SchedulerRow.
constexpr SchedulerRow scheduler_row(std::string_view name, std::string_view paper,
                                     std::string_view summary, Prepare prepare,
                                     double (*prepare_seconds)(double),
                                     double (*point_seconds)(double),
                                     const SchedulerTraits& traits = {},
                                     std::span<const OptionRow> options = {}) {
    return {name, paper, summary, options, true, prepare_seconds, point_seconds, prepare, traits};
}
/// The traits with another estimate of memory (memory.hpp).
constexpr SchedulerTraits with_bytes(SchedulerTraits traits, double (*bytes)(const ProblemSize&)) {
    traits.bytes = bytes;
    return traits;
}
/// The same for one that does not.
constexpr SchedulerRow without_delay(SchedulerRow row) {
    row.reads_delay = false;
    return row;
}

/// The row of that name; the table must contain it.
template <typename Rows>
constexpr const SchedulerRow& row_named(const Rows& rows, std::string_view name) {
    return *std::ranges::find(rows, name, &SchedulerRow::name);
}

}  // namespace lightsweep::solvers
