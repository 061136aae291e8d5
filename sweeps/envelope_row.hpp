#pragma once
// The non-dominated schedules of one structure as a list of the result file.

#include "engine/workload.hpp"
#include "kernels/plane_minimum.hpp"
#include "solvers/scheduler.hpp"

namespace lightsweep::sweeps {

/// Appends every plane with its cost vector, breakpoints and decision; `words` words per decision.
/// named: what its topologies are called stands behind each, or null.
void append_envelope(const kernels::PlaneTable& table, std::size_t words,
                     const solvers::DecisionSpace* named, engine::RaggedRow& row);

/// Appends the steps of every plane, equal neighbours as one element.
void append_steps(const kernels::PlaneTable& table, const solvers::PreparedScheduler& plan,
                  engine::RaggedRow& row);

/// For every plane, the largest delay at which it, or a plane with more reconfigurations, is best
/// when its fixed cost is fixed[i]: in units of the fixed costs; 0 if never.
std::vector<double> delay_breaks(const kernels::PlaneTable& table, std::span<const double> fixed);

/// The boundaries of /regions (kernels/region_boundaries.hpp).
void append_regions(const kernels::PlaneTable& table, engine::RaggedRow& row);

}  // namespace lightsweep::sweeps
