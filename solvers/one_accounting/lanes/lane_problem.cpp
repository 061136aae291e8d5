#include "solvers/one_accounting/lanes/lane_problem.hpp"

#include <algorithm>
#include <set>

#include "kernels/parallel/for_each.hpp"
#include "kernels/planes/plane_collectives.hpp"
#include "kernels/planes/plane_groups.hpp"

namespace lightsweep::solvers::one_accounting {

using kernels::InitialPlanes;

namespace {

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
    if (structure.collective.mirrored) return;
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

namespace {

kernels::LaneRoute route_of(const Problem& problem) {
    return *problem.measure.lane_route;
}

}  // namespace

LaneCosts::LaneCosts(const Problem& problem, const std::vector<kernels::Topology>& topologies)
    : structure_(problem), may_be_inexact_(problem.upper_flows || !problem.is_exact()) {
    std::set<kernels::Node> shifts;
    for (const auto& step : problem.collective.steps)
        if (const auto offset = step.peer.as_shift()) shifts.insert(*offset);
    const std::vector<kernels::Node> wanted(shifts.begin(), shifts.end());
    for (std::size_t k = 1; k < topologies.size(); ++k)
        flows_.emplace_back(topologies[k], route_of(problem), wanted);
}

std::optional<LaneCosts::Measure> LaneCosts::measure(std::size_t step, std::size_t topology) const {
    const auto& costs = structure_.costs;
    if (topology == 0) {
        if (!costs.reachable(step)) return std::nullopt;
        return Measure{costs.hops[step], costs.stretch[step]};
    }
    const auto& sent = structure_.collective.steps[step];
    const auto& solver = flows_[topology - 1];
    auto flow = kernels::flow_of(
        [&](const kernels::Topology&, const kernels::Demand& demand) { return solver(demand); },
        structure_.base, sent);
    if (!flow.reachable() || (!flow.is_exact() && !may_be_inexact_)) return std::nullopt;
    // The theta of a union counts one permutation's bytes; the busiest node has several times as
    // many.
    if (structure_.upper_flows) flow.theta = flow.theta_high;
    if (flow.hops > 0) flow.theta *= structure_.collective.sharing_width(sent);
    return Measure{static_cast<double>(flow.hops), flow.stretch()};
}

StateCost LaneCosts::choice(std::size_t step, std::size_t topology, const Measure& measure,
                            bool may_enter) const {
    return {static_cast<std::uint32_t>(topology), may_enter, measure.hops,
            structure_.costs.share[step] * (measure.stretch - 1)};
}

std::optional<StateCost> LaneCosts::at(std::size_t step, std::size_t topology,
                                       bool may_enter) const {
    const auto measured = measure(step, topology);
    if (!measured) return std::nullopt;
    return choice(step, topology, *measured, may_enter);
}

void LaneCosts::add(UniformWalks& walks, std::size_t step, std::size_t topology,
                    bool may_enter) const {
    if (const auto choice = at(step, topology, may_enter)) walks.choices[step].push_back(*choice);
}

UniformWalks no_choices(std::shared_ptr<const Problem> problem,
                        std::vector<kernels::Topology> topologies) {
    const std::size_t steps = problem->steps();
    const double volume = problem->costs.volume;
    const bool restored = problem->subrings.restore;
    UniformWalks walks{
        {std::move(problem), std::move(topologies), 1, false, kernels::state_bits, {}},
        volume,
        std::vector<std::vector<StateCost>>(steps)};
    walks.decisions.n_bases = walks.states();
    walks.decisions.rules.matchings_stand = true;
    walks.decisions.rules.restore = restored;
    return walks;
}

UniformWalks all_choices(std::shared_ptr<const Problem> problem,
                         std::vector<kernels::Topology> topologies) {
    auto walks = no_choices(problem, std::move(topologies));
    const LaneCosts costs(*problem, walks.decisions.topologies);
    // Runs of equal transfers are measured once.
    const auto& steps = problem->collective.steps;
    std::vector<std::size_t> runs;
    for (std::size_t i = 0; i < steps.size(); ++i)
        if (i == 0 || !steps[i].sends_like(steps[i - 1])) runs.push_back(i);
    runs.push_back(steps.size());
    kernels::parallel::for_each(runs.size() - 1, [&](std::size_t run) {
        for (std::size_t state = 0; state < walks.states(); ++state) {
            const auto measured = costs.measure(runs[run], state);
            for (std::size_t i = runs[run]; measured && i < runs[run + 1]; ++i)
                walks.choices[i].push_back(costs.choice(i, state, *measured, true));
        }
    });
    return walks;
}

}  // namespace lightsweep::solvers::one_accounting
