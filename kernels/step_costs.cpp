#include "kernels/step_costs.hpp"

#include <cmath>
#include <limits>
#include <unordered_map>

#include "kernels/parallel/for_each.hpp"

namespace lightsweep::kernels {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct PermutationHash {
    std::size_t operator()(const Permutation& p) const {
        return static_cast<std::size_t>(p.hash());
    }
};

}  // namespace

bool StepCosts::reachable(std::size_t step) const {
    return std::isfinite(stretch[step]);
}

bool StepCosts::is_exact() const {
    for (std::size_t i = 0; i < steps(); ++i)
        if (reachable(i) && least_stretch[i] < stretch[i] * (1 - 1e-9)) return false;
    return true;
}

StepCosts StepCosts::optimistic() const {
    StepCosts costs = *this;
    costs.stretch = least_stretch;
    return costs;
}

double StepCosts::extra_share(std::size_t step) const {
    if (!reachable(step)) return infinity;
    return share[step] * (stretch[step] - 1);
}

double StepCosts::extra_time(std::size_t step, const Parameters& p) const {
    if (!reachable(step)) return infinity;
    return p.per_hop_latency * extra_hops(step) + p.message_time() * extra_share(step);
}

double StepCosts::matched_time(std::size_t step, const Parameters& p) const {
    return p.per_step_latency + p.per_hop_latency * active[step] + share[step] * p.message_time();
}

double StepCosts::matched_hops() const {
    double sum = 0;
    for (const double one : active) sum += one;
    return sum;
}

StepCosts step_costs(const Collective& collective, const Topology& base, const FlowOracle& flow) {
    std::unordered_map<Permutation, std::size_t, PermutationHash> place;
    std::vector<const Permutation*> distinct;
    for (const auto& step : collective.steps)
        if (place.emplace(step.peer, distinct.size()).second) distinct.push_back(&step.peer);
    std::vector<StepFlow> flows(distinct.size());
    parallel::for_each(distinct.size(),
                       [&](std::size_t i) { flows[i] = flow(base, *distinct[i]); });
    StepCosts costs;
    for (const auto& step : collective.steps) {
        const StepFlow& value = flows[place.at(step.peer)];
        // Nobody sends: the step costs its start-up and nothing else, whatever its volume says.
        const double share = step.peer.is_identity() ? 0.0 : step.share;
        costs.share.push_back(share);
        costs.hops.push_back(value.reachable() ? value.hops : infinity);
        costs.stretch.push_back(value.stretch());
        costs.least_stretch.push_back(value.least_stretch());
        costs.active.push_back(step.peer.is_identity() ? 0.0 : 1.0);
        costs.volume += share;
    }
    return costs;
}

}  // namespace lightsweep::kernels
