#include "solvers/one_accounting/lanes/lane_problem.hpp"

#include <algorithm>

#include "kernels/planes/plane_collectives.hpp"
#include "kernels/planes/plane_groups.hpp"

namespace lightsweep::solvers::one_accounting {

using kernels::InitialPlanes;

namespace {

bool fits_planes(const kernels::Collective& collective) {
    return !collective.mirrored &&
           std::all_of(collective.steps.begin(), collective.steps.end(),
                       [](const kernels::Step& step) { return step.other_peers.empty(); });
}

/// The steps on planes that hold the base's circuits, lane by lane.
kernels::PlaneProblem on_base_lanes(const Problem& structure) {
    kernels::PlaneProblem problem;
    problem.steps = kernels::plane_steps(structure.collective, 1);
    problem.planes = kernels::alike_planes(structure.lanes, 1, 1);
    problem.initial = InitialPlanes::individual;
    const auto circuits = kernels::circuits_of_planes(structure.base, structure.lanes);
    for (std::size_t j = 0; j < circuits.size(); ++j)  // equal circuits are consecutive
        problem.held.push_back(
            j > 0 && circuits[j] == circuits[j - 1]
                ? problem.held.back()
                : kernels::configuration_of(circuits[j], structure.collective, problem.steps));
    return problem;
}

/// Uses a start without labels where it means the same, because its searches have fewer states.
void start_on_base(Problem& structure) {
    auto& planes = structure.planes;
    planes.initial = InitialPlanes::cold;
    if (!fits_planes(structure.collective)) return;
    const auto problem = on_base_lanes(structure);
    if (kernels::starts_cold(problem)) return;
    auto held = kernels::held_at_start(problem);
    if (held == kernels::held_at_start(kernels::starting(problem, InitialPlanes::first))) {
        planes.initial = InitialPlanes::first;
    } else if (structure.lanes > 1) {
        planes.initial = InitialPlanes::individual;
        planes.held = std::move(held);
    }
}

}  // namespace

Problem make_problem(kernels::Collective collective, kernels::Topology base, kernels::Node k,
                     const StepMeasure& measure) {
    Problem structure{std::move(collective), std::move(base), {}};
    structure.measure = measure;
    structure.lanes = k;
    structure.costs = flow_costs(structure, structure.base);
    for (kernels::Node lane = 0; lane < k; ++lane) structure.planes.numbers.push_back(lane);
    structure.planes.speeds.assign(static_cast<std::size_t>(k), 1.0);
    structure.planes.delays.assign(static_cast<std::size_t>(k), 1.0);
    start_on_base(structure);
    return structure;
}

}  // namespace lightsweep::solvers::one_accounting
