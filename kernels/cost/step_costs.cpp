#include "kernels/cost/step_costs.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <stdexcept>
#include <unordered_map>

#include "kernels/collectives/transmitters.hpp"
#include "kernels/parallel/for_each.hpp"

namespace lightsweep::kernels {

namespace {

/// Places of the permutations that are not idle.
std::vector<std::size_t> active(const Step& step) {
    std::vector<std::size_t> found;
    const auto demand = step.demand();
    for (std::size_t i = 0; i < demand.size(); ++i)
        if (!demand[i].is_identity()) found.push_back(i);
    return found;
}

/// Duration of a round of so many permutations, in units of one permutation's bytes at rate b.
double round_time(std::int64_t permutations, std::int64_t ports) {
    return static_cast<double>(ports) / static_cast<double>(ports / permutations);
}

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

/// The same where their bytes differ.
double round_time(const Step& step, std::int64_t ports) {
    const auto lanes = lanes_by_bytes(step.weights, static_cast<int>(ports));
    double slowest = 0;
    for (std::size_t i = 0; i < lanes.size(); ++i)
        slowest = std::max(slowest, step.weights[i] / lanes[i]);
    return slowest * static_cast<double>(ports);
}

/// The permutations as often as `round` says of their weights times `parts`.
template <class Round>
StepFlow flow_of_copies(const FlowOracle& flow, const Topology& topology, const Step& step,
                        int parts, Round round) {
    std::vector<Permutation> copies;
    const auto demand = step.demand();
    for (std::size_t i = 0; i < demand.size(); ++i)
        copies.insert(copies.end(), static_cast<std::size_t>(round(step.weights[i] * parts)),
                      demand[i]);
    auto found = flow(topology, {copies.front(), std::span(copies).subspan(1)});
    found.theta *= parts;
    found.theta_high *= parts;
    return found;
}

/// The theta of a union counts one permutation's bytes; the busiest node has `width` times as many
/// and sends them at b at most.
StepFlow of_busiest(StepFlow flow, double width) {
    flow.theta *= width;
    flow.theta_high *= width;
    return flow;
}

/// Circuits of transmitters carry every step at once; what they make of it is measured.
MatchedStep matched_in(const Collective& collective, const Step& step, const FlowOracle& flow) {
    if (!collective.transmitters.make_circuits() || step.other_peers.empty())
        return matched_step(step, collective.matching_ports());
    const auto own = flow_of(flow, matched_circuits(collective, step), step);
    return {of_busiest(own, collective.sharing_width(step)).stretch()};
}

/// Adds the matched values of steps that take more than one configuration at full rate.
void add_matchings(const Collective& collective, const FlowOracle& flow, StepCosts& costs) {
    bool is_plain = true;
    MatchedStep matched;
    const Step* before = nullptr;  // consecutive equal transfers are measured once
    for (const auto& step : collective.steps) {
        if (!before || !step.sends_like(*before)) matched = matched_in(collective, step, flow);
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

MatchedStep matched_step(const Step& step, Node ports) {
    if (step.other_peers.empty()) return {};
    const auto demand = step.demand();
    const auto count = static_cast<std::int64_t>(active(step).size());
    if (count <= 1) return {};
    if (!step.weights.empty()) {
        double time = 0;
        for (const auto& round : rounds_of(step, ports))
            time += round.share / step.share *
                    (round.weights.empty()
                         ? round_time(static_cast<std::int64_t>(round.demand().size()), ports)
                         : round_time(round, ports));
        return {time / step.width(), (count + ports - 1) / ports,
                (demand.most_peers() + ports - 1) / ports};
    }
    const std::int64_t rest = count % ports;
    const double full = static_cast<double>(count / ports) * round_time(ports, ports);
    const double time = rest == 0 ? full : full + round_time(rest, ports);
    return {time / static_cast<double>(demand.width()), (count + ports - 1) / ports,
            (demand.most_peers() + ports - 1) / ports};
}

std::vector<Step> rounds_of(const Step& step, Node ports) {
    if (step.other_peers.empty()) return {step};
    const auto all = active(step);
    if (all.empty()) return {{step.peer, step.share}};
    std::vector<Step> rounds;
    for (std::size_t i = 0; i < all.size(); i += static_cast<std::size_t>(ports))
        rounds.push_back(
            part_of(step, std::span(all).subspan(i, std::min<std::size_t>(ports, all.size() - i))));
    for (auto& round : rounds) round.continues = false;
    return rounds;
}

Topology round_circuits(const Step& round, Node ports) {
    if (round.other_peers.empty()) return Topology::matching(round.peer);
    const auto demand = round.demand();
    if (static_cast<std::size_t>(ports) < demand.size())
        throw std::invalid_argument("ports = " + std::to_string(ports) + ": a union of " +
                                    std::to_string(demand.size()) +
                                    " permutations needs as many; split it into rounds");
    const double rate = 1 / round_time(static_cast<std::int64_t>(demand.size()), ports);
    const auto lanes = lanes_by_bytes(round.weights, ports);
    std::map<std::pair<Node, Node>, double> circuits;
    for (std::size_t i = 0; i < demand.size(); ++i)
        for (Node j = 0; j < demand.nodes(); ++j)
            if (demand[i](j) != j)
                circuits[{j, demand[i](j)}] += lanes.empty() ? 1 : lanes[i] / (rate * ports);
    std::vector<Edge> links;
    for (const auto& [pair, count] : circuits)
        links.push_back({pair.first, pair.second, count * rate});
    return Topology::circuits(demand.nodes(), std::move(links), round.describe_peers());
}

Topology matched_circuits(const Collective& collective, const Step& round) {
    return collective.transmitters.make_circuits()
               ? own_circuits(round, collective.transmitters)
               : round_circuits(round, collective.matching_ports());
}

StepFlow flow_of(const FlowOracle& flow, const Topology& topology, const Step& step) {
    if (step.weights.empty() || topology.kind() == Topology::Kind::lanes)
        return flow(topology, step.demand());
    constexpr int most_parts = 16;
    const auto is_whole = [](double value) { return std::abs(value - std::round(value)) < 1e-9; };
    for (int parts = 1; parts <= most_parts; ++parts)
        if (std::ranges::all_of(step.weights, [&](double w) { return is_whole(w * parts); }))
            return flow_of_copies(flow, topology, step, parts,
                                  [](double w) { return std::round(w); });
    auto found = flow_of_copies(flow, topology, step, most_parts,
                                [](double w) { return std::ceil(w - 1e-9); });
    found.theta_high = flow_of_copies(flow, topology, step, most_parts, [](double w) {
                           return std::floor(w + 1e-9);
                       }).theta_high;
    return found;
}

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
    return std::ranges::any_of(rounds, [](double count) { return count > 1; });
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
    place.reserve(collective.steps.size());
    distinct.reserve(collective.steps.size());
    for (const auto& step : collective.steps)
        if (place.emplace(&step, distinct.size()).second) distinct.push_back(&step);
    std::vector<StepFlow> flows(distinct.size());
    std::vector<double> widths(distinct.size());
    parallel::for_each(distinct.size(), [&](std::size_t i) {
        flows[i] = flow_of(flow, base, *distinct[i]);
        widths[i] = collective.sharing_width(*distinct[i]);
    });
    StepCosts costs;
    for (auto* column :
         {&costs.share, &costs.hops, &costs.stretch, &costs.least_stretch, &costs.active})
        column->reserve(collective.steps.size());
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
    if (std::ranges::any_of(collective.steps, is_union)) add_matchings(collective, flow, costs);
    return costs;
}

}  // namespace lightsweep::kernels
