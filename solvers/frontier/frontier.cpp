#include "solvers/frontier/frontier.hpp"

#include <algorithm>
#include <utility>

#include "kernels/parallel/kept_once.hpp"
#include "solvers/contract/prepared_envelope.hpp"
#include "solvers/frontier/exchanges/exchange_plans.hpp"
#include "solvers/frontier/fastest_plans.hpp"
#include "solvers/frontier/gathers/gather_plans.hpp"
#include "solvers/frontier/gathers/torus_sets.hpp"
#include "solvers/frontier/gathers/windows.hpp"
#include "solvers/frontier/plans/found_plans.hpp"
#include "solvers/frontier/plans/movement.hpp"
#include "solvers/one_accounting/lanes/lane_problem.hpp"
#include "solvers/one_accounting/papers/common_schedulers.hpp"
#include "solvers/one_accounting/wdm/wdm_envelopes.hpp"
#include "solvers/one_accounting/wdm/wdm_rows.hpp"

namespace lightsweep::solvers::frontier {

namespace {

using kernels::Primitive;
using Plans = std::vector<FrontierPlan>;

constexpr int place_bits = 32;

/// The family's place in the words of `family_states`, or 0.
std::uint64_t code_of(const std::string& family) {
    const auto at = family_states.find(" " + family + ",");
    const auto before = at == family_states.npos ? at : family_states.find_last_of(" ", at - 1);
    return before == family_states.npos
               ? 0
               : std::stoull(std::string(family_states.substr(before + 1, at - before - 1)));
}

FrontierBase base_of(const Problem& problem) {
    const Node n = problem.collective.n, k = problem.lanes;
    const auto& base = problem.base;
    // More lanes than other nodes only repeat circuits.
    if (problem.rings)
        return {
            FrontierBase::Kind::ring, 1, n,
            static_cast<Node>(std::min<std::int64_t>(2 * problem.rings->wavelengths, n - n % 2)),
            true};
    if (base.kind() == kernels::Topology::Kind::torus)
        return {FrontierBase::Kind::torus, base.dims()[0], base.dims()[1], k};
    return {base.lane_list().size() > 1 ? FrontierBase::Kind::ring : FrontierBase::Kind::ring_uni,
            1, n, k};
}

FrontierPlan plan_of(std::string family, std::string text, const std::vector<StepRun>& runs) {
    FrontierPlan plan{std::move(family), std::move(text), {}};
    int topology = 0;
    for (const auto& run : runs)
        for (std::int64_t step = 0; step < run.steps; ++step) {
            if (run.reconfigurations > 0) ++topology;
            if (run.startups > 0) plan.steps.push_back({run.hops, run.transmission, topology});
        }
    return plan;
}

/// The schedules of WDM rings that light other circuits than the neighbour ring's, as plans.
Plans lightpaths_of(Primitive primitive, Node n, std::int64_t wavelengths) {
    Plans plans;
    if (primitive == Primitive::all_to_all)
        plans = lightpath_exchanges(n, static_cast<Node>(wavelengths));
    for (const auto name : one_accounting::wdm_schedulers()) {
        if (one_accounting::wdm_refusal(name, primitive)) continue;
        const auto all = one_accounting::wdm_envelopes(name, primitive, n, wavelengths);
        if (all.is_formula) continue;
        for (const auto& one : all.plans)
            plans.push_back(plan_of(std::string(name), one.text,
                                    one_accounting::wdm_step_runs(one, primitive, n, wavelengths)));
    }
    return plans;
}

/// The schedules of `segments` for one algorithm, as plans.
Plans segments_of(const Problem& whole, const kernels::Collective& collective) {
    auto problem = one_accounting::make_problem(collective, whole.base, whole.lanes, whole.measure);
    if (one_accounting::refuse_long_pools(problem, {})) return {};
    const auto prepared =
        one_accounting::prepare_segments(std::make_shared<const Problem>(std::move(problem)), {});
    Plans plans;
    const auto* list = prepared->envelope();
    for (std::size_t i = 0; list && i < list->size(); ++i) {
        auto plan = plan_of("segments", collective.name(),
                            prepared->step_runs({list->words(i), list->n_words()}));
        plan.moves = without_movement(
            "execution plan: this plan is a schedule of segments: give "
            "--scheduler segments --collective " +
            collective.name());
        if (!plan.steps.empty()) plans.push_back(std::move(plan));
    }
    return plans;
}

Plans plans_of_base(Primitive primitive, const FrontierBase& base, double effort) {
    if (primitive == Primitive::all_to_all) return exchange_plans(base, effort);
    if (primitive == Primitive::all_reduce) return all_reduce_plans(base, effort);
    return gather_plans(base, primitive == Primitive::reduce_scatter, effort);
}

/// Lists that are made once per process.
using KnownPlans = kernels::parallel::KeptOnce<std::string, Plans>;

const Plans& known_plans(Primitive primitive, const FrontierBase& base, double effort) {
    static KnownPlans known;
    const auto key = std::string(name_of(primitive)) + " " + table_key(base) +
                     (base.stays ? " stays " : " ") + std::to_string(effort);
    return known.get(key, [&] { return plans_of_base(primitive, base, effort); });
}

/// An all-reduce by an all-gather of whole vectors, which every node adds up for itself.
FrontierPlan gathered_vectors(FrontierPlan plan, Node n) {
    plan.text = plan.family + " " + plan.text;
    plan.family = "gathered vectors";
    for (auto& step : plan.steps) step.x *= n;
    plan.moves = without_movement(several_sums);
    return plan;
}

/// What is searched for a base, if anything is.
std::optional<SearchTask> task_of(Primitive primitive, const FrontierBase& base, double effort) {
    std::optional<SearchTask> task;
    if (base.nodes() == 1) return task;
    if (primitive == Primitive::all_to_all)
        task = {"alltoall", base, effort};
    else if (base.kind == FrontierBase::Kind::torus && base.nodes() <= most_nodes_of_sets)
        task = {"allgather", base, effort_of_gathers(effort)};
    return task && task->is_in_table() ? std::nullopt : task;
}
std::optional<SearchTask> task_of(const Problem& problem, const SchedulerOptions& options) {
    return task_of(problem.collective.primitive, base_of(problem), 1000.0 * options.effort);
}

/// The plans of this base, and of those with fewer lanes, each of which is a group of lanes here.
/// Nothing is searched for fewer lanes: beyond the table their all-to-alls are closed forms, and
/// their gathers on tori are left out.
Plans own_plans(Primitive primitive, const FrontierBase& base, double effort) {
    // The vectors of more nodes take long, and so do the lists of their gathers.
    constexpr Node most_vectors = 128;
    const bool exchanges = primitive == Primitive::all_to_all;
    Plans plans;
    auto fewer = base;
    for (Node copies = 1; copies <= base.lanes; ++copies) {
        fewer.lanes = base.lanes / copies;
        if (base.lanes % copies != 0 || !fewer.can_stand()) continue;
        const bool searches = copies > 1 && task_of(primitive, fewer, effort);
        if (searches && !exchanges) continue;
        const double spent = searches ? 0 : exchanges ? effort : effort_of_gathers(effort);
        const auto add = [&](FrontierPlan plan) {
            plans.push_back(copies == 1 ? std::move(plan) : in_groups(std::move(plan), copies));
        };
        for (const auto& plan : known_plans(primitive, fewer, spent)) add(plan);
        if (primitive == Primitive::all_reduce && base.nodes() <= most_vectors)
            for (const auto& plan : known_plans(Primitive::all_gather, fewer, spent))
                add(gathered_vectors(plan, base.nodes()));
    }
    return plans;
}

std::string search_key(const Problem& problem, const SchedulerOptions& options) {
    const auto task = task_of(problem, options);
    return task ? task->key() : "";
}

std::string searched_lines(const Problem& problem, const SchedulerOptions& options) {
    const auto task = task_of(problem, options);
    if (!task) return "";
    task->primitive == "alltoall" ? exchange_plans(task->base, task->effort)
                                  : static_plans(task->base, task->effort);
    return kept_lines(*task);
}

/// The plans of a structure, searched once per process.
const Plans& plans_of(const Problem& problem, double effort) {
    static KnownPlans known;
    const auto& collective = problem.collective;
    const std::string key =
        std::string(name_of(collective.primitive)) + " " + std::to_string(collective.n) + " " +
        problem.base.describe() + " " + std::to_string(problem.lanes) + " " +
        std::to_string(effort) + (problem.measure == measures::lanes_path ? " path" : "") +
        (problem.rings ? " w " + std::to_string(problem.rings->wavelengths) : "");
    return known.get(key, [&] {
        auto plans = own_plans(collective.primitive, base_of(problem), effort);
        if (problem.rings && collective.n > 1)
            std::ranges::move(
                lightpaths_of(collective.primitive, collective.n, problem.rings->wavelengths),
                std::back_inserter(plans));
        for (const auto& one : collective.alternatives)
            std::ranges::move(segments_of(problem, one), std::back_inserter(plans));
        return without_dominated(std::move(plans));
    });
}

class Frontier : public PreparedScheduler {
  public:
    Frontier(Subject problem, const Plans& plans)
        : PreparedScheduler(place_of_a_plan(std::move(problem))), plans_(plans), fastest_(plans) {
        for (const auto& plan : plans)
            figures_.push_back({double(plan.steps.size()), plan.hops(), plan.x(),
                                double(plan.changes()), plan.set_up != SetUp::between_steps,
                                code_of(plan.family)});
    }

    std::optional<PlanInWords> plan_in_words(std::uint64_t decision) const override {
        const auto& plan = plan_at(decision);
        return PlanInWords{plan.family, plan.text, plan.hops(), plan.x()};
    }

    kernels::PlannedExecution planned_execution(
        std::uint64_t decision, const kernels::Parameters& parameters) const override {
        const auto& plan = plan_at(decision);
        if (structure().rings)
            throw std::invalid_argument(
                "execution plan: frontier writes none on WDM rings; choose a scheduler of "
                "lightpaths");
        return carry_out(plan, base_of(structure()), structure().collective.primitive, parameters);
    }

    std::vector<StepRun> step_runs(std::span<const std::uint64_t> decision) const override {
        StepRuns runs;
        int standing = 0;
        for (const auto& step : plan_at(decision[0]).steps)
            runs.add({1, step.topology, 1, step.hops, step.x,
                      double(std::exchange(standing, step.topology) != step.topology)});
        return runs.take();
    }

  protected:
    void fill(const kernels::DelayRow& row, ResultRow& result) const override {
        result.resize(row.delays.size(), 1);
        result.more_steps.resize(row.delays.size());
        thread_local FastestPlans::Row fastest;
        fastest_.find(row, fastest);
        const double volume = volume_of(structure().collective);
        for (std::size_t i = 0; i < row.delays.size(); ++i) {
            const auto best = static_cast<std::size_t>(fastest.places[i]);
            const auto& f = figures_[best];
            kernels::CostBreakdown cost{};
            cost.startup = f.steps * row.per_step_latency;
            cost.propagation = f.hops * row.per_hop_latency;
            cost.transmission = volume * row.message_time;
            cost.congestion = std::max(0.0, f.x - volume) * row.message_time;
            // Planes that change while others send pay what is left to wait for, if that is more
            // than rounding.
            const double wait = fastest.times[i] - cost.startup - cost.propagation -
                                cost.transmission - cost.congestion;
            cost.reconfiguration = !f.waits                          ? f.changes * row.delays[i]
                                   : wait > 1e-12 * fastest.times[i] ? wait
                                                                     : 0;
            result.set(i, cost);
            result.n_reconfigurations[i] = static_cast<std::int32_t>(f.changes);
            result.more_steps[i] = static_cast<std::int32_t>(f.steps);
            if (result.want_decisions) result.decision[i] = best | f.family << place_bits;
        }
        bound(row, result);
    }

  private:
    struct Figures {
        double steps, hops, x, changes;
        bool waits;  ///< for less than all of its changes: planes change while others send
        std::uint64_t family;
    };

    void bound(const kernels::DelayRow& row, ResultRow& result) const {
        const std::span bounds(result.lower_bound.data(), row.delays.size());
        std::ranges::fill(bounds, 0);
        if (const auto* all = structure().bounds.get())
            kernels::along_delays(row.delays, bounds, [&](double delay, double most) {
                const kernels::BoundParameters p{row.per_step_latency, row.per_hop_latency,
                                                 row.message_time, delay};
                return structure().rings ? all->on_wdm_ring(p) : all->on_switch(p, most);
            });
        for (std::size_t i = 0; i < row.delays.size(); ++i) {
            // Equal but for rounding is equal; a bound above the time would be a fault to be seen.
            const double time = result.completion[i];
            if (bounds[i] > time && bounds[i] <= time * (1 + 1e-9)) bounds[i] = time;
            const bool met = bounds[i] >= time * (1 - 1e-9);
            result.status[i] = met ? Status::optimal : Status::feasible;
            result.reason[i] = Reason::none;
        }
    }
    const FrontierPlan& plan_at(std::uint64_t decision) const {
        return plans_[decision & ((std::uint64_t{1} << place_bits) - 1)];
    }
    static double volume_of(const kernels::Collective& collective) {
        const double once = double(collective.n - 1) / collective.n;
        return collective.primitive == Primitive::all_reduce ? 2 * once : once;
    }

    const Plans& plans_;
    const FastestPlans fastest_;
    std::vector<Figures> figures_{};
};

}  // namespace

const SharedSearch frontier_search{search_key, searched_lines, keep_lines};

Prepared prepare_frontier(Subject problem, const SchedulerOptions& options) {
    const auto& plans = plans_of(*problem, 1000.0 * options.effort);
    return std::make_unique<Frontier>(std::move(problem), plans);
}

std::optional<Reason> refuse_named_algorithms(const Problem& problem, const SchedulerOptions&) {
    if (problem.collective.alternatives.empty() && !problem.rings)
        return Reason::algorithm_is_named;
    if (problem.collective.primitive >= Primitive::custom) return Reason::whole_fabric_only;
    return problem.collective.n > 4096 ? std::optional(Reason::too_many_nodes) : std::nullopt;
}

}  // namespace lightsweep::solvers::frontier
