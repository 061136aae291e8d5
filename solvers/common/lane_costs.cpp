#include "solvers/common/lane_costs.hpp"

#include <set>

#include "kernels/parallel/for_each.hpp"

namespace lightsweep::solvers::common {

namespace {

kernels::LaneRoute route_of(const Structure& structure) {
    return structure.accounting == Accounting::lanes_path ? kernels::LaneRoute::path
                                                          : kernels::LaneRoute::flow;
}

Choice choice_of(std::size_t state, bool may_enter, double hops, double congestion) {
    return {static_cast<std::uint32_t>(state), may_enter, hops, congestion};
}

}  // namespace

LaneCosts::LaneCosts(const Structure& structure, const std::vector<kernels::Topology>& topologies)
    : structure_(structure) {
    std::set<kernels::Node> shifts;
    for (const auto& step : structure.collective.steps)
        if (const auto offset = step.peer.as_shift()) shifts.insert(*offset);
    const std::vector<kernels::Node> wanted(shifts.begin(), shifts.end());
    for (std::size_t k = 1; k < topologies.size(); ++k)
        flows_.emplace_back(topologies[k], route_of(structure), wanted);
}

std::optional<Choice> LaneCosts::at(std::size_t step, std::size_t topology, bool may_enter) const {
    const auto& costs = structure_.costs;
    if (topology == 0) {
        if (!costs.reachable(step)) return std::nullopt;
        return choice_of(0, may_enter, costs.hops[step], costs.base_congestion(step));
    }
    const auto demand = structure_.collective.steps[step].demand();
    auto flow = flows_[topology - 1](demand);
    if (!flow.reachable()) return std::nullopt;
    // A union's theta counts one permutation's bytes; the busiest node has several times as many.
    if (flow.hops > 0) flow.theta *= structure_.collective.sharing_width(demand);
    return choice_of(topology, may_enter, flow.hops, costs.share[step] * (flow.stretch() - 1));
}

void LaneCosts::add(UniformWalks& walks, std::size_t step, std::size_t topology,
                    bool may_enter) const {
    if (const auto choice = at(step, topology, may_enter)) walks.choices[step].push_back(*choice);
}

UniformWalks no_choices(std::shared_ptr<const Structure> structure,
                        std::vector<kernels::Topology> topologies) {
    const std::size_t steps = structure->steps();
    const double volume = structure->costs.volume;
    UniformWalks walks{
        {std::move(structure), std::move(topologies), 1, false, kernels::state_bits, {}},
        volume,
        std::vector<std::vector<Choice>>(steps)};
    walks.decisions.n_bases = walks.states();
    walks.decisions.rules.matchings_stand = true;
    return walks;
}

UniformWalks all_choices(std::shared_ptr<const Structure> structure,
                         std::vector<kernels::Topology> topologies) {
    auto walks = no_choices(structure, std::move(topologies));
    const LaneCosts costs(*structure, walks.decisions.topologies);
    kernels::parallel::for_each(walks.steps(), [&](std::size_t step) {
        for (std::size_t state = 0; state < walks.states(); ++state) costs.add(walks, step, state);
    });
    return walks;
}

}  // namespace lightsweep::solvers::common
