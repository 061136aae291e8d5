#include "sweeps/studies/trace_schedule.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace lightsweep::sweeps {

namespace {

/// Where an iteration stands after a step.
struct State {
    double end = 0;       ///< of the step
    double computes = 0;  ///< since when the next entry's computation may run
};

double start_of(const IterationCosts& costs, std::size_t i, const State& before, bool changes) {
    return std::max(changes ? before.end + costs.delay : before.end,
                    before.computes + costs.computation[i]);
}

/// The state after step i.
State after(const IterationCosts& costs, std::size_t i, const State& before, bool own,
            bool changes) {
    const double start = start_of(costs, i, before, changes);
    const double end = start + (own ? costs.own[i] : costs.base[i]);
    if (!costs.overlaps[i]) return {end, end};
    return {end, costs.begins[i] ? start : before.computes};
}

/// A schedule of the first steps: its last decision, and its place among those before.
struct Partial {
    State state;
    bool from_own;
    std::size_t from;
};
using Partials = std::array<std::vector<Partial>, 2>;  // on base, on own circuits

void keep(std::vector<Partial>& all, const Partial& one) {
    const auto covers = [](const Partial& a, const Partial& b) {
        return a.state.end <= b.state.end && a.state.computes <= b.state.computes;
    };
    if (std::ranges::any_of(all, [&](const Partial& other) { return covers(other, one); })) return;
    std::erase_if(all, [&](const Partial& other) { return covers(one, other); });
    all.push_back(one);
}

Partials next(const IterationCosts& costs, std::size_t i, const Partials& before) {
    Partials all;
    for (const bool own : {false, true})
        for (const bool was_own : {own, !own})
            for (std::size_t k = 0; k < before[was_own].size(); ++k) {
                const bool changes = own != was_own || (own && !costs.stands[i]);
                keep(all[own],
                     {after(costs, i, before[was_own][k].state, own, changes), was_own, k});
            }
    return all;
}

struct Choice {
    double end = std::numeric_limits<double>::infinity();
    std::vector<bool> own;
};

/// From one of the starts that are open to one of the ends that are.
Choice best_from(const IterationCosts& costs, std::array<bool, 2> starts,
                 std::array<bool, 2> ends) {
    const auto steps = costs.base.size();
    std::vector<Partials> history(1);
    for (const bool own : {false, true})
        if (starts[own]) history[0][own].push_back({});
    for (std::size_t i = 0; i < steps; ++i) history.push_back(next(costs, i, history.back()));
    Choice best{.own = std::vector<bool>(steps)};
    const Partial* last = nullptr;
    bool own = false;
    for (const bool at : {false, true})
        for (const auto& one : history.back()[at])
            if (ends[at] && (!last || one.state.end < best.end)) {
                last = &one;
                best.end = one.state.end;
                own = at;
            }
    for (std::size_t i = steps; last && i-- > 0;) {
        best.own[i] = own;
        own = last->from_own;
        last = &history[i][own][last->from];
    }
    return best;
}

}  // namespace

std::vector<bool> best_choice(const IterationCosts& costs) {
    using Start = IterationCosts::Start;
    if (costs.start == Start::base) return best_from(costs, {true, false}, {true, true}).own;
    if (costs.start == Start::other) return best_from(costs, {false, true}, {true, true}).own;
    if (costs.start == Start::free) return best_from(costs, {true, true}, {true, true}).own;
    auto base = best_from(costs, {true, false}, {true, false});
    auto own = best_from(costs, {false, true}, {false, true});
    return own.end < base.end ? own.own : base.own;
}

IterationLine line_of(const IterationCosts& costs, const std::vector<bool>& own) {
    using Start = IterationCosts::Start;
    IterationLine line;
    State state;
    bool was_own = costs.start == Start::free       ? own[0]
                   : costs.start == Start::periodic ? own.back()
                                                    : costs.start == Start::other;
    for (std::size_t i = 0; i < own.size(); ++i) {
        const bool changes = own[i] != was_own || (own[i] && !costs.stands[i]);
        line.changes += changes;
        if (i == 0) line.start = start_of(costs, i, state, changes);
        line.begins.push_back(state.computes);
        line.computed.push_back(state.computes + costs.computation[i]);
        state = after(costs, i, state, own[i], changes);
        line.ends.push_back(state.end);
        was_own = own[i];
    }
    line.leaves_base = was_own;
    return line;
}

}  // namespace lightsweep::sweeps
