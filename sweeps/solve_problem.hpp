#pragma once
// One problem, solved: what `eval` and `schedule` show.

#include <memory>

#include "kernels/timeline.hpp"
#include "solvers/scheduler.hpp"
#include "sweeps/spec/problem.hpp"

namespace lightsweep::sweeps {

struct Solution {
    std::shared_ptr<const solvers::Structure> structure;
    kernels::Parameters parameters;
    solvers::ResultRow row;          ///< of one point, with its decision
    kernels::Collective collective;  ///< as it is carried out
    kernels::Schedule schedule;
    std::size_t initial = 0;       ///< topology in force at the start
    bool matchings_stand = false;  ///< steps may use the matching of another step
    kernels::Timeline timeline;    ///< replayed from the schedule; empty if there is no plan
    /// Under rules = optree, where nothing else stands: the plan taken, null for formulas.
    const solvers::LightpathPlan* lightpaths = nullptr;
    std::shared_ptr<const solvers::PreparedScheduler> prepared;  ///< owner of the plan

    bool has_plan() const { return row.n_reconfigurations[0] >= 0; }
};

/// Throws std::invalid_argument or std::runtime_error with the reason.
Solution solve(const Problem& problem);

}  // namespace lightsweep::sweeps
