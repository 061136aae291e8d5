// Schedulers with built schedules: constructions for a ring or a torus, and the 0-1 program.
#include <algorithm>

#include "kernels/wdm/lightpath_schedule.hpp"
#include "solvers/optree/gather_program.hpp"
#include "solvers/optree/held_constructions.hpp"
#include "solvers/optree/ring_schedulers.hpp"
#include "solvers/optree/trees/tree_schedule.hpp"

namespace lightsweep::solvers::optree {

namespace {

constexpr std::int64_t most_built = 1 << 16;  ///< nodes; larger constructions take minutes
constexpr std::int64_t most_items = 1 << 20;  ///< items of all nodes together, for the same reason
constexpr std::int64_t most_solved = 10;      ///< nodes of the 0-1 program

RingTask task_of(const LightpathRings& rings) {
    return {rings.shape.nodes(), rings.wavelengths, rings.items_per_node};
}

/// Costs of constructions; setups are counted only if standing circuits are free.
class CostList {
  public:
    CostList(const LightpathRings& rings, std::int64_t bound_steps)
        : half_(rings.half), halves_(rings.halves()), held_(rings.held) {
        costs_.bound = priced(bound_steps, bound_steps > 0 ? 1 : 0);
    }
    void add(GatherConstruction plan) {
        costs_.schedules.push_back(priced(plan.steps, held_ ? setups_of(plan) : 0));
        costs_.plans.push_back(
            {std::move(plan.form), plan.steps, plan.reconfigurations, std::move(plan.schedule)});
    }
    void incomplete() { costs_.complete = false; }
    RingCosts costs() && { return std::move(costs_); }

  private:
    RingCost priced(std::int64_t steps, std::int64_t setups) const {
        auto cost = charged(steps * halves_);
        if (held_) cost.reconfigurations = static_cast<double>(setups);
        return cost;
    }
    /// Number of setups. Backwards it is the same; an all-gather may start on circuits that a
    /// reduce-scatter has left.
    std::int64_t setups_of(const GatherConstruction& plan) const {
        if (half_ != LightpathRings::Half::both) return plan.reconfigurations;
        if (plan.schedule.items() * plan.schedule.shape.nodes() > most_counted)
            return 2 * plan.reconfigurations;
        return static_cast<std::int64_t>(kernels::setup_steps(all_reduce_of(plan)).size());
    }

    LightpathRings::Half half_;
    std::int64_t halves_;
    bool held_;
    RingCosts costs_{};
};

Prepared with_one(Subject problem, GatherConstruction plan) {
    auto costs = costs_of(*problem->rings, std::move(plan));
    return prepare_costs(std::move(problem), std::move(costs));
}

Prepared with_held(Subject problem, Method method) {
    auto plans = plan_held_gathers(task_of(*problem->rings), method);
    CostList list(*problem->rings, plans.front().lower_bound);
    for (auto& plan : plans) list.add(std::move(plan));
    return prepare_costs(std::move(problem), std::move(list).costs());
}

Prepared with_method(Subject problem, Method method) {
    const auto& rings = *problem->rings;
    if (rings.is_torus()) {
        auto plan = plan_torus(rings.shape, rings.wavelengths, method);
        return with_one(std::move(problem), std::move(plan));
    }
    if (rings.held) return with_held(std::move(problem), method);
    const auto task = task_of(rings);
    return with_one(std::move(problem), plan_gather(task, method));
}

}  // namespace

RingCosts costs_of(const LightpathRings& rings, GatherConstruction plan) {
    CostList list(rings, plan.lower_bound);
    if (rings.held) count_setups(plan);
    list.add(std::move(plan));
    return std::move(list).costs();
}

Prepared prepare_tree(Subject problem, const SchedulerOptions& options) {
    if (options.radices.empty() || problem->rings->is_torus())
        return with_method(std::move(problem), Method::tree);
    const auto task = task_of(*problem->rings);
    return with_one(std::move(problem), plan_tree(task, options.radices));
}

Prepared prepare_lifted(Subject problem, const SchedulerOptions&) {
    return with_method(std::move(problem), Method::lifted);
}

Prepared prepare_windowed(Subject problem, const SchedulerOptions&) {
    return with_method(std::move(problem), Method::windowed);
}

Prepared prepare_optimal(Subject problem, const SchedulerOptions&) {
    const auto& rings = *problem->rings;
    if (!rings.is_limited()) return with_method(std::move(problem), Method::optimal);
    const auto task = task_of(rings);
    const auto transmitters = rings.transmitters;
    return with_one(std::move(problem), plan_limited_gather(task, transmitters));
}

Prepared prepare_multicast(Subject problem, const SchedulerOptions&) {
    return with_method(std::move(problem), Method::multicast);
}

Prepared prepare_gather_program(Subject problem, const SchedulerOptions& options) {
    const auto task = task_of(*problem->rings);
    auto found = fewest_steps(task, options.max_nodes);
    auto plan = plan_gather(task, Method::optimal);
    const auto bound = std::max(found.lower_bound, plan.lower_bound);
    const bool proven = found.status == FewestSteps::Status::optimal;
    if (proven) {
        plan.form = "0-1 program";
        plan.steps = plan.reconfigurations = found.steps;
        plan.schedule = std::move(found.schedule);
    }
    CostList list(*problem->rings, bound);
    list.add(std::move(plan));
    if (!proven) list.incomplete();
    return prepare_costs(std::move(problem), std::move(list).costs());
}

std::optional<Reason> refuse_optimal(const Problem& problem, const SchedulerOptions&) {
    const auto& rings = *problem.rings;
    if (rings.shape.nodes() > most_built) return Reason::too_many_nodes;
    if (rings.items_per_node > most_items / rings.shape.nodes()) return Reason::too_many_items;
    if (rings.is_torus() && rings.items_per_node > 1) return Reason::items_not_supported;
    if (rings.is_torus() && rings.is_limited()) return Reason::transmitters_not_supported;
    return std::nullopt;
}

/// Refuses by the transmitters: a node launches each of its items once per direction.
std::optional<Reason> refuse_multicast(const Problem& problem, const SchedulerOptions& options) {
    const auto& rings = *problem.rings;
    if (rings.half != LightpathRings::Half::gather) return Reason::gathers_only;
    if (rings.is_limited() && rings.transmitters < rings.items_per_node)
        return Reason::transmitters_not_supported;
    return refuse_optimal(problem, options);
}

std::optional<Reason> refuse_built(const Problem& problem, const SchedulerOptions& options) {
    if (problem.rings->is_limited()) return Reason::transmitters_not_supported;
    return refuse_optimal(problem, options);
}

std::optional<Reason> refuse_gather_program(const Problem& problem,
                                            const SchedulerOptions& options) {
    if (problem.rings->shape.nodes() > most_solved) return Reason::too_many_nodes;
    if (problem.rings->items_per_node > 1) return Reason::items_not_supported;
    if (problem.rings->is_torus()) return Reason::torus_not_supported;
    return refuse_built(problem, options);
}

}  // namespace lightsweep::solvers::optree
