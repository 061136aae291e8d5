#pragma once
// optree-milp: the fewest steps of any all-gather on a small WDM ring, as a time-expanded 0-1
// program. A witness for the bounds and the constructions, not a scheduler for real sizes.
//
// Per step t, arc (source, destination, direction), item i and wavelength c:
//     x[t,i,arc] in {0,1}     item i travels on that arc,     x[t,i,arc] <= h[t,i,source]
//     z[t,c,arc] in {0,1}     a circuit,                      sum_i x[t,i,arc] <= sum_c z[t,c,arc]
//     h[t+1,i,v] <= h[t,i,v] + sum of x[t,i,arc] into v,      h[0] the owners, h[T] = 1
//     per step, fibre, segment and wavelength at most one z.
// Feasible for T steps or not; T grows from the proven bound until it is.

#include <cstdint>
#include <optional>

#include "kernels/lightpath_schedule.hpp"
#include "solvers/optree/ring_task.hpp"

namespace lightsweep::solvers::optree {

struct ProgramPlan {
    enum class Status { optimal, budget };
    Status status = Status::budget;
    std::int64_t steps = 0;        ///< of the schedule, if optimal
    std::int64_t lower_bound = 0;  ///< proven: all smaller numbers are infeasible
    long nodes = 0;                ///< of branch and bound, all programs together
    kernels::LightpathSchedule schedule{};
};

/// One item per node; starts from `from` steps (0: from ceil((N-1) / (2w)), the bound that needs no
/// tree argument), at most max_nodes branch and bound nodes per program. std::invalid_argument
/// above 10 nodes.
ProgramPlan fewest_steps(const RingTask& task, int max_nodes = 20000, std::int64_t from = 0);

}  // namespace lightsweep::solvers::optree
