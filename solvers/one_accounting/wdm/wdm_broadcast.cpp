#include "solvers/one_accounting/wdm/wdm_broadcast.hpp"

#include <algorithm>

#include "kernels/wdm/broadcast_bound.hpp"

namespace lightsweep::solvers::one_accounting {

namespace {

using Launches = std::array<optree::StepLaunches, 2>;

/// Reduces the assignments of one step to `wavelengths`; false, without any change, if they do not
/// fit.
bool narrow(Launches& step, std::int64_t nodes, std::int64_t wavelengths) {
    std::array<optree::HopAssignment, 2> narrowed;
    for (std::size_t d = 0; d < 2; ++d) {
        auto found = optree::assign_hops(nodes, wavelengths, step[d].hops());
        if (!found) return false;
        narrowed[d] = std::move(*found);
    }
    for (std::size_t d = 0; d < 2; ++d) step[d].assignment = std::move(narrowed[d]);
    return true;
}

bool leads_to_neighbours(const Launches& step) {
    return std::all_of(step.begin(), step.end(), [](const auto& direction) {
        const auto hops = direction.hops();
        return std::all_of(hops.begin(), hops.end(), [](auto hop) { return hop == 1; });
    });
}

}  // namespace

std::vector<bool> WdmBroadcast::charged() const {
    std::vector<bool> steps;
    bool lit = true;
    for (const auto& launches : plan.launches) {
        lit = lit && leads_to_neighbours(launches);
        steps.push_back(!lit);
    }
    return steps;
}

WdmCost WdmBroadcast::cost() const {
    WdmCost cost;
    const auto reconfigures = charged();
    for (std::size_t step = 0; step < parts.size(); ++step)
        cost.add({1, reconfigures[step] ? 1 : 0, 1.0 / static_cast<double>(parts[step])});
    return cost;
}

bool wdm_broadcast_is_one_stage(const optree::RingTask& task) {
    return kernels::gather_lower_bound(task.nodes, task.wavelengths, 1) <= 1;
}

WdmBroadcast wdm_broadcast(const optree::RingTask& task) {
    WdmBroadcast found{optree::plan_broadcast(task), {}};
    auto& plan = found.plan;
    for (std::size_t step = 0; step < plan.launches.size(); ++step) {
        const auto load = std::max({plan.load(step, 0), plan.load(step, 1), std::int64_t{1}});
        auto parts = std::max<std::int64_t>(1, task.wavelengths / load);
        while (parts > 1 &&
               !narrow(plan.launches[step], plan.virtual_nodes, task.wavelengths / parts))
            --parts;
        found.parts.push_back(parts);
    }
    return found;
}

}  // namespace lightsweep::solvers::one_accounting
