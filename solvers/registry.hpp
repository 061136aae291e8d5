#pragma once
// Every scheduler, as an explicit table: one row each. A new scheduler is one folder and one row.
// Under rules = common the papers' schedulers obey one accounting and have rows of their own.

#include <span>

#include "solvers/scheduler.hpp"

namespace lightsweep::solvers {

/// Rows of all rules but `common`.
std::span<const SchedulerRow> scheduler_table();
/// Rows under these rules, in the order of ties.
std::span<const SchedulerRow> scheduler_table(std::string_view rules);
/// The row of that name under these rules, or null.
const SchedulerRow* find_scheduler(std::string_view name, std::string_view rules = {});

}  // namespace lightsweep::solvers
