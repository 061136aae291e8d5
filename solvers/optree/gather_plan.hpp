#pragma once
// All-gathers on a WDM ring by every method of this folder, behind one form: what the schedulers
// optree-tree, wdm-lifted, wdm-windowed and wdm-optimal are made of. Every plan carries a schedule
// that the validator accepts at exactly its number of steps, and the bound that no unicast schedule
// beats. Formulas (kernels/gather_steps.hpp) have no plan: they are not schedules.
//
// A reduce-scatter is the plan's schedule reversed (same steps), an all-reduce both one after the
// other on items of message / N (twice the steps): reduce_scatter_of, all_reduce_of.

#include <span>
#include <string>

#include "kernels/gather_time.hpp"
#include "kernels/lightpath_schedule.hpp"
#include "kernels/optical_budget.hpp"
#include "solvers/optree/radix_program.hpp"
#include "solvers/optree/ring_task.hpp"

namespace lightsweep::solvers::optree {

struct GatherPlan {
    RingTask task{};
    bool possible = true;  ///< false: `reason` says why, nothing else is set
    std::string reason{};
    std::string form{};  ///< radices, rounds, strides or trees, in words
    std::int64_t steps = 0;
    std::int64_t lower_bound = 0;  ///< on the steps of any unicast schedule; multicast: of any
    /// Setups that are enough if circuits stand until they are replaced; count_setups counts how
    /// many the schedule needs.
    std::int64_t reconfigurations = 0;
    kernels::LightpathSchedule schedule{};

    bool optimal() const { return possible && steps == lower_bound; }
};

/// multicast: tapped lightpaths, other hardware than the rest (multicast_plan.hpp).
enum class Method { tree, lifted, windowed, optimal, multicast };

/// Registry name: optree-tree, wdm-lifted, wdm-windowed, wdm-optimal, wdm-multicast.
std::string_view method_name(Method method);
/// Those of unicast lightpaths.
std::span<const Method> all_methods();

/// Fewest steps by that method within task.longest. tree: exact over factorisations or a better
/// ragged tree; lifted: exact over factorisations; windowed: that or strides for any N; optimal: at
/// most one step above the bound in all cases tried; multicast: at its bound.
/// std::invalid_argument if the task is not one.
GatherPlan plan_gather(const RingTask& task, Method method);

/// The tree of these radices, whatever its steps. std::invalid_argument if a radix is below 2 or
/// their product below the nodes.
GatherPlan plan_tree(const RingTask& task, const std::vector<std::int64_t>& radices);
/// The exact plan over factorisations that costs least.
GatherPlan plan_radices(const RingTask& task, RadixFamily family, const PlanCost& cost);
/// The best strides of relayed windows, for any N.
GatherPlan plan_strides(const RingTask& task);

/// wdm-optimal with at most x >= 1 transmitters per node and direction.
GatherPlan plan_limited_gather(const RingTask& task, std::int64_t transmitters);

/// The method's plan with no lightpath longer than loss and bit error rate allow (a lightpath of h
/// segments passes h interfaces). Not possible, with the reason, where they allow none.
GatherPlan plan_powered_gather(RingTask task, Method method, const kernels::OpticalDevices& devices,
                               double bit_error_rate);

/// Sets plan.reconfigurations to what the schedule's lightpaths need (kernels::setup_steps), where
/// they are not too many; beyond, what is enough is kept.
void count_setups(GatherPlan& plan);
inline constexpr std::int64_t most_counted = 1 << 24;  ///< lightpaths: 4,096 nodes, one item each

/// The plan whose time is least where standing circuits cost nothing, T = S (d/B) + R a: relayed
/// windows chosen for that cost against wdm-optimal and the best strides.
GatherPlan plan_fastest_gather(const RingTask& task, const kernels::GatherTiming& timing);

kernels::LightpathSchedule reduce_scatter_of(const GatherPlan& plan);
kernels::LightpathSchedule all_reduce_of(const GatherPlan& plan);

}  // namespace lightsweep::solvers::optree
