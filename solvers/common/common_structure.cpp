#include "solvers/common/common_structure.hpp"

namespace lightsweep::solvers::common {

using kernels::InitialPlanes;

Structure make_structure(kernels::Collective collective, kernels::Topology base, kernels::Node k,
                         Accounting accounting) {
    Structure structure{std::move(collective), std::move(base), {}};
    structure.accounting = accounting;
    structure.lanes = k;
    structure.costs = flow_costs(structure, structure.base);
    for (kernels::Node lane = 0; lane < k; ++lane) structure.planes.numbers.push_back(lane);
    structure.planes.speeds.assign(static_cast<std::size_t>(k), 1.0);
    structure.planes.delays.assign(static_cast<std::size_t>(k), 1.0);
    structure.planes.initial = start_of(structure).initial;
    return structure;
}

Start start_of(const Structure& structure) {
    const auto& steps = structure.collective.steps;
    if (structure.base.kind() != kernels::Topology::Kind::lanes || steps.empty())
        return {InitialPlanes::cold, true};
    const auto& list = structure.base.lane_list();
    if (list.size() == 1 && list[0].circuits == steps.front().peer)
        return {InitialPlanes::first, true};
    // One plane sends in every step, so that it keeps nothing for later ones.
    if (structure.lanes == 1) return {InitialPlanes::cold, true};
    for (const auto& step : steps)
        for (const auto& lane : list)
            if (lane.circuits == step.peer) return {InitialPlanes::cold, false};
    return {InitialPlanes::cold, true};
}

}  // namespace lightsweep::solvers::common
