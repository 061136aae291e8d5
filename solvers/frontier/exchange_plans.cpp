#include "solvers/frontier/exchange_plans.hpp"

#include <array>

#include "kernels/parallel/for_each.hpp"

namespace lightsweep::solvers::frontier {

std::vector<FrontierPlan> exchange_plans(const FrontierBase& base, double effort) {
    if (base.nodes() == 1) return {FrontierPlan{"static digits", "one node", {}}};
    if (base.stays) return static_exchanges(base, effort);
    constexpr std::array families{static_exchanges, together, prefix_exchanges, late_exchanges};
    std::array<std::vector<FrontierPlan>, families.size()> found;
    kernels::parallel::for_each(
        families.size(), [&](std::size_t i) { found[i] = families[i](base, effort); },
        std::chrono::microseconds(0));
    std::vector<FrontierPlan> plans;
    for (auto& of_family : found) std::ranges::move(of_family, std::back_inserter(plans));
    return without_dominated(std::move(plans));
}

}  // namespace lightsweep::solvers::frontier
