#include "kernels/cost/step_costs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "kernels/cost/matched_step.hpp"
#include "kernels/parallel/for_each.hpp"

namespace lightsweep::kernels {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct TransfersHash {
    std::size_t operator()(const Step* step) const {
        std::uint64_t value = step->peer.hash();
        for (const auto& other : step->other_peers)
            value = value * 0x9E3779B97F4A7C15ULL + other.hash();
        return static_cast<std::size_t>(value);
    }
};
struct SameTransfers {
    bool operator()(const Step* a, const Step* b) const { return a->sends_like(*b); }
};

/// The theta of a union counts one permutation's bytes; the busiest node has `width` times as many
/// and sends them at b at most.
StepFlow of_busiest(StepFlow flow, double width) {
    flow.theta *= width;
    flow.theta_high *= width;
    return flow;
}

/// Adds the matched values of steps that take more than one configuration at full rate.
void add_matchings(const Collective& collective, StepCosts& costs) {
    const Node ports = collective.matching_ports();
    bool is_plain = true;
    MatchedStep matched;
    const Step* before = nullptr;  // consecutive equal transfers are measured once
    for (const auto& step : collective.steps) {
        if (!before || !step.sends_like(*before)) matched = matched_step(step, ports);
        before = &step;
        is_plain = is_plain && matched.stretch == 1 && matched.rounds == 1;
        costs.matched_stretch.push_back(matched.stretch);
        costs.rounds.push_back(static_cast<double>(matched.rounds));
        costs.least_rounds.push_back(static_cast<double>(matched.least_rounds));
    }
    if (!is_plain) return;
    for (auto* column : {&costs.matched_stretch, &costs.rounds, &costs.least_rounds}) *column = {};
}

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

bool StepCosts::has_rounds() const {
    return std::any_of(rounds.begin(), rounds.end(), [](double count) { return count > 1; });
}

StepCosts StepCosts::relaxed() const {
    StepCosts costs = *this;
    costs.matched_stretch.clear();
    costs.rounds = least_rounds;
    return costs;
}

double StepCosts::base_congestion(std::size_t step) const {
    if (!reachable(step)) return infinity;
    return share[step] * (stretch[step] - 1);
}

double StepCosts::matched_congestion() const {
    double sum = 0;
    for (std::size_t i = 0; i < steps(); ++i) sum += matched_congestion(i);
    return sum;
}

double StepCosts::extra_share(std::size_t step) const {
    if (!reachable(step)) return infinity;
    const double matched = matched_stretch.empty() ? 1.0 : matched_stretch[step];
    return share[step] * (stretch[step] - matched);
}

double StepCosts::extra_time(std::size_t step, const Parameters& p) const {
    if (!reachable(step)) return infinity;
    return p.per_hop_latency * extra_hops(step) + p.message_time() * extra_share(step);
}

double StepCosts::matched_time(std::size_t step, const Parameters& p) const {
    const double stretched =
        matched_stretch.empty() ? share[step] : share[step] * matched_stretch[step];
    return p.per_step_latency + p.per_hop_latency * matched_hops(step) +
           stretched * p.message_time();
}

double StepCosts::matched_hops() const {
    double sum = 0;
    for (std::size_t i = 0; i < steps(); ++i) sum += matched_hops(i);
    return sum;
}

StepCosts step_costs(const Collective& collective, const Topology& base, const FlowOracle& flow) {
    std::unordered_map<const Step*, std::size_t, TransfersHash, SameTransfers> place;
    std::vector<const Step*> distinct;
    for (const auto& step : collective.steps)
        if (place.emplace(&step, distinct.size()).second) distinct.push_back(&step);
    std::vector<StepFlow> flows(distinct.size());
    std::vector<double> widths(distinct.size());
    parallel::for_each(distinct.size(), [&](std::size_t i) {
        flows[i] = flow(base, distinct[i]->demand());
        widths[i] = collective.sharing_width(distinct[i]->demand());
    });
    StepCosts costs;
    for (const auto& step : collective.steps) {
        const std::size_t at = place.at(&step);
        const double width = widths[at];
        const StepFlow value = of_busiest(flows[at], width > 0 ? width : 1.0);
        // No node sends: the step costs its start-up only, whatever its volume is.
        const double share = width > 0 ? step.share * width : 0.0;
        costs.share.push_back(share);
        costs.hops.push_back(value.reachable() ? value.hops : infinity);
        costs.stretch.push_back(value.stretch());
        costs.least_stretch.push_back(value.least_stretch());
        costs.active.push_back(width > 0 ? 1.0 : 0.0);
        costs.volume += share;
    }
    const auto is_union = [](const Step& step) { return !step.other_peers.empty(); };
    if (std::any_of(collective.steps.begin(), collective.steps.end(), is_union))
        add_matchings(collective, costs);
    return costs;
}

}  // namespace lightsweep::kernels
