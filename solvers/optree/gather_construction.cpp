#include "solvers/optree/gather_construction.hpp"

#include <algorithm>
#include <array>

#include "kernels/wdm/broadcast_bound.hpp"
#include "kernels/wdm/lightpath_schedule.hpp"
#include "solvers/optree/trees/launch_limits.hpp"
#include "solvers/optree/trees/tree_schedule.hpp"
#include "solvers/optree/windows/general_windows.hpp"
#include "solvers/optree/windows/radix_program.hpp"

namespace lightsweep::solvers::optree {

namespace {

constexpr std::array methods{Method::tree, Method::lifted, Method::windowed, Method::optimal};

std::string listed(const std::vector<std::int64_t>& numbers, const char* separator) {
    std::string text;
    for (const auto number : numbers)
        text += (text.empty() ? "" : separator) + std::to_string(number);
    return text;
}

/// Consecutive equal numbers are written as "1*6".
std::string rounds_text(const std::vector<std::int64_t>& rounds) {
    std::string text;
    for (std::size_t i = 0, run = 1; i < rounds.size(); i += run, run = 1) {
        while (i + run < rounds.size() && rounds[i + run] == rounds[i]) ++run;
        text += (text.empty() ? "" : "+") + std::to_string(rounds[i]);
        if (run > 1) text += "*" + std::to_string(run);
    }
    return text;
}

/// Radices, each followed by the rounds of its window: 4(1*2) x 16(1*6+2).
std::string form_of(const RadixConstruction& plan) {
    std::string text;
    for (const auto& stage : plan.stages) {
        text += (text.empty() ? "" : " x ") + std::to_string(stage.radix);
        if (!stage.rounds.empty()) text += "(" + rounds_text(stage.rounds) + ")";
    }
    return text;
}

GatherConstruction started(const RingTask& task) {
    task.check();
    GatherConstruction plan;
    plan.task = task;
    plan.lower_bound = std::max(
        kernels::gather_lower_bound(task.nodes, task.wavelengths, task.items_per_node),
        ceil_div(task.nodes / 2, task.longest));  // the farthest node is this many lightpaths away
    return plan;
}

GatherConstruction impossible(GatherConstruction plan, const char* method) {
    plan.possible = false;
    plan.reason = std::string("no ") + method + " keeps every lightpath within " +
                  std::to_string(plan.task.longest) + " segments";
    return plan;
}

GatherConstruction of_tree(const RingTask& task) {
    const auto tree = best_tree(task);
    return tree.possible ? plan_tree(task, tree.radices) : impossible(started(task), "tree");
}

/// The best strides, if they take fewer steps than the limit.
GatherConstruction of_strides(const RingTask& task, std::int64_t limit) {
    auto plan = started(task);
    const auto windows = best_general_windows(task, limit);
    if (!windows.possible) return impossible(std::move(plan), "window");
    plan.form = "strides " + listed(windows.strides, ", ");
    plan.steps = plan.reconfigurations = windows.steps;
    plan.schedule = general_schedule(task, windows);
    return plan;
}

/// For primes, factorisations give little; takes the better of the two forms of windows.
GatherConstruction of_windows(const RingTask& task) {
    auto radices = plan_radices(task, RadixFamily::windowed, {});
    if (radices.optimal()) return radices;
    auto strides = of_strides(task, radices.possible ? radices.steps : unlimited);
    return strides.possible ? strides : radices;
}

GatherConstruction of_broadcast(GatherConstruction plan, BroadcastConstruction broadcast) {
    const auto trees = broadcast.trees.size();
    plan.form = (trees == 1 ? "a broadcast tree" : std::to_string(trees) + " broadcast trees") +
                std::string(" on a ring of ") + std::to_string(broadcast.virtual_nodes);
    plan.lower_bound = std::max(plan.lower_bound, broadcast.lower_bound);
    plan.steps = plan.reconfigurations = broadcast.steps();
    plan.schedule = broadcast_schedule(std::move(broadcast));
    return plan;
}

/// A hop is not longer than the wire of its step, so less wire gives shorter hops.
BroadcastConstruction broadcast_within(const RingTask& task, std::int64_t bound) {
    for (auto wire = task.wavelengths;; --wire) {
        auto narrow = task;
        narrow.wavelengths = wire;
        auto plan = plan_broadcast(narrow);
        if (plan.longest() > task.longest) continue;
        plan.task = task;
        plan.lower_bound = bound;
        return plan;
    }
}

/// If lightpaths must be short, rounds of windows may use more of the wire than one tree.
GatherConstruction of_optimum(const RingTask& task) {
    auto plan = started(task);
    if (plan.lower_bound <= 1) return plan_radices(task, RadixFamily::lifted, {});
    const auto bound = plan.lower_bound;
    plan = of_broadcast(std::move(plan), broadcast_within(task, bound));
    if (plan.optimal() || task.longest >= task.wavelengths) return plan;
    auto windows = of_windows(task);
    return windows.possible && windows.steps < plan.steps ? windows : plan;
}

}  // namespace

std::string_view method_name(Method method) {
    constexpr std::string_view names[] = {"optree-tree", "wdm-lifted", "wdm-windowed",
                                          "wdm-optimal", "wdm-multicast"};
    return names[static_cast<std::size_t>(method)];
}

std::span<const Method> all_methods() {
    return methods;
}

GatherConstruction plan_gather(const RingTask& task, Method method) {
    switch (method) {
        case Method::tree:
            return of_tree(task);
        case Method::lifted:
            return plan_radices(task, RadixFamily::lifted, {});
        case Method::windowed:
            return of_windows(task);
        case Method::multicast:
            return plan_multicast(task);
        default:
            return of_optimum(task);
    }
}

GatherConstruction plan_tree(const RingTask& task, const std::vector<std::int64_t>& radices) {
    auto plan = started(task);
    plan.form = listed(radices, " x ");
    plan.schedule = tree_schedule(task, radices);
    plan.steps = plan.reconfigurations = plan.schedule.steps();
    return plan;
}

GatherConstruction plan_radices(const RingTask& task, RadixFamily family,
                                const ConstructionPrice& cost) {
    auto plan = started(task);
    const auto radices = best_radices(task, family, cost);
    if (!radices.possible) return impossible(std::move(plan), "mixed-radix plan");
    plan.form = form_of(radices);
    plan.steps = radices.cost.steps;
    plan.reconfigurations = radices.cost.reconfigurations;
    plan.schedule = windowed_schedule(task, radices);
    return plan;
}

GatherConstruction plan_strides(const RingTask& task) {
    return of_strides(task, unlimited);
}

GatherConstruction plan_limited_gather(const RingTask& task, std::int64_t transmitters) {
    auto plan = started(task);
    // One stage: in each direction a node launches to half of the others, and to the opposite node.
    if (plan.lower_bound <= 1 && transmitters >= task.items_per_node * (task.nodes / 2))
        return of_optimum(task);
    return of_broadcast(std::move(plan), plan_limited_broadcast(task, transmitters));
}

GatherConstruction plan_powered_gather(RingTask task, Method method,
                                       const kernels::OpticalDevices& devices,
                                       double bit_error_rate) {
    const auto allowed = kernels::longest_path(devices, bit_error_rate);
    if (allowed >= 1) {
        task.longest = std::min({task.longest, allowed, unlimited});
        return plan_gather(task, method);
    }
    auto plan = started(task);
    plan.possible = false;
    const auto needed = kernels::laser_power_for(devices, 1, bit_error_rate);
    const bool lost = !kernels::within_loss_budget(devices, 1);
    plan.reason = "the power budget allows no lightpath of one segment: laser power " +
                  std::to_string(devices.laser_power) + " dBm, " +
                  (lost ? "less than loss, penalty and sensitivity take"
                        : "needed for the bit error rate " + std::to_string(needed) + " dBm");
    return plan;
}

void count_setups(GatherConstruction& plan) {
    const auto& schedule = plan.schedule;
    if (schedule.items() * schedule.shape.nodes() <= most_counted)
        plan.reconfigurations = static_cast<std::int64_t>(kernels::setup_steps(schedule).size());
}

kernels::LightpathSchedule all_reduce_of(const GatherConstruction& plan) {
    return kernels::concatenated(kernels::reversed(plan.schedule), plan.schedule);
}

}  // namespace lightsweep::solvers::optree
