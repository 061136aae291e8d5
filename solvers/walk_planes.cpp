#include "solvers/walk_planes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lightsweep::solvers {

namespace {

/// To 42 bits: sums of the same terms in another order are equal.
double rounded(double sum) {
    const double spread = sum * 2049;
    return spread - (spread - sum);
}

/// A walk so far.
struct Label {
    double hops = 0, congestion = 0;
    double compared = 0;  ///< the congestion, rounded
    std::int32_t changes = 0, more_steps = 0;
    std::size_t state = 0;  ///< in force, where labels of several states are together
    std::vector<std::size_t> states;

    bool dominates(const Label& other) const {
        return hops <= other.hops && compared <= other.compared && changes <= other.changes &&
               more_steps <= other.more_steps;
    }
};
using Front = std::vector<Label>;

/// Fewest changes first, then start-ups, hops, congestion, the earlier change, and Bruck.
struct ComesBefore {
    const WalkSpace& space;

    bool operator()(const Label& a, const Label& b) const {
        if (a.changes != b.changes) return a.changes < b.changes;
        if (a.more_steps != b.more_steps) return a.more_steps < b.more_steps;
        if (a.hops != b.hops) return a.hops < b.hops;
        if (a.compared != b.compared) return a.compared < b.compared;
        for (std::size_t k = 0; k < a.states.size(); ++k) {
            const auto one = space.topology_of(a.states[k]), other = space.topology_of(b.states[k]);
            if (one != other) return one > other;
        }
        return a.states < b.states;
    }
};

Front without_dominated(const WalkSpace& space, Front labels) {
    std::sort(labels.begin(), labels.end(), ComesBefore{space});
    Front kept;
    for (auto& label : labels) {
        const bool beaten = std::any_of(kept.begin(), kept.end(),
                                        [&](const Label& one) { return one.dominates(label); });
        if (!beaten) kept.push_back(std::move(label));
    }
    return kept;
}

Label extended(const WalkSpace& space, const Label& label, std::size_t step, std::size_t from,
               std::size_t to) {
    Label next = label;
    next.hops += space.on[to].hops[step];
    next.congestion += space.on[to].base_congestion(step);
    next.compared = rounded(next.congestion);
    next.changes += space.topology_of(to) != space.topology_of(from);
    if (!space.more_steps.empty()) next.more_steps += space.more_steps[to][step];
    next.states.push_back(to);
    return next;
}

/// Of the labels of all states those that none beats; by state, as they were. A change leads from
/// the others nowhere that it does not lead from these.
std::vector<Front> without_dominated(const WalkSpace& space, const std::vector<Front>& fronts) {
    Front all;
    for (std::size_t state = 0; state < fronts.size(); ++state)
        for (Label label : fronts[state]) {
            label.state = state;
            all.push_back(std::move(label));
        }
    std::vector<Front> kept(fronts.size());
    for (auto& label : without_dominated(space, std::move(all)))
        kept[label.state].push_back(std::move(label));
    return kept;
}

/// Fronts by the state in force, before the first step.
std::vector<Front> start(const WalkSpace& space) {
    std::vector<Front> fronts(space.states());
    fronts[0].emplace_back();
    for (auto& front : fronts)
        if (space.decisions.rules.free_start && front.empty()) front.emplace_back();
    return fronts;
}

std::vector<Front> advance(const WalkSpace& space, const std::vector<Front>& fronts,
                           std::size_t step) {
    std::vector<Front> next(space.states());
    const auto all = space.may_follow ? fronts : without_dominated(space, fronts);
    for (std::size_t to = 0; to < space.states(); ++to) {
        if (!space.on[to].reachable(step)) continue;
        for (std::size_t from = 0; from < space.states(); ++from) {
            if (space.may_follow && !space.may_follow(step, from, to)) continue;
            const bool stays = space.topology_of(from) == space.topology_of(to);
            for (const Label& label : stays ? fronts[from] : all[from])
                next[to].push_back(extended(space, label, step, from, to));
        }
        next[to] = without_dominated(space, std::move(next[to]));
    }
    return next;
}

kernels::PlaneTable table_of(const WalkSpace& space, std::vector<Front> fronts) {
    Front all;
    for (std::size_t last = 0; last < fronts.size(); ++last)
        for (auto& label : fronts[last]) {
            label.changes += space.decisions.rules.restore && space.topology_of(last) != 0;
            all.push_back(std::move(label));
        }
    std::vector<kernels::CostPlane> planes;
    for (const auto& label : without_dominated(space, std::move(all)))
        planes.push_back({label.hops, label.congestion, label.changes,
                          decision_of(space, label.states), label.more_steps});
    return {space.steps(), space.on[0].volume, std::move(planes), space.decisions.bits};
}

}  // namespace

kernels::PlaneTable walk_planes(const WalkSpace& space) {
    return *walk_planes_up_to(space, std::numeric_limits<std::size_t>::max());
}

std::optional<kernels::PlaneTable> walk_planes_up_to(const WalkSpace& space, std::size_t most) {
    auto fronts = start(space);
    for (std::size_t step = 0; step < space.steps(); ++step) {
        fronts = advance(space, fronts, step);
        std::size_t count = 0;
        for (const auto& front : fronts) count += front.size();
        if (count > most) return std::nullopt;
    }
    return table_of(space, std::move(fronts));
}

}  // namespace lightsweep::solvers
