#pragma once
// Registry of all schedulers: explicit tables with one row each, in the order of ties. A new
// scheduler is one pair of files and one row in its paper's table
// (solvers/<paper>/<paper>_rows.hpp). Under the common accounting, the papers' schedulers have
// separate rows.

#include <span>

#include "solvers/contract/scheduler_row.hpp"

namespace lightsweep::solvers {

/// The papers' rows, in the order of ties.
std::span<const SchedulerRow> scheduler_table();
/// Rows under the common accounting, in the order of ties: one for every name of the papers' table.
std::span<const SchedulerRow> common_scheduler_table();
/// All tables, the papers' first: every row is in exactly one of them.
std::span<const std::span<const SchedulerRow>> scheduler_tables();
/// Index of a row among all rows of all tables.
int place_of(const SchedulerRow& scheduler);
/// The row of that name in a table, or null.
const SchedulerRow* find_scheduler(std::string_view name,
                                   std::span<const SchedulerRow> among = scheduler_table());

}  // namespace lightsweep::solvers
