#include "solvers/one_accounting/papers/common_schedulers.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>

#include "kernels/collectives/transmitters.hpp"
#include "kernels/flow/lane_flow.hpp"
#include "kernels/parallel/for_each.hpp"
#include "kernels/planes/plane_collectives.hpp"
#include "solvers/bridge/bridge.hpp"
#include "solvers/contract/prepared_envelope.hpp"
#include "solvers/matrices/matrix_schedulers.hpp"
#include "solvers/one_accounting/lanes/lane_pool.hpp"
#include "solvers/one_accounting/lanes/lane_problem.hpp"
#include "solvers/one_accounting/papers/paper_walks.hpp"
#include "solvers/one_accounting/walks/prepared_threshold.hpp"
#include "solvers/swot/problem/baselines.hpp"
#include "solvers/walks/uniform_walks.hpp"

namespace lightsweep::solvers::one_accounting {

namespace {

using kernels::Node;
using kernels::Topology;
using States = std::vector<std::size_t>;

/// Position of the only bit of a step's mask.
std::optional<int> bit_of(const kernels::Step& step) {
    if (!step.other_peers.empty()) return std::nullopt;
    const auto mask = kernels::mask_of(step.peer);
    if (!mask || !std::has_single_bit(static_cast<std::uint32_t>(*mask))) return std::nullopt;
    return std::countr_zero(static_cast<std::uint32_t>(*mask));
}

bool is_on_ring(const Problem& problem) {
    if (problem.base.kind() != Topology::Kind::lanes) return false;
    const Node n = problem.collective.n;
    return std::ranges::all_of(problem.base.lane_list(), [n](const kernels::Lanes& lane) {
        const auto offset = lane.circuits.as_shift();
        return offset && (*offset == 1 % n || *offset == n - 1);
    });
}

/// The distinct permutations with their volumes; stops at one more than `most`.
std::vector<std::pair<kernels::Permutation, double>> volumes_of(
    const kernels::Collective& collective, std::size_t most) {
    std::vector<std::pair<kernels::Permutation, double>> volumes;
    for (const auto& step : collective.steps) {
        if (volumes.size() > most) break;
        if (step.peer.is_identity()) continue;
        const auto known =
            std::ranges::find_if(volumes, [&](const auto& one) { return one.first == step.peer; });
        if (known != volumes.end())
            known->second += step.share;
        else
            volumes.emplace_back(step.peer, step.share);
    }
    return volumes;
}

bool has_several_peers(const kernels::Collective& collective) {
    return std::ranges::any_of(collective.steps,
                               [](const kernels::Step& step) { return !step.other_peers.empty(); });
}

/// Planes for all permutations, if there are enough: SWOT's best partition without delays.
std::optional<kernels::PlaneSchedule> partition_of(const Problem& problem) {
    kernels::PlaneProblem planes;
    planes.steps = kernels::plane_steps(problem.collective, 1);
    planes.planes = kernels::alike_planes(problem.lanes, 1, 0);
    return swot::one_shot_schedule(planes, swot::OneShot::best);
}

/// The partition of the lanes over all permutations.
Topology one_partition(const Problem& problem) {
    if (!has_several_peers(problem.collective)) {
        const auto volumes =
            volumes_of(problem.collective, static_cast<std::size_t>(problem.lanes));
        return volumes.empty() ? problem.base : shared_lanes(volumes, problem.lanes);
    }
    std::map<int, kernels::Permutation> circuits;  // of every plane
    const auto schedule = partition_of(problem);
    for (std::size_t i = 0; i < problem.steps(); ++i) {
        const auto step = kernels::merged(problem.collective.steps[i]);
        for (const auto& use : schedule->steps[i])
            circuits.emplace(use.plane, step.demand()[use.peer]);
    }
    std::vector<kernels::Lanes> lanes;
    for (const auto& [plane, own] : circuits) lanes.push_back({own, 1});
    return Topology::lanes(std::move(lanes));
}

/// Cost of a step on its own lanes of a partition, without the routes over other lanes.
StateCost over_own_lanes(const Problem& problem, std::size_t step, const Topology& lanes,
                         std::size_t state) {
    const kernels::LaneFlow direct(lanes, kernels::LaneRoute::direct);
    const auto& sent = problem.collective.steps[step];
    auto flow = direct(sent.demand());
    if (flow.hops > 0) flow.theta *= problem.collective.sharing_width(sent);
    return {static_cast<std::uint32_t>(state), true, static_cast<double>(flow.hops),
            problem.costs.share[step] * (flow.stretch() - 1)};
}

/// Times that belong to no schedule.
class Formula : public PreparedEnvelope {
    using PreparedEnvelope::PreparedEnvelope;
    void fill(const kernels::DelayRow& row, ResultRow& result) const override {
        PreparedEnvelope::fill(row, result);
        std::ranges::fill(result.status, Status::formula);
    }
};

}  // namespace

Prepared prepare_static(Subject problem, const SchedulerOptions&) {
    if (problem->matrix) return matrices::prepare_static(std::move(problem));
    const States states(problem->steps(), 0);
    const auto base = problem->base;
    return best_of(problem, {base}, {states});
}

Prepared prepare_every_step(Subject problem, const SchedulerOptions&) {
    auto pool = own_pool(*problem);
    States states;
    for (const auto& own : pool.own)
        states.push_back(own ? *own : (states.empty() ? 0 : states.back()));
    return best_of(problem, pool.list.all(), {states});
}

Prepared prepare_threshold(Subject problem, const SchedulerOptions&) {
    return std::make_unique<PreparedThreshold>(base_and_own(problem, false));
}

Prepared prepare_addanki(Subject problem, const SchedulerOptions&) {
    return optimum_over(base_and_own(problem, false));
}

Prepared prepare_pccl(Subject problem, const SchedulerOptions&) {
    return optimum_over(base_and_own(problem, true));
}

Prepared prepare_bridge(Subject problem, const SchedulerOptions&) {
    return optimum_over(on_subrings(problem));
}

Prepared prepare_r_hd(Subject problem, const SchedulerOptions&) {
    auto pool = own_pool(*problem);
    const auto& steps = problem->collective.steps;
    const auto count = static_cast<int>(steps.size());
    std::vector<States> candidates;
    for (int on_base = std::min(count, 1); on_base <= count; ++on_base) {
        States states;
        for (std::size_t i = 0; i < steps.size(); ++i)
            states.push_back(*bit_of(steps[i]) < on_base ? 0 : pool.own[i].value_or(0));
        candidates.push_back(std::move(states));
    }
    return best_of(problem, pool.list.all(), candidates);
}

Prepared prepare_one_shot(Subject problem, const SchedulerOptions&) {
    TopologyList list;
    list.place(problem->base);
    const auto lanes = one_partition(*problem);
    const std::size_t at = list.place(lanes);
    auto walks = no_choices(problem, list.all());
    for (std::size_t i = 0; i < problem->steps(); ++i)
        walks.choices[i].push_back(over_own_lanes(*problem, i, lanes, at));
    auto schedule = schedule_of(walks, States(problem->steps(), at));
    kernels::Envelope table(walks.steps(), walks.volume, {std::move(schedule)},
                            kernels::state_bits);
    walks.decisions.single_hop = true;
    return std::make_unique<PreparedEnvelope>(std::move(table), std::move(walks.decisions));
}

Prepared prepare_segments(Subject problem, const SchedulerOptions&) {
    const auto pool = full_pool(*problem);
    return optimum_over(without_dominated(all_choices(problem, pool.list.all())));
}

Prepared prepare_ideal(Subject problem, const SchedulerOptions&) {
    const auto& costs = problem->costs;
    const auto base = problem->base;
    const double hops = std::accumulate(costs.active.begin(), costs.active.end(), 0.0);
    double idle = 0;  // lanes that several permutations cannot share evenly
    for (std::size_t i = 0; i < problem->steps(); ++i)
        idle += costs.share[i] *
                (kernels::matched_step(problem->collective.steps[i], problem->lanes).stretch - 1);
    kernels::Envelope table(
        problem->steps(), costs.volume,
        {{hops, idle, 0, kernels::base_throughout(problem->steps(), kernels::state_bits)}},
        kernels::state_bits);
    return std::make_unique<Formula>(std::move(table), no_choices(problem, {base}).decisions);
}

std::optional<Reason> refuse_off_base(const Problem& problem, const SchedulerOptions&) {
    if (const auto why = matrices::refuse_large_flows(problem)) return why;
    for (std::size_t i = 0; i < problem.steps(); ++i)
        if (!problem.costs.reachable(i))
            return problem.collective.steps[i].other_peers.empty() ? Reason::base_disconnects_step
                                                                   : Reason::unions_not_supported;
    return std::nullopt;
}

namespace {

/// Whether a scheduler's topologies carry a step, judged by its peers and the number of lanes.
using Carries = bool(const kernels::Step&, Node);

bool has_own(const kernels::Step& step, Node lanes) {
    return own_circuits(step, lanes).has_value();
}

/// Whether some step for which `asks` holds is carried by no topology; consecutive equal steps are
/// tested once.
template <typename Asks>
bool lacks_circuits(const Problem& problem, const Asks& asks, Carries* carries) {
    const kernels::Step* before = nullptr;
    for (std::size_t i = 0; i < problem.steps(); ++i) {
        const auto& step = problem.collective.steps[i];
        if (!asks(i) || (before && step.sends_like(*before))) continue;
        before = &step;
        if (!carries(step, problem.lanes)) return true;
    }
    return false;
}

/// Refuses if the base does not carry a step that the other topologies do not carry.
std::optional<Reason> refuse_stuck(const Problem& problem, Carries* carries) {
    const auto off_base = [&](std::size_t i) { return !problem.costs.reachable(i); };
    return lacks_circuits(problem, off_base, carries) ? std::optional(Reason::too_few_lanes)
                                                      : std::nullopt;
}

}  // namespace

std::optional<Reason> refuse_without_own(const Problem& problem, const SchedulerOptions&) {
    const auto sends = [&](std::size_t i) { return problem.costs.active[i] > 0; };
    return lacks_circuits(problem, sends, has_own) ? std::optional(Reason::too_few_lanes)
                                                   : std::nullopt;
}

namespace {

/// Limits on the number of pairs of a step and a permutation of the collective.
constexpr std::size_t most_ruled = 20'000'000, most_matched = 1'200'000, most_kept = 300'000,
                      most_pooled = 100'000, most_programmed = 70'000;

std::optional<Reason> refuse_beyond(std::size_t most, const Problem& problem,
                                    Carries* carries = has_own) {
    if (const auto why = refuse_stuck(problem, carries)) return why;
    const std::size_t allowed = most / std::max<std::size_t>(1, problem.steps());
    const bool beyond = volumes_of(problem.collective, allowed).size() > allowed;
    return beyond ? std::optional(Reason::too_many_nodes) : std::nullopt;
}

}  // namespace

std::optional<Reason> refuse_long_rules(const Problem& problem, const SchedulerOptions&) {
    return refuse_beyond(most_ruled, problem);
}

std::optional<Reason> refuse_long_matchings(const Problem& problem, const SchedulerOptions&) {
    return refuse_beyond(most_matched, problem);
}

std::optional<Reason> refuse_long_walks(const Problem& problem, const SchedulerOptions&) {
    return refuse_beyond(most_kept, problem);
}

std::optional<Reason> refuse_long_programs(const Problem& problem, const SchedulerOptions&) {
    return refuse_beyond(most_programmed, problem);
}

std::optional<Reason> refuse_long_pools(const Problem& problem, const SchedulerOptions&) {
    return refuse_beyond(most_pooled, problem, pool_carries);
}

std::optional<Reason> refuse_other_than_bruck(const Problem& problem, const SchedulerOptions&) {
    if (!is_on_ring(problem)) return Reason::base_not_supported;
    const auto& steps = problem.collective.steps;
    const bool powers = std::ranges::all_of(
        steps, [](const kernels::Step& step) { return exponent_of(step).has_value(); });
    const bool is_bruck = problem.collective.algorithm.starts_with("bruck") || steps.empty();
    return powers && is_bruck ? std::nullopt : std::optional(Reason::no_bruck_steps);
}

std::optional<Reason> refuse_other_than_one_bruck(const Problem& problem,
                                                  const SchedulerOptions& options) {
    if (const auto why = refuse_other_than_bruck(problem, options)) return why;
    return bridge::refuse_other_than_one_bruck(problem, options);
}

std::optional<Reason> refuse_other_than_exchange(const Problem& problem, const SchedulerOptions&) {
    using kernels::Primitive;
    const auto& collective = problem.collective;
    const bool gathers = collective.primitive == Primitive::all_gather;
    const auto count = static_cast<int>(collective.steps.size());
    const bool both = collective.primitive == Primitive::all_reduce;
    if (!collective.algorithm.starts_with("halving-doubling") && count > 0)
        return Reason::no_exchange_steps;
    for (int i = 0; i < (both ? count / 2 : count); ++i)
        if (bit_of(collective.steps[i]) != (gathers ? count - 1 - i : i))
            return Reason::no_exchange_steps;
    if (both && count > 0) return Reason::separate_parts_only;
    return is_on_ring(problem) ? std::nullopt : std::optional(Reason::base_not_supported);
}

std::optional<Reason> refuse_other_than_ring(const Problem& problem, const SchedulerOptions&) {
    if (!is_on_ring(problem)) return Reason::base_not_supported;
    const auto& steps = problem.collective.steps;
    const bool is_ring = problem.collective.algorithm.starts_with("ring") || steps.empty();
    const bool next = std::ranges::all_of(steps, [](const kernels::Step& step) {
        return step.other_peers.empty() &&
               step.peer.as_shift() == kernels::modulo(1, step.peer.size());
    });
    return is_ring && next ? std::nullopt : std::optional(Reason::no_ring_steps);
}

std::optional<Reason> refuse_other_than_partition(const Problem& problem, const SchedulerOptions&) {
    const auto lanes = static_cast<std::size_t>(problem.lanes);
    const bool fits = has_several_peers(problem.collective)
                          ? partition_of(problem).has_value()
                          : volumes_of(problem.collective, lanes).size() <= lanes;
    return fits ? std::nullopt : std::optional(Reason::too_few_planes);
}

}  // namespace lightsweep::solvers::one_accounting
