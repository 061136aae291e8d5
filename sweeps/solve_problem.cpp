#include "sweeps/solve_problem.hpp"

#include <memory>
#include <optional>
#include <stdexcept>

#include "solvers/certified_plan.hpp"
#include "solvers/swot/schedulers.hpp"
#include "sweeps/grid_checks.hpp"
#include "sweeps/scheduler_options.hpp"

namespace lightsweep::sweeps {

namespace {

/// The structure; without its pool, and why, if a member of the pool cannot be.
std::optional<solvers::Reason> build(const GridPoints& points, const Indices& here,
                                     const solvers::SchedulerRow& scheduler,
                                     const solvers::SchedulerOptions& options, Solution& result) {
    if (scheduler.traits.never != solvers::Reason::none) return scheduler.traits.never;
    if (!points.has_topology_of(scheduler, here)) return solvers::Reason::other_topology;
    const auto keep = [&](solvers::Structure structure) {
        result.structure = std::make_shared<const solvers::Structure>(std::move(structure));
    };
    try {
        keep(points.make_structure(here, scheduler.traits.reads_pool));
        return solvers::refuse(scheduler, *result.structure, options);
    } catch (const NotApplicable& refusal) {
        try {
            keep(points.make_structure(here, false));
        } catch (const NotApplicable&) {
            result.structure = nullptr;  // nothing can be built here, with a pool or without
        }
        return refusal.reason;
    }
}

/// The same with times in the place of bytes undone.
PlanesRun run_groups(const solvers::Structure& structure, const kernels::Parameters& parameters,
                     PlanesRun run, const kernels::GroupSchedule& groups) {
    run.groups = groups;
    for (auto& step : run.groups.steps)
        for (auto& group : step) group.bytes *= parameters.bandwidth;
    run.timeline = kernels::replay_groups(
                       run.collective, kernels::circuits_of_planes(structure.base, structure.lanes),
                       run.groups, parameters, solvers::oracle_of(structure.accounting, 0))
                       .planes;
    return run;
}

}  // namespace

std::optional<PlanesRun> run_planes(const solvers::Structure& structure,
                                    const kernels::Parameters& parameters,
                                    const solvers::ResultRow& row, std::size_t i) {
    const auto& plan = row.plane_plans[i];
    if (!plan.groups && plan.schedule.steps.empty() && structure.steps() > 0) return std::nullopt;
    PlanesRun run;
    run.collective = plan.collective ? *plan.collective : structure.collective;
    run.problem = solvers::swot::plane_problem(run.collective, structure.planes,
                                               kernels::row_at(parameters), 0);
    for (auto& plane : run.problem.planes) plane.bandwidth *= parameters.bandwidth;
    for (auto& step : run.problem.steps) step.bytes *= parameters.bandwidth;
    if (plan.groups) return run_groups(structure, parameters, std::move(run), *plan.groups);
    run.schedule = plan.schedule;
    for (auto& step : run.schedule.steps)
        for (auto& use : step) use.bytes *= parameters.bandwidth;
    run.timeline = kernels::replay_planes(run.problem, run.schedule);
    return run;
}

Solution solve(const Problem& problem) {
    Faults faults;
    check_grid(problem.grid, faults);
    if (!faults.empty()) throw std::invalid_argument(faults.line());
    const GridPoints points(problem.grid);
    const Indices here(problem.grid.dimensions.size(), 0);
    const auto& scheduler = *solvers::find_scheduler(problem.scheduler, problem.rules);
    Solution result;
    result.on_planes = scheduler.traits.on_planes;
    const auto options = scheduler_options(scheduler, problem.options);
    const auto why = build(points, here, scheduler, options, result);
    if (result.structure) result.parameters = points.parameters(here, *result.structure);
    if (why) {
        result.row.resize(1, 1);
        result.row.fill_without_plan(solvers::Status::not_applicable, *why);
        return result;
    }
    result.row.want_decisions = true;
    const auto& p = result.parameters;
    const std::shared_ptr plan = solvers::prepare(scheduler, result.structure, options);
    plan->evaluate(kernels::row_at(p), result.row);
    if (result.row.reject_overflow() > 0)
        throw std::invalid_argument(
            "the completion time overflows: check message, bandwidth and latencies");
    if (result.structure->rings) {
        result.lightpaths = plan->lightpaths(result.row.decision[0]);
        result.prepared = plan;
        return result;
    }
    if (!result.has_plan()) return result;
    if (result.on_planes) {
        result.planes = run_planes(*result.structure, p, result.row, 0);
        result.collective =
            result.planes ? result.planes->collective : result.structure->collective;
        return result;
    }
    auto carried = plan->space().carried_out({result.row.decision.data(), plan->space().words()});
    result.collective = std::move(carried.collective);
    result.schedule = std::move(carried.schedule);
    if (plan->space().rules.free_start && !result.schedule.choice.empty())
        result.initial = result.schedule.choice.front();
    result.matchings_stand = plan->space().rules.matchings_stand;
    // Every topology is measured once more, to the same gap.
    result.timeline = kernels::replay(result.schedule, result.collective, p, plan->space().oracle(),
                                      plan->space().rules);
    return result;
}

}  // namespace lightsweep::sweeps
