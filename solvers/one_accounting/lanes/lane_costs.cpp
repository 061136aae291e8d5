#include "solvers/one_accounting/lanes/lane_costs.hpp"

#include <set>

#include "kernels/parallel/for_each.hpp"

namespace lightsweep::solvers::one_accounting {

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
    const auto demand = structure_.collective.steps[step].demand();
    auto flow = flows_[topology - 1](demand);
    if (!flow.reachable() || (!flow.is_exact() && !may_be_inexact_)) return std::nullopt;
    // The theta of a union counts one permutation's bytes; the busiest node has several times as
    // many.
    if (structure_.upper_flows) flow.theta = flow.theta_high;
    if (flow.hops > 0) flow.theta *= structure_.collective.sharing_width(demand);
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
