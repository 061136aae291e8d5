#pragma once
// The scheduler optree-milp finds the fewest steps of any all-gather on a small WDM ring, by a
// time-expanded 0-1 program. It is a witness for the bounds and the constructions, not a scheduler
// for real sizes.
//
// Per step t, arc (source, destination, direction), item i and wavelength c:
//     x[t,i,arc] in {0,1}     item i travels on that arc,     x[t,i,arc] <= h[t,i,source]
//     z[t,c,arc] in {0,1}     a circuit,                      sum_i x[t,i,arc] <= sum_c z[t,c,arc]
//     h[t+1,i,v] <= h[t,i,v] + sum of x[t,i,arc] into v,      h[0] the owners, h[T] = 1
//     per step, fibre, segment and wavelength at most one z.
// The program for T steps is feasible or not; T grows from the proven bound until it is.

#include <cstdint>

#include "kernels/wdm/lightpath_schedule.hpp"
#include "solvers/optree/ring/ring_task.hpp"

namespace lightsweep::solvers::optree {

struct FewestSteps {
    enum class Status { optimal, budget };
    Status status = Status::budget;
    std::int64_t steps = 0;        ///< steps of the schedule, if optimal
    std::int64_t lower_bound = 0;  ///< proven: every smaller number of steps is infeasible
    long nodes = 0;                ///< branch and bound nodes of all programs together
    kernels::LightpathSchedule schedule{};
};

/// Solves the task with one item per node. Starts from `from` steps; 0 means ceil((N-1) / (2w)), a
/// bound that needs no argument about trees. Each program has at most max_nodes branch and bound
/// nodes. Throws std::invalid_argument above 10 nodes.
FewestSteps fewest_steps(const RingTask& task, int max_nodes = 20000, std::int64_t from = 0);

}  // namespace lightsweep::solvers::optree
