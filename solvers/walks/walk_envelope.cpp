#include "solvers/walks/walk_envelope.hpp"

#include <algorithm>
#include <span>

#include "kernels/exact/rounded_sum.hpp"

namespace lightsweep::solvers {

namespace {

struct PairCosts {
    double hops = 0, congestion = 0;
    double compared = 0;  ///< the congestion, rounded
    std::int32_t changes = 0, more_steps = 0;

    bool dominates(const PairCosts& other) const {
        return hops <= other.hops && compared <= other.compared && changes <= other.changes &&
               more_steps <= other.more_steps;
    }
};

/// A walk so far.
struct PairLabel : PairCosts {
    std::uint32_t trail = 0;  ///< its last step among the marks; 0: none yet
};
using PairFront = std::vector<PairLabel>;

/// What a walk becomes, its step not written down yet: most are dominated.
struct PairCandidate : PairLabel {
    std::size_t state = 0;  ///< in force, where those of several states are together
};
using PairCandidates = std::vector<PairCandidate>;

/// The steps of all walks, each with the one before it.
struct PairTrails {
    struct Mark {
        std::uint32_t before = 0;
        std::size_t state = 0;
    };
    std::vector<Mark> marks{Mark{}};

    std::uint32_t add(std::uint32_t before, std::size_t state) {
        marks.push_back({before, state});
        return static_cast<std::uint32_t>(marks.size() - 1);
    }
    std::vector<std::size_t> states(std::uint32_t trail, std::size_t steps) const {
        std::vector<std::size_t> found(steps);
        for (std::size_t i = steps; i-- > 0; trail = marks[trail].before)
            found[i] = marks[trail].state;
        return found;
    }
};

/// Fewest changes first, then start-ups, hops, congestion, the earlier change, and Bruck. Walks of
/// equally many steps.
struct PairComesBefore {
    const WalkSpace& space;
    const PairTrails& trails;

    bool operator()(const PairCandidate& a, const PairCandidate& b) const {
        if (a.changes != b.changes) return a.changes < b.changes;
        if (a.more_steps != b.more_steps) return a.more_steps < b.more_steps;
        if (a.hops != b.hops) return a.hops < b.hops;
        if (a.compared != b.compared) return a.compared < b.compared;
        return is_earlier(a.trail, b.trail);
    }
    /// The first step whose topologies differ decides, then the first whose states differ.
    bool is_earlier(std::uint32_t one, std::uint32_t other) const {
        bool topologies_differ = false, by_topology = false, by_state = false;
        while (one != other) {
            const auto &a = trails.marks[one], &b = trails.marks[other];
            const auto first = space.topology_of(a.state), second = space.topology_of(b.state);
            if (first != second) topologies_differ = true, by_topology = first > second;
            if (a.state != b.state) by_state = a.state < b.state;
            one = a.before;
            other = b.before;
        }
        return topologies_differ ? by_topology : by_state;
    }
};

/// Those that no other dominates, in order.
void drop_dominated(const WalkSpace& space, const PairTrails& trails, PairCandidates& all) {
    std::ranges::sort(all, PairComesBefore{space, trails});
    std::size_t n_kept = 0;
    for (const PairCandidate& one : all) {
        const auto kept = std::span(all).first(n_kept);
        const bool beaten = std::ranges::any_of(
            kept, [&](const PairCandidate& other) { return other.dominates(one); });
        if (!beaten) all[n_kept++] = one;
    }
    all.resize(n_kept);
}

PairCandidate extended(const WalkSpace& space, const PairLabel& label, std::size_t step,
                       std::size_t from, std::size_t to) {
    PairCandidate next{label};
    next.hops += space.on[to].hops[step];
    next.congestion += space.on[to].base_congestion(step);
    next.compared = kernels::rounded_sum(next.congestion);
    next.changes += space.topology_of(to) != space.topology_of(from);
    if (!space.more_steps.empty()) next.more_steps += space.more_steps[to][step];
    return next;
}

/// By state those walks that none of any state beats: a change leads from the others nowhere that
/// it does not lead from these.
std::vector<PairFront> unbeaten(const WalkSpace& space, const PairTrails& trails,
                                const std::vector<PairFront>& fronts) {
    PairCandidates all;
    for (std::size_t state = 0; state < fronts.size(); ++state)
        for (const PairLabel& label : fronts[state]) all.push_back({label, state});
    drop_dominated(space, trails, all);
    std::vector<PairFront> walks(fronts.size());
    for (const PairCandidate& one : all) walks[one.state].push_back(one);
    return walks;
}

/// Fronts by the state in force, before the first step.
std::vector<PairFront> start(const WalkSpace& space) {
    std::vector<PairFront> fronts(space.states());
    fronts[0].emplace_back();
    for (auto& front : fronts)
        if (space.decisions.rules.free_start && front.empty()) front.emplace_back();
    return fronts;
}

std::vector<PairFront> advance(const WalkSpace& space, PairTrails& trails,
                               const std::vector<PairFront>& fronts, std::size_t step) {
    std::vector<PairFront> next(space.states());
    // Where changes are restricted, any walk may be the one that changes.
    const auto changing =
        space.may_follow ? std::vector<PairFront>{} : unbeaten(space, trails, fronts);
    PairCandidates all;
    for (std::size_t to = 0; to < space.states(); ++to) {
        if (!space.on[to].reachable(step)) continue;
        all.clear();
        for (std::size_t from = 0; from < space.states(); ++from) {
            if (space.may_follow && !space.may_follow(step, from, to)) continue;
            const bool stays = space.topology_of(from) == space.topology_of(to);
            for (const PairLabel& label : changing.empty() || stays ? fronts[from] : changing[from])
                all.push_back(extended(space, label, step, from, to));
        }
        drop_dominated(space, trails, all);
        for (PairCandidate& one : all) one.trail = trails.add(one.trail, to);
        next[to].assign(all.begin(), all.end());
    }
    return next;
}

kernels::Envelope table_of(const WalkSpace& space, const PairTrails& trails,
                           const std::vector<PairFront>& fronts) {
    PairCandidates all;
    for (std::size_t last = 0; last < fronts.size(); ++last)
        for (const auto& label : fronts[last]) {
            all.push_back({label});
            all.back().changes += space.decisions.rules.restore && space.topology_of(last) != 0;
        }
    drop_dominated(space, trails, all);
    std::vector<kernels::ListedSchedule> schedules;
    for (const auto& one : all)
        schedules.push_back({one.hops, one.congestion, one.changes,
                             decision_of(space, trails.states(one.trail, space.steps())),
                             one.more_steps});
    return {space.steps(), space.on[0].volume, std::move(schedules), space.decisions.bits};
}

}  // namespace

std::vector<std::uint64_t> decision_of(const WalkSpace& space,
                                       const std::vector<std::size_t>& states) {
    auto decision = kernels::base_throughout(space.steps(), space.decisions.bits);
    for (std::size_t i = 0; i < states.size(); ++i)
        kernels::put_state(decision, i, states[i], space.decisions.bits);
    return decision;
}

kernels::ListedSchedule schedule_of(const WalkSpace& space,
                                    const std::vector<std::size_t>& states) {
    kernels::ListedSchedule schedule{0, 0, 0, decision_of(space, states)};
    const auto& rules = space.decisions.rules;
    std::size_t before =
        rules.free_start && !states.empty() ? space.topology_of(states.front()) : 0;
    for (std::size_t i = 0; i < states.size(); ++i) {
        schedule.hops += space.on[states[i]].hops[i];
        schedule.congestion += space.on[states[i]].base_congestion(i);
        schedule.reconfigurations += space.topology_of(states[i]) != before;
        before = space.topology_of(states[i]);
    }
    if (rules.restore && before != 0) ++schedule.reconfigurations;
    return schedule;
}

std::optional<kernels::Envelope> walk_envelope(const WalkSpace& space, std::size_t most) {
    PairTrails trails;
    auto fronts = start(space);
    for (std::size_t step = 0; step < space.steps(); ++step) {
        fronts = advance(space, trails, fronts, step);
        std::size_t count = 0;
        for (const auto& front : fronts) count += front.size();
        if (count > most) return std::nullopt;
    }
    return table_of(space, trails, fronts);
}

}  // namespace lightsweep::solvers
