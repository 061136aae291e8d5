#include "sweeps/solve_problem.hpp"

#include <stdexcept>

#include "solvers/certified_plan.hpp"
#include "solvers/flow/concurrent_flow.hpp"
#include "sweeps/grid_checks.hpp"
#include "sweeps/scheduler_options.hpp"

namespace lightsweep::sweeps {

namespace {

/// Measures every topology once more, to the same gap.
kernels::FlowOracle flow_within(double gap) {
    return [gap](const kernels::Topology& topology, const kernels::Demand& demand) {
        return solvers::flow::FlowSolver(topology, {gap})(demand);
    };
}

}  // namespace

Solution solve(const Problem& problem) {
    Faults faults;
    check_grid(problem.grid, faults);
    if (!faults.empty()) throw std::invalid_argument(faults.line());
    const GridPoints points(problem.grid);
    const Indices here(problem.grid.dimensions.size(), 0);
    const auto& scheduler = *solvers::find_scheduler(problem.scheduler);
    Solution result;
    result.structure = std::make_shared<const solvers::Structure>(points.make_structure(here));
    result.parameters = points.parameters(here, *result.structure);
    if (const auto why = solvers::refuse(scheduler, *result.structure)) {
        result.row.resize(1, 1);
        result.row.fill_without_plan(solvers::Status::not_applicable, *why);
        return result;
    }
    result.row.want_decisions = true;
    const auto& p = result.parameters;
    const auto plan = solvers::prepare(scheduler, result.structure,
                                       scheduler_options(scheduler, problem.options));
    plan->evaluate({p.per_step_latency,
                    p.per_hop_latency,
                    p.message_time(),
                    {&p.reconfiguration_delay, 1},
                    p.port_delay,
                    p.compute_time},
                   result.row);
    if (result.row.reject_overflow() > 0)
        throw std::invalid_argument(
            "the completion time overflows: check message, bandwidth and latencies");
    if (!result.has_plan()) return result;
    result.schedule = plan->space().schedule({result.row.decision.data(), plan->space().words()});
    result.matchings_stand = plan->space().rules.matchings_stand;
    result.timeline = kernels::replay(result.schedule, result.structure->collective, p,
                                      flow_within(result.structure->flow_gap), plan->space().rules);
    return result;
}

}  // namespace lightsweep::sweeps
