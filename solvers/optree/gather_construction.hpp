#pragma once
// All-gathers on a WDM ring by every method of this folder, in one form: the basis of the
// schedulers optree-tree, wdm-lifted, wdm-windowed and wdm-optimal. Every construction has a
// schedule that the validator accepts with exactly its number of steps, and the bound of all
// unicast schedules. Formulas (kernels/wdm/gather_steps.hpp) have no construction, because they are
// not schedules.
//
// all_reduce_of() runs the schedule backwards, which is a reduce-scatter, and then forwards, on
// items of message / N, in twice the steps.

#include <span>
#include <string>

#include "kernels/wdm/lightpath_schedule.hpp"
#include "kernels/wdm/optical_budget.hpp"
#include "solvers/optree/ring/ring_task.hpp"
#include "solvers/optree/windows/radix_program.hpp"

namespace lightsweep::solvers::optree {

struct GatherConstruction {
    RingTask task{};
    bool possible = true;  ///< false: `reason` says why, and nothing else is set
    std::string reason{};
    std::string form{};  ///< radices, rounds, strides or trees, in words
    std::int64_t steps = 0;
    /// On the steps of any unicast schedule; for multicast, of any schedule.
    std::int64_t lower_bound = 0;
    /// A safe upper bound on the setups if circuits stand until they are replaced; count_setups()
    /// replaces it by the exact number.
    std::int64_t reconfigurations = 0;
    kernels::LightpathSchedule schedule{};

    bool optimal() const { return possible && steps == lower_bound; }
};

/// How the all-gather is built. multicast uses tapped lightpaths, which need other hardware
/// (multicast_construction.cpp).
enum class Method { tree, lifted, windowed, optimal, multicast };

/// Registry name: optree-tree, wdm-lifted, wdm-windowed, wdm-optimal or wdm-multicast.
std::string_view method_name(Method method);
/// The methods with unicast lightpaths.
std::span<const Method> all_methods();

/// The fewest steps of a method within task.longest. tree: exact over factorisations, or a better
/// ragged tree. lifted: exact over factorisations. windowed: that, or strides for any N. optimal:
/// at most one step above the bound in all cases tried. multicast: at its bound. Throws
/// std::invalid_argument if the task is not valid.
GatherConstruction plan_gather(const RingTask& task, Method method);

/// The tree of these radices, with any number of steps. Throws std::invalid_argument if a radix is
/// below 2 or the product is below the number of nodes.
GatherConstruction plan_tree(const RingTask& task, const std::vector<std::int64_t>& radices);
/// The cheapest construction over factorisations, exactly.
GatherConstruction plan_radices(const RingTask& task, RadixFamily family,
                                const ConstructionPrice& cost);
/// The best strides of relayed windows that are found, for any N.
GatherConstruction plan_strides(const RingTask& task);

/// wdm-optimal with at most x >= 1 transmitters per node and direction.
GatherConstruction plan_limited_gather(const RingTask& task, std::int64_t transmitters);

/// The method's construction without lightpaths longer than loss and bit error rate allow; a
/// lightpath of h segments passes h interfaces. Not possible, with a reason, if they allow none.
GatherConstruction plan_powered_gather(RingTask task, Method method,
                                       const kernels::OpticalDevices& devices,
                                       double bit_error_rate);

/// Sets plan.reconfigurations to the number that the schedule's lightpaths need
/// (kernels::setup_steps). With more than most_counted lightpaths the upper bound stays.
void count_setups(GatherConstruction& plan);
/// Number of lightpaths: 4,096 nodes, one item each.
inline constexpr std::int64_t most_counted = 1 << 24;

kernels::LightpathSchedule all_reduce_of(const GatherConstruction& plan);

// The method wdm-multicast: all-gathers on a WDM ring whose nodes tap the light that passes them.
//
// This is other hardware than OpTree's: a passed node takes some of a lightpath's light and lets
// the rest go on, so that one transmitter reaches all passed nodes. The bound of unicast lightpaths
// does not hold here, but multicast_lower_bound does (kernels/wdm/broadcast_bound.hpp). The closed
// form of kernels/wdm/one_stage_colours.hpp meets it for all N, w and items: every node launches
// each item once per direction and relays nothing. Of the two forms of arcs, the one with shorter
// arcs is taken if it costs no step. Check by hand: one item and w wavelengths take ceil((N-1) /
// (2w)) steps.

/// The construction; not possible where task.longest rules it out.
GatherConstruction plan_multicast(const RingTask& task);

}  // namespace lightsweep::solvers::optree
