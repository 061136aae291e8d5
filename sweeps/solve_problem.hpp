#pragma once
// One problem, solved: what `eval` and `schedule` show.

#include <memory>

#include "kernels/plane_schedule.hpp"
#include "kernels/timeline.hpp"
#include "solvers/scheduler.hpp"
#include "sweeps/spec/problem.hpp"

namespace lightsweep::sweeps {

/// A plan on switch planes (rules = swot), in bytes, of the planes that work.
struct PlanesRun {
    kernels::Collective collective;  ///< as it is carried out
    kernels::PlaneProblem problem;
    kernels::PlaneSchedule schedule;
    kernels::PlaneTimeline timeline;  ///< replayed from the schedule
    /// In the place of schedule, where planes send in groups; not empty then.
    kernels::GroupSchedule groups{};

    bool in_groups() const { return !groups.steps.empty(); }
};

struct Solution {
    std::shared_ptr<const solvers::Structure> structure;
    kernels::Parameters parameters;
    solvers::ResultRow row;          ///< of one point, with its decision
    kernels::Collective collective;  ///< as it is carried out
    kernels::Schedule schedule;
    std::size_t initial = 0;          ///< topology in force at the start
    bool matchings_stand = false;     ///< steps may use the matching of another step
    kernels::Timeline timeline;       ///< replayed from the schedule; empty if there is no plan
    bool on_planes = false;           ///< the scheduler's plans are events of planes
    std::optional<PlanesRun> planes;  ///< in the place of schedule and timeline
    /// On WDM rings, where nothing else stands: the plan taken, null where none is built.
    const solvers::LightpathPlan* lightpaths = nullptr;
    std::shared_ptr<const solvers::PreparedScheduler> prepared;  ///< owner of the plan

    /// Number in the fabric of one of the planes that work.
    int plane_number(int plane) const {
        return structure->planes.numbers[static_cast<std::size_t>(plane)];
    }
    bool has_plan() const { return row.n_reconfigurations[0] >= 0; }
};

/// The schedule of a row's result i, in bytes, and its replay. Nothing for a formula.
std::optional<PlanesRun> run_planes(const solvers::Structure& structure,
                                    const kernels::Parameters& parameters,
                                    const solvers::ResultRow& row, std::size_t i);

/// Throws std::invalid_argument or std::runtime_error with the reason.
Solution solve(const Problem& problem);

}  // namespace lightsweep::sweeps
