#include "solvers/contract/prepared_scheduler.hpp"

#include "kernels/flow/lane_flow.hpp"

namespace lightsweep::solvers {

kernels::FlowOracle DecisionSpace::oracle() const {
    if (!single_hop)
        return structure->measure.oracle(structure->collective.matching_ports(),
                                         {structure->flow_gap});
    return [](const kernels::Topology& topology, const kernels::Demand& demand) {
        return kernels::LaneFlow(topology, kernels::LaneRoute::direct)(demand);
    };
}

DecisionSpace base_or_matching(Subject structure) {
    const kernels::Topology base = structure->base;
    return {std::move(structure), {base}, 1, true, 1, {}};
}

DecodedSchedule DecisionSpace::decode(std::span<const std::uint64_t> decision) const {
    if (decoder) return decoder(decision);
    std::vector<std::size_t> state;
    for (std::size_t i = 0; i < structure->steps(); ++i)
        state.push_back(own_matching ? kernels::state_at(decision, i, bits)
                                     : canonical(kernels::state_at(decision, i, bits)));
    const auto& collective = structure->collective;
    if (!own_matching) return {collective, {topologies, std::move(state), n_bases}};
    return {collective, kernels::bases_or_matching(topologies, collective, state)};
}

void PreparedScheduler::evaluate(const kernels::DelayRow& row, ResultRow& result) const {
    fill(row, result);
    result.add_computation(row.compute_time * static_cast<double>(structure().steps()));
}

}  // namespace lightsweep::solvers
