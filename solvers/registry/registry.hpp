#pragma once
// Registry of all schedulers: explicit tables with one row each, in the order of ties. A new
// scheduler is one pair of files and one row in its paper's table
// (solvers/<paper>/<paper>_rows.hpp). Under the common accounting, the papers' schedulers have
// separate rows.

#include <span>

#include "solvers/contract/scheduler_row.hpp"

namespace lightsweep::solvers {

/// Rows of all rules except `common`.
std::span<const SchedulerRow> scheduler_table();
/// Rows under these rules, in the order of ties.
std::span<const SchedulerRow> scheduler_table(std::string_view rules);
/// All tables, the papers' first: every row is in exactly one of them.
std::span<const std::span<const SchedulerRow>> scheduler_tables();
/// Index of a row among all rows of all tables.
int place_of(const SchedulerRow& scheduler);
/// The row of that name under these rules, or null.
const SchedulerRow* find_scheduler(std::string_view name, std::string_view rules = {});

}  // namespace lightsweep::solvers
