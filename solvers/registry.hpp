#pragma once
// Every scheduler, as an explicit table: one row each. A new scheduler is one folder and one row.

#include <span>

#include "solvers/scheduler.hpp"

namespace lightsweep::solvers {

std::span<const SchedulerRow> scheduler_table();
/// The row of that name, or null.
const SchedulerRow* find_scheduler(std::string_view name);

}  // namespace lightsweep::solvers
