#pragma once
// What SWOT is compared with, and lower bounds in closed form.

#include <optional>

#include "kernels/plane_schedule.hpp"

namespace lightsweep::solvers::swot {

/// No reconfiguration at all: sum of bytes / total bandwidth + latency over the steps [s]. A bound
/// on every schedule, whatever the planes and the start.
double ideal_time(const kernels::PlaneProblem& problem);

/// How often all planes change together in lockstep, from the problem's start on.
int lockstep_changes(const kernels::PlaneProblem& problem);

/// All planes in every step, and all reconfigure together when the configuration changes [s].
double strawman_time(const kernels::PlaneProblem& problem);
kernels::PlaneSchedule strawman_schedule(const kernels::PlaneProblem& problem);

/// Which planes a configuration keeps for good, of k planes and D configurations:
///   best     the partition of the planes with the least time
///   literal  ceil(k / D) each, as SWOT's released code counts: more than there are if D does not
///            divide k, so that there may be no schedule
///   floor    floor(k / D) each
enum class OneShot { best, literal, floor };

/// Sum over steps of bytes / (planes of its configuration) + latency [s]; configurations that not
/// all of their planes hold at the start are set up first (not from a free start). Nothing if there
/// are more configurations than planes, or planes differ.
std::optional<double> one_shot_time(const kernels::PlaneProblem& problem, OneShot reading);
/// Nothing where there is no time, or the reading counts more planes than there are.
std::optional<kernels::PlaneSchedule> one_shot_schedule(const kernels::PlaneProblem& problem,
                                                        OneShot reading);

/// Groups of planes take turns: step i is offered to planes (i group + t) mod k, t < group. Each
/// works from when it is ready to the common end (water filling); those that would be ready too
/// late keep out. O(steps * group log group); group in 1..k.
kernels::PlaneSchedule cyclic_schedule(const kernels::PlaneProblem& problem, int group);

/// Two resources, time and the planes' time, priced by lambda in 0, 0.01, ..., 1:
///
///     max over lambda of  sum_i min_n (1 - lambda) (w_i/n + L)
///                                     + lambda (w_i + L n + T max(0, n - r_i)) / k
///                         - lambda T (free start)
///
/// r_i  planes that may hold step i's configuration already: where it occurs for the first time
///      those that hold it at the start, else all.
/// Certified, O(101 steps k). Planes that differ count as k planes of the mean bandwidth with the
/// least delay, and lambda = 0 only; ideal_time where that is more [s].
double two_resource_bound(const kernels::PlaneProblem& problem);

}  // namespace lightsweep::solvers::swot
