#include "solvers/scheduler.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <mutex>
#include <numeric>

#include "kernels/lane_flow.hpp"
#include "kernels/path_congestion.hpp"
#include "kernels/routed_flow.hpp"

namespace lightsweep::solvers {

namespace {

kernels::Route route_of(Accounting accounting) {
    if (accounting == Accounting::paths_ecmp) return kernels::Route::ecmp;
    return accounting == Accounting::paths_lex ? kernels::Route::lex : kernels::Route::dor;
}

/// Of the topologies met, the last ones that are compared with the next.
constexpr std::size_t most_looked_at = 256;

/// Keeps a Solver for every topology that it has met, for as long as few others follow.
template <typename Solver, typename Make, typename Ask>
kernels::FlowOracle remembering(Make make, Ask ask) {
    auto known = std::make_shared<std::deque<std::pair<kernels::Topology, Solver>>>();
    auto guard = std::make_shared<std::mutex>();
    return [=](const kernels::Topology& topology, const kernels::Demand& demand) {
        const Solver* solver = nullptr;
        {
            const std::scoped_lock lock(*guard);
            const std::size_t looked = std::min(known->size(), most_looked_at);
            for (auto at = known->rbegin(); !solver && at != known->rbegin() + looked; ++at)
                if (at->first == topology) solver = &at->second;
            if (!solver) solver = &known->emplace_back(topology, make(topology)).second;
        }
        return ask(*solver, topology, demand);
    };
}

}  // namespace

double SwitchPlanes::total_speed() const {
    return std::accumulate(speeds.begin(), speeds.end(), 0.0);
}

bool takes_shortest_paths(Accounting accounting) {
    return accounting == Accounting::paths_dor || accounting == Accounting::paths_lex ||
           accounting == Accounting::paths_ecmp;
}

bool is_common(Accounting accounting) {
    return accounting == Accounting::lanes_flow || accounting == Accounting::lanes_path;
}

kernels::FlowOracle oracle_of(Accounting accounting, kernels::Node ports, double flow_gap) {
    using kernels::Topology, kernels::Demand;
    if (accounting == Accounting::routed) return kernels::routed_oracle(ports);
    if (accounting == Accounting::concurrent_flow)
        return remembering<flow::FlowSolver>(
            [flow_gap](const Topology& t) { return flow::FlowSolver(t, {flow_gap}); },
            [](const flow::FlowSolver& solver, const Topology&, const Demand& d) {
                return solver(d);
            });
    if (is_common(accounting)) {
        const auto route = accounting == Accounting::lanes_flow ? kernels::LaneRoute::flow
                                                                : kernels::LaneRoute::path;
        return remembering<kernels::LaneFlow>(
            [route](const Topology& t) { return kernels::LaneFlow(t, route); },
            [](const kernels::LaneFlow& flow, const Topology&, const Demand& d) {
                return flow(d);
            });
    }
    const auto route = route_of(accounting);
    return remembering<kernels::PathCounter>(
        [route](const Topology& t) { return kernels::PathCounter(t, route); },
        [](const kernels::PathCounter& counter, const Topology& t, const Demand& d) {
            return kernels::path_flow(counter, t, d);
        });
}

kernels::FlowOracle DecisionSpace::oracle() const {
    if (!single_hop)
        return oracle_of(structure->accounting, structure->collective.matching_ports(),
                         structure->flow_gap);
    return [](const kernels::Topology& topology, const kernels::Demand& demand) {
        return kernels::LaneFlow(topology, kernels::LaneRoute::direct)(demand);
    };
}

kernels::StepCosts flow_costs(const kernels::Collective& collective,
                              const kernels::Topology& topology, const flow::FlowOptions& options,
                              Accounting accounting) {
    if (accounting != Accounting::concurrent_flow)
        return kernels::step_costs(collective, topology,
                                   oracle_of(accounting, collective.matching_ports()));
    const flow::FlowSolver solver(topology, options);
    return kernels::step_costs(
        collective, topology,
        [&solver](const kernels::Topology&, const kernels::Demand& d) { return solver(d); });
}

kernels::StepCosts flow_costs(const Structure& structure, const kernels::Topology& topology) {
    return flow_costs(structure.collective, topology, {}, structure.accounting);
}

Structure make_structure(kernels::Collective collective, kernels::Topology base, Pool pool,
                         double flow_gap, Accounting accounting) {
    auto costs = flow_costs(collective, base, {flow_gap}, accounting);
    pool.costs.clear();
    for (const auto& other : pool.others)
        pool.costs.push_back(flow_costs(collective, other, {flow_gap}, accounting));
    return {std::move(collective), std::move(base), std::move(costs),
            std::move(pool),       flow_gap,        accounting};
}

namespace {

/// Steps whose flow is exact on every topology of lanes that carries them (kernels/lane_flow.hpp).
bool has_closed_forms(const kernels::Collective& collective) {
    return std::all_of(collective.steps.begin(), collective.steps.end(), [](const auto& step) {
        return !step.also.empty() || step.peer.as_shift() || step.peer.is_involution();
    });
}

}  // namespace

bool Structure::is_exact() const {
    return costs.is_exact() &&
           (accounting != Accounting::lanes_flow || has_closed_forms(collective)) &&
           std::all_of(pool.costs.begin(), pool.costs.end(),
                       [](const kernels::StepCosts& one) { return one.is_exact(); });
}

Structure Structure::optimistic() const {
    Structure result = *this;
    result.costs = costs.optimistic();
    result.upper_flows = true;
    for (auto& one : result.pool.costs) one = one.optimistic();
    return result;
}

std::vector<kernels::Topology> Structure::bases() const {
    std::vector<kernels::Topology> all{base};
    all.insert(all.end(), pool.others.begin(), pool.others.end());
    return all;
}

DecisionSpace base_or_matching(std::shared_ptr<const Structure> structure) {
    const kernels::Topology base = structure->base;
    return {std::move(structure), {base}, 1, true, 1, {}};
}

CarriedOut DecisionSpace::carried_out(std::span<const std::uint64_t> decision) const {
    if (carry_out) return carry_out(decision);
    std::vector<std::size_t> state;
    for (std::size_t i = 0; i < structure->steps(); ++i)
        state.push_back(own_matching ? kernels::state_at(decision, i, bits)
                                     : canonical(kernels::state_at(decision, i, bits)));
    const auto& collective = structure->collective;
    if (!own_matching) return {collective, {topologies, std::move(state), n_bases}};
    return {collective, kernels::bases_or_matching(topologies, collective, state)};
}

std::optional<Reason> refuse(const SchedulerRow& scheduler, const Structure& structure,
                             const SchedulerOptions& options) {
    if (scheduler.traits.never != Reason::none) return scheduler.traits.never;
    if (structure.rings.has_value() != (scheduler.traits.on_rings != OnRings::no))
        return is_common(structure.accounting) ? Reason::other_topology : Reason::other_rules;
    if (!structure.collective.alternatives.empty() && !scheduler.traits.chooses_algorithm)
        return Reason::needs_one_algorithm;
    const bool planes = structure.accounting == Accounting::switch_planes;
    const bool common = is_common(structure.accounting);
    if (common != scheduler.traits.common) return Reason::other_rules;
    if (common && structure.subrings.restore && scheduler.reads_delay && !scheduler.traits.restores)
        return Reason::restore_not_supported;
    if (common)
        return scheduler.traits.refuse ? scheduler.traits.refuse(structure, options) : std::nullopt;
    if (planes != scheduler.traits.on_planes) return Reason::other_rules;
    const auto block = structure.subrings.block;
    const bool lacks_ports = block == 0 || (block > 1 && !scheduler.traits.reads_subrings);
    if (scheduler.reads_delay && lacks_ports) return Reason::too_few_switch_ports;
    if (scheduler.reads_delay && structure.subrings.restore && !scheduler.traits.reads_subrings)
        return Reason::restore_not_supported;
    if (scheduler.traits.refuse)
        if (const auto why = scheduler.traits.refuse(structure, options)) return why;
    const auto& steps = structure.collective.steps;
    const bool has_union = std::any_of(
        steps.begin(), steps.end(), [](const kernels::Step& step) { return !step.also.empty(); });
    if (!has_union) return std::nullopt;
    if (takes_shortest_paths(structure.accounting)) {
        const bool known = structure.collective.transmitters.count > 0;
        return known && scheduler.traits.takes_transmitters
                   ? std::nullopt
                   : std::optional(Reason::unions_not_supported);
    }
    if (scheduler.traits.unions == Unions::any) return std::nullopt;
    if (scheduler.traits.unions == Unions::none) return Reason::unions_not_supported;
    if (structure.costs.has_rounds()) return Reason::split_unions_not_supported;
    return std::nullopt;
}

void PreparedScheduler::evaluate(const kernels::DelayRow& row, ResultRow& result) const {
    fill(row, result);
    result.add_computation(row.compute_time * static_cast<double>(structure().steps()));
}

void ResultRow::add_computation(double seconds) {
    computation = seconds;
    if (seconds == 0) return;
    for (std::size_t i = 0; i < size_; ++i) {
        completion[i] += seconds;
        lower_bound[i] += seconds;
    }
}

void ResultRow::resize(std::size_t n, std::size_t words) {
    const std::size_t room = n + kernels::row_padding;
    more_steps.clear();
    algorithm.clear();
    more_computation.clear();
    plane_plans.clear();
    const bool has_decisions = !want_decisions || decision.size() == room * words;
    if (size_ == n && completion.size() == room && has_decisions) return;
    size_ = n;
    for (auto* column : {&completion, &startup, &propagation, &transmission, &congestion,
                         &reconfiguration, &lower_bound})
        column->resize(room);
    n_reconfigurations.resize(room);
    status.resize(room);
    reason.resize(room);
    if (want_decisions) decision.resize(room * words);
}

kernels::CostBreakdown ResultRow::breakdown(std::size_t i) const {
    return {startup[i],    propagation[i],     transmission[i],
            congestion[i], reconfiguration[i], computation_of(i)};
}

void ResultRow::set(std::size_t i, const kernels::CostBreakdown& cost) {
    startup[i] = cost.startup;
    propagation[i] = cost.propagation;
    transmission[i] = cost.transmission;
    congestion[i] = cost.congestion;
    reconfiguration[i] = cost.reconfiguration;
    completion[i] = cost.total();
}

std::size_t ResultRow::reject_overflow() {
    std::size_t rejected = 0;
    for (std::size_t i = 0; i < size_; ++i) {
        if (std::isfinite(completion[i]) || status[i] == Status::infeasible) continue;
        status[i] = Status::error;
        reason[i] = Reason::evaluation_failed;
        ++rejected;
    }
    return rejected;
}

void ResultRow::fill_without_plan(Status what, Reason why) {
    const double value = what == Status::infeasible ? std::numeric_limits<double>::infinity()
                                                    : std::numeric_limits<double>::quiet_NaN();
    for (auto* column : {&completion, &startup, &propagation, &transmission, &congestion,
                         &reconfiguration, &lower_bound})
        std::fill(column->begin(), column->end(), value);
    std::fill(n_reconfigurations.begin(), n_reconfigurations.end(), -1);
    std::fill(status.begin(), status.end(), what);
    std::fill(reason.begin(), reason.end(), why);
}

}  // namespace lightsweep::solvers
