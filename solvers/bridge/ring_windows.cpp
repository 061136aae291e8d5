#include "solvers/bridge/ring_windows.hpp"

#include <algorithm>

#include "kernels/collectives/bruck.hpp"
#include "kernels/collectives/collective_algorithms.hpp"
#include "kernels/collectives/windowed_ring.hpp"

namespace lightsweep::solvers::bridge {

namespace {

using kernels::Collective;
using kernels::Primitive;

/// Properties of the steps that decide where windows are allowed.
struct Windowing {
    std::vector<std::size_t> own;  ///< exponents
    std::vector<bool> allowed;     ///< a window may contain the step
    std::vector<bool> falling;     ///< exponents fall: an all-gather
    std::vector<bool> begins;      ///< the first step of a reduce-scatter or an all-gather
    std::size_t subrings = 1;      ///< states from here on are windows
    bool mixed = false;

    bool is_window(std::size_t state) const { return state >= subrings; }

    /// Whether state `to` may follow state `from`: a window lasts from (or, falling, to) the step
    /// for which its subring is made.
    bool may_follow(std::size_t step, std::size_t from, std::size_t to) const {
        const bool stays = from == to && !begins[step];
        if (stays) return true;
        const bool enters_early = is_window(to) && !falling[step] && own[step] != to - subrings;
        const bool leaves_early =
            is_window(from) && step > 0 && falling[step - 1] && own[step - 1] != from - subrings;
        if (enters_early || leaves_early) return false;
        return mixed || begins[step] || from % subrings != to % subrings;
    }

    std::vector<kernels::RingWindow> windows(const std::vector<std::size_t>& states) const {
        std::vector<kernels::RingWindow> found;
        for (std::size_t k = 0; k < states.size(); ++k) {
            if (!is_window(states[k])) continue;
            const bool goes_on = k > 0 && states[k] == states[k - 1] && !begins[k];
            if (goes_on)
                ++found.back().count;
            else
                found.push_back({k, 1});
        }
        return found;
    }
};

bool is_windowed(const Collective& c) {
    const bool moves_blocks =
        c.primitive == Primitive::reduce_scatter || c.primitive == Primitive::all_gather ||
        (c.primitive == Primitive::all_reduce && c.algorithm != "bruck-latency");
    if (!moves_blocks) return false;
    for (const auto& step : c.steps) {
        const auto shift = step.peer.as_shift();
        const double exact = kernels::bruck_share(c.n, shift.value_or(0)) / (c.mirrored ? 2 : 1);
        if (!shift || !step.other_peers.empty() || step.share != exact) return false;
    }
    return true;
}

void describe_part(const Collective& part, Windowing& result) {
    const bool windowed = is_windowed(part);
    const std::size_t turn = part.primitive == Primitive::all_reduce   ? part.steps.size() / 2
                             : part.primitive == Primitive::all_gather ? 0
                                                                       : part.steps.size();
    for (std::size_t k = 0; k < part.steps.size(); ++k) {
        result.allowed.push_back(windowed);
        result.falling.push_back(windowed && k >= turn);
        result.begins.push_back(k == 0 || (windowed && k == turn));
    }
}

/// Costs of one pass of the ring on a subring: to the next node of the same residue.
kernels::StepCosts pass_costs(const Problem& problem, const kernels::Topology& topology,
                              std::size_t t) {
    const auto next = kernels::Permutation::shift(problem.collective.n, std::int64_t{1} << t);
    return flow_costs(kernels::custom_collective({{next, 1.0}}), topology, {problem.flow_gap},
                      problem.measure);
}

void add_window_states(const Problem& problem, const Windowing& rules, SubringSpace& space) {
    space.more_steps.assign(space.states(), std::vector<std::int32_t>(space.steps(), 0));
    for (std::size_t t = 0; t < rules.subrings; ++t) {
        const auto pass = pass_costs(problem, space.decisions.topologies[t], t);
        auto costs = space.on[t];
        std::vector<std::int32_t> more(space.steps(), 0);
        for (std::size_t k = 0; k < space.steps(); ++k) {
            const bool fits = rules.allowed[k] && rules.own[k] >= t && pass.reachable(0);
            const auto count =
                fits ? kernels::ring_steps(problem.collective.n, rules.own[k], t) : 1;
            more[k] = static_cast<std::int32_t>(count - 1);
            costs.hops[k] =
                fits ? static_cast<double>(count) * pass.hops[0] : kernels::unreachable_cost;
            costs.stretch[k] = fits ? pass.stretch[0] : kernels::unreachable_cost;
            costs.least_stretch[k] = fits ? pass.least_stretch[0] : kernels::unreachable_cost;
        }
        space.on.push_back(std::move(costs));
        space.more_steps.push_back(std::move(more));
    }
}

/// Decodes a decision; every step that is carried out gets one topology.
DecodedSchedule decoder(const DecisionSpace& space, const Windowing& rules,
                        const std::vector<std::size_t>& states) {
    const auto& problem = *space.structure;
    const auto windows = rules.windows(states);
    DecodedSchedule result{kernels::with_ring_windows(problem.collective, rules.own, windows),
                           {space.topologies, {}, 1}};
    for (std::size_t k = 0; k < states.size(); ++k) {
        const std::size_t t = states[k] % rules.subrings;
        const bool in_window = rules.is_window(states[k]);
        const auto count =
            in_window ? kernels::ring_steps(problem.collective.n, rules.own[k], t) : 1;
        result.schedule.choice.insert(result.schedule.choice.end(), static_cast<std::size_t>(count),
                                      space.canonical(t));
    }
    return result;
}

}  // namespace

bool has_ring_windows(const Collective& collective) {
    if (collective.parts.empty()) return is_windowed(collective);
    return std::ranges::any_of(collective.parts, is_windowed);
}

SubringSpace ring_window_space(Subject problem, bool mixed) {
    auto space = with_equal_subrings(subring_space(problem));
    Windowing rules{space.own, {}, {}, {}, space.states(), mixed};
    const auto& collective = problem->collective;
    if (collective.parts.empty()) describe_part(collective, rules);
    for (const auto& part : collective.parts) describe_part(part, rules);
    add_window_states(*problem, rules, space);
    space.may_follow = [rules](std::size_t step, std::size_t from, std::size_t to) {
        return rules.may_follow(step, from, to);
    };
    space.decisions.decoder = [rules,
                               plain = space.decisions](std::span<const std::uint64_t> decision) {
        std::vector<std::size_t> states;
        for (std::size_t k = 0; k < rules.own.size(); ++k)
            states.push_back(kernels::state_at(decision, k, subring_bits));
        return bridge::decoder(plain, rules, states);
    };
    return space;
}

}  // namespace lightsweep::solvers::bridge
