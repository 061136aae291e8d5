#pragma once
// Schedules on switch planes in the result file: one list of events per point, in /schedules.

#include "engine/journal/workload.hpp"
#include "sweeps/problem/solve_problem.hpp"

namespace lightsweep::sweeps {

/// Columns of an event: plane, step, activity (send or reconfigure), bytes, start, end.
std::vector<engine::Column> plane_event_columns();

/// Appends the events of a schedule, with the planes' numbers in the fabric.
void append_plane_events(const std::vector<kernels::PlaneEvent>& events,
                         const solvers::SwitchPlanes& planes, engine::RaggedRow& row);

}  // namespace lightsweep::sweeps
