#pragma once
// Judges schedules of anybody under the rules of a problem: what they take, part by part, and what
// is wrong with them. Nothing that a file says about its times is believed.
//
// Whole topologies are replayed by the closed form that the problem's schedulers are replayed by
// (kernels/cost/timeline.hpp), and their transfers are compared with the collective's. Plans of
// planes are carried out by ranks and switches, byte by byte (kernels/execution).

#include "sweeps/interchange/plan_reader.hpp"
#include "sweeps/problem/solve_problem.hpp"

namespace lightsweep::sweeps {

struct Judgement {
    double time = 0;  ///< [s]; NaN where planes cannot go on to the end
    kernels::CostBreakdown cost{};
    std::int64_t n_reconfigurations = 0;
    std::vector<std::string> violations{};  ///< each with its place, at most 20, then their number
    std::vector<std::string> notes{};       ///< what could not be judged
};

/// The parts of a time on planes: latencies and bytes of every step, and the rest, in which planes
/// wait, sit out or reconfigure.
kernels::CostBreakdown cost_on_planes(const PlanesRun& run, const kernels::ExecutionPlan& plan,
                                      double time);

/// `rules` solves the same problem by a scheduler whose accounting is used.
Judgement judge(const Solution& rules, const kernels::ExecutionPlan& plan);
/// `own`: the solution's own plan, where planes send over relays.
Judgement judge(const Solution& rules, const kernels::ExecutionPlan& plan,
                const kernels::ExecutionPlan& own);
Judgement judge(const Solution& rules, const TopologyPlan& plan);

/// What no schedule of the primitive beats, whatever its circuits; negative where nothing is known
/// [s].
double universal_bound(const Solution& solution);

}  // namespace lightsweep::sweeps
