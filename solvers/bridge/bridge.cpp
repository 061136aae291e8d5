#include "solvers/bridge/bridge.hpp"

#include <algorithm>
#include <bit>

#include "solvers/bridge/ring_windows.hpp"
#include "solvers/contract/prepared_envelope.hpp"
#include "solvers/walks/prepared_walks.hpp"

namespace lightsweep::solvers::bridge {

namespace {

using kernels::ListedSchedule;
using kernels::Primitive;
using States = std::vector<std::size_t>;

Prepared plan_of(SubringSpace space, const std::vector<States>& walks) {
    std::vector<ListedSchedule> schedules;
    for (const auto& states : walks) schedules.push_back(schedule_of(space, states));
    kernels::Envelope table(space.steps(), space.on[0].volume, std::move(schedules), subring_bits);
    return std::make_unique<PreparedEnvelope>(std::move(table), std::move(space.decisions));
}

States concatenated(States first, const States& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

/// Number of steps of the part that is cut into segments; an all-reduce has two such parts.
std::size_t steps_of_part(const kernels::Collective& collective) {
    const bool has_two =
        collective.primitive == Primitive::all_reduce && collective.algorithm != "bruck-latency";
    return collective.steps.size() / (has_two ? 2 : 1);
}

/// The states of all steps, for segments of the part with rising distances.
States states_of(const kernels::Collective& collective, const Segments& segments) {
    const Segments mirrored(segments.rbegin(), segments.rend());
    const std::size_t s = steps_of_part(collective);
    if (collective.primitive == Primitive::all_gather) return falling_states(mirrored, s);
    if (s == collective.steps.size()) return rising_states(segments, s);
    return concatenated(rising_states(segments, s), falling_states(mirrored, s));
}

/// The state space of an exchange algorithm: state 0 is the ring, state 1 + k the exchange over bit
/// k.
SubringSpace exchange_space(Subject problem) {
    auto space = ring_space(problem, {});
    auto& decisions = space.decisions;
    kernels::Node bits = 0;
    for (const auto& step : problem->collective.steps) bits |= *step.peer.as_exclusive_or();
    for (kernels::Node bit = 1; bit <= bits; bit <<= 1) {
        decisions.topologies.push_back(kernels::Topology::matching(
            kernels::Permutation::exclusive_or(problem->collective.n, bit)));
        space.on.push_back(flow_costs(*problem, decisions.topologies.back()));
    }
    for (const auto& step : problem->collective.steps)
        space.own.push_back(static_cast<std::size_t>(
            std::bit_width(static_cast<std::uint32_t>(*step.peer.as_exclusive_or()))));
    return space;
}

bool is_single_bit(const kernels::Step& step) {
    const auto mask = step.peer.as_exclusive_or();
    return step.other_peers.empty() && mask &&
           std::has_single_bit(static_cast<std::uint32_t>(*mask));
}

}  // namespace

Prepared prepare_bridge(Subject problem, const SchedulerOptions&) {
    return optimum_over_walks(with_equal_subrings(subring_space(std::move(problem))));
}

Prepared prepare_bridge_hybrid(Subject problem, const SchedulerOptions& options) {
    return optimum_over_walks(ring_window_space(std::move(problem), options.mixed > 0));
}

std::vector<States> recipe_walks(const kernels::Collective& collective, int reconfigurations) {
    const std::size_t s = steps_of_part(collective);
    // If volumes do not fall, only the balanced family is used (section 3.6).
    const bool falling =
        collective.primitive != Primitive::all_to_all && collective.algorithm != "bruck-latency";
    std::vector<States> walks;
    if (s == 0) walks.emplace_back();
    for (std::size_t r = 0; r < s; ++r) {
        if (reconfigurations >= 0 && r != static_cast<std::size_t>(reconfigurations)) continue;
        walks.push_back(states_of(collective, balanced_segments(s, r)));
        if (falling) walks.push_back(states_of(collective, transmission_segments(s, r)));
    }
    return walks;
}

Prepared prepare_bridge_paper(Subject problem, const SchedulerOptions& options) {
    const auto walks = recipe_walks(problem->collective, options.reconfigurations);
    return plan_of(subring_space(std::move(problem)), walks);
}

Prepared prepare_s_bruck(Subject problem, const SchedulerOptions&) {
    auto space = subring_space(std::move(problem));
    const States ring(space.steps(), 0);
    return plan_of(std::move(space), {ring});
}

Prepared prepare_g_bruck(Subject problem, const SchedulerOptions& options) {
    auto space = subring_space(problem);
    States states = space.own;
    if (options.charge_first > 0) {
        // The links of stride 1 as circuits of their own, which are not set up at the start.
        const auto links = kernels::Permutation::shift(problem->collective.n, 1);
        space.decisions.topologies.push_back(kernels::Topology::matching(links));
        space.on.push_back(flow_costs(*problem, space.decisions.topologies.back()));
        for (auto& state : states)
            if (state == 0) state = space.states() - 1;
        space.decisions.rules.free_start = false;
    }
    return plan_of(std::move(space), {states});
}

Prepared prepare_r_hd(Subject problem, const SchedulerOptions&) {
    auto space = exchange_space(std::move(problem));
    const std::size_t s = space.states() - 1;
    std::vector<States> walks;
    if (s == 0) walks.push_back(space.own);
    for (std::size_t t = s; t >= 1; --t) {
        States states = space.own;
        for (auto& state : states)
            if (state <= t) state = 0;
        walks.push_back(std::move(states));
    }
    return plan_of(std::move(space), walks);
}

Prepared prepare_ring(Subject problem, const SchedulerOptions&) {
    const States ring(problem->steps(), 0);
    return plan_of(ring_space(std::move(problem), ring), {ring});
}

std::optional<Reason> refuse_other_than_bruck(const Problem& problem, const SchedulerOptions&) {
    const auto exponents = bruck_exponents(problem.collective);
    // A collective with more than two steps, all to the next node, is the ring algorithm; with few
    // nodes Bruck's has the same steps.
    const bool has_others = problem.collective.n > problem.collective.matching_ports() + 1;
    const bool is_ring =
        exponents && has_others && exponents->size() > 2 &&
        std::ranges::all_of(*exponents, [](std::size_t exponent) { return exponent == 0; });
    return exponents && !is_ring ? std::nullopt : std::optional(Reason::no_bruck_steps);
}

std::optional<Reason> refuse_without_windows(const Problem& problem,
                                             const SchedulerOptions& options) {
    if (const auto why = refuse_other_than_bruck(problem, options)) return why;
    return has_ring_windows(problem.collective) ? std::nullopt
                                                : std::optional(Reason::no_ring_windows);
}

std::optional<Reason> refuse_other_than_one_bruck(const Problem& problem,
                                                  const SchedulerOptions& options) {
    const auto& collective = problem.collective;
    if (!collective.parts.empty()) return Reason::single_collectives_only;
    const auto exponents = bruck_exponents(collective);
    if (!exponents) return Reason::no_bruck_steps;
    // The recipe cuts the exponents 0, 1, ..., s-1 (in reverse order for an all-gather) into
    // segments.
    const std::size_t s = steps_of_part(collective);
    const Segments single(s, 1);
    if (states_of(collective, single) != *exponents) return Reason::no_bruck_steps;
    const bool too_many =
        options.reconfigurations > 0 && static_cast<std::size_t>(options.reconfigurations) >= s;
    return too_many ? std::optional(Reason::too_many_reconfigurations) : std::nullopt;
}

std::optional<Reason> refuse_other_than_exchange(const Problem& problem, const SchedulerOptions&) {
    const auto& steps = problem.collective.steps;
    if (!std::ranges::all_of(steps, is_single_bit)) return Reason::no_exchange_steps;
    return problem.subrings.block > 1 ? std::optional(Reason::too_few_switch_ports) : std::nullopt;
}

std::optional<Reason> refuse_other_than_ring(const Problem& problem, const SchedulerOptions&) {
    const auto is_next = [](const kernels::Step& step) {
        return step.other_peers.empty() &&
               step.peer.as_shift() == kernels::modulo(1, step.peer.size());
    };
    const auto& steps = problem.collective.steps;
    return std::ranges::all_of(steps, is_next) ? std::nullopt
                                               : std::optional(Reason::no_ring_steps);
}

}  // namespace lightsweep::solvers::bridge
