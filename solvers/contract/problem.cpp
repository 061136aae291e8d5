#include "solvers/contract/problem.hpp"

#include <algorithm>
#include <numeric>

namespace lightsweep::solvers {

namespace {

/// Whether all steps have an exact flow on every topology of lanes that carries them
/// (kernels/flow/lane_flow.hpp).
bool has_closed_forms(const kernels::Collective& collective) {
    return std::ranges::all_of(collective.steps, [](const auto& step) {
        return !step.other_peers.empty() || step.peer.as_shift() || step.peer.is_involution();
    });
}

}  // namespace

double SwitchPlanes::total_speed() const {
    return std::accumulate(speeds.begin(), speeds.end(), 0.0);
}

kernels::StepCosts flow_costs(const kernels::Collective& collective,
                              const kernels::Topology& topology, const flow::FlowOptions& options,
                              const StepMeasure& measure) {
    return kernels::step_costs(collective, topology,
                               measure.oracle(collective.matching_ports(), options));
}

kernels::StepCosts flow_costs(const Problem& structure, const kernels::Topology& topology) {
    return flow_costs(structure.collective, topology, {}, structure.measure);
}

Problem make_problem(kernels::Collective collective, kernels::Topology base, Pool pool,
                     double flow_gap, const StepMeasure& measure) {
    if (measure.takes_shortest_paths && collective.transmitters.count == 0)
        collective.transmitters.always_shared = true;
    auto costs = flow_costs(collective, base, {flow_gap}, measure);
    pool.costs.clear();
    for (const auto& other : pool.others)
        pool.costs.push_back(flow_costs(collective, other, {flow_gap}, measure));
    return {std::move(collective), std::move(base), std::move(costs),
            std::move(pool),       flow_gap,        measure};
}

namespace {

/// Whether flows of several peers are known only within a gap on circuits of other steps.
bool has_rounded_unions(const Problem& problem) {
    return !problem.measure.on_lanes() &&
           std::ranges::any_of(problem.collective.steps, [&](const kernels::Step& step) {
               return !step.weights.empty() || (problem.flow_gap > 0 && !step.other_peers.empty());
           });
}

}  // namespace

bool Problem::is_exact() const {
    return costs.is_exact() && !has_rounded_unions(*this) &&
           (!measure.splits_over_lanes() || has_closed_forms(collective)) &&
           std::ranges::all_of(pool.costs,
                               [](const kernels::StepCosts& one) { return one.is_exact(); });
}

Problem Problem::optimistic() const {
    Problem result = *this;
    result.costs = costs.optimistic();
    result.upper_flows = true;
    for (auto& one : result.pool.costs) one = one.optimistic();
    return result;
}

std::vector<kernels::Topology> Problem::bases() const {
    std::vector<kernels::Topology> all{base};
    all.insert(all.end(), pool.others.begin(), pool.others.end());
    return all;
}

}  // namespace lightsweep::solvers
