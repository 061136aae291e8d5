#pragma once
// SWOT's baselines, and lower bounds in closed form.

#include <optional>

#include "kernels/planes/plane_problem.hpp"

namespace lightsweep::solvers::swot {

// A step of several permutations (kernels::PlaneStep::others) on m equal planes alone takes
//
//     A(m) = L + min over n_c >= 1, sum n_c <= m, of max_c w_c / n_c     (kernels::lanes_by_bytes)

/// A(planes) of the step on equal planes; on planes that differ volume / bandwidth + latency [s].
double ideal_step(const kernels::PlaneProblem& problem, const kernels::PlaneStep& step, int planes);

/// Time without any reconfiguration: sum over steps of computation + ideal_step on all planes [s].
/// It is a bound on every schedule, for all planes and starts.
double ideal_time(const kernels::PlaneProblem& problem);

/// Number of times that all planes change together in lockstep, from the problem's start on.
int lockstep_changes(const kernels::PlaneProblem& problem);

/// Strawman: all planes serve every step, each permutation on its share of them, and all
/// reconfigure together when these shares change, while the step's computation runs [s]. The
/// replay of its schedule may end earlier where a step has several permutations.
double strawman_time(const kernels::PlaneProblem& problem);
kernels::PlaneSchedule strawman_schedule(const kernels::PlaneProblem& problem);

/// How many planes a configuration keeps for good, for k planes and D configurations:
///   best     the partition of the planes with the least time: steps on planes that hold their
///            configuration at the start hide behind the delay of the others
///   literal  ceil(k / D) each, as SWOT's released code counts; if D does not divide k these are
///            more than there are, so that there may be no schedule
///   floor    floor(k / D) each
enum class OneShot { best, literal, floor };

/// Sum over steps of bytes / (planes of its configuration) + latency [s]. A configuration that not
/// all of its planes hold at the start is set up first (not for a free start). Nothing if there are
/// more configurations than planes, or if planes differ.
std::optional<double> one_shot_time(const kernels::PlaneProblem& problem, OneShot reading);
/// The schedule; nothing where there is no time, or where the reading counts more planes than there
/// are.
std::optional<kernels::PlaneSchedule> one_shot_schedule(const kernels::PlaneProblem& problem,
                                                        OneShot reading);

/// The least time on equal planes of which none ever changes, from a free start [s]; 0 where it is
/// not known, infinite where there are more configurations than planes.
double least_standing_time(const kernels::PlaneProblem& problem);

/// The common end x with sum of bandwidth * max(0, x - from) = bytes over (from, bandwidth).
double water_level(std::vector<std::pair<double, double>> offered, double bytes);

/// Groups of planes take turns: every permutation of a step is offered to the next `group` planes,
/// or to fewer where the step has more permutations than that leaves planes for. Each plane works
/// from the time when it is ready to the common end (water filling); planes that would be ready too
/// late are left out. O(steps * group log group); group in 1..k.
kernels::PlaneSchedule cyclic_schedule(const kernels::PlaneProblem& problem, int group);

/// Lower bound from two resources, time and the planes' time, priced by lambda in 0, 0.01, ..., 1:
///
///     max over lambda of  sum_i min_n (1 - lambda) (w_i/n + L)
///                                     + lambda (w_i + L n + T max(0, n - r_i)) / k
///                         - lambda T (free start)
///
///
///   r_i  planes that may hold step i's configuration already: where it occurs for the first time,
///        those that hold it at the start; otherwise all planes.
///
/// In steps of several permutations A(n) takes the place of w/n + L, and T f_i that of T max(0, n -
/// r_i), with f_i the permutations that occur first in step i; of a free start min(k, permutations)
/// / k T are given.
///
/// Certified. O(101 steps k). Planes that differ count as k planes of the mean bandwidth with the
/// least delay, and with lambda = 0 only; where ideal_time is larger, it is the result [s].
double two_resource_bound(const kernels::PlaneProblem& problem);

/// Lower bound on equal planes, for all starts: either no plane changes (least_standing_time), or
/// some plane is used in step i, changes, and is next used in step j > i. From the computation a_i
/// on these steps take at least a_i + 2 L + T, and at least their ideal time with one plane less
/// between i and j; all others take their ideal time. O(steps^2) [s].
double standing_or_changing_bound(const kernels::PlaneProblem& problem);

}  // namespace lightsweep::solvers::swot
