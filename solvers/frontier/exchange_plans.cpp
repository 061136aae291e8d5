#include "solvers/frontier/exchange_plans.hpp"

#include <array>

#include "kernels/parallel/for_each.hpp"

namespace lightsweep::solvers::frontier {

std::vector<FoundExchange> of_family(Found found, const std::string& family) {
    std::vector<FoundExchange> all;
    for (const auto& one : *found)
        if (one.family == family) all.push_back(one);
    return all;
}

std::vector<FrontierPlan> exchange_plans(const FrontierBase& base, double effort) {
    if (base.nodes() == 1) return {FrontierPlan{"static digits", "one node", {}}};
    if (base.stays) return static_exchanges(base, effort);
    const auto found = effort == default_effort ? found_exchanges(base) : nullptr;
    constexpr std::array families{static_exchanges, together, prefix_exchanges, late_exchanges};
    std::array<std::vector<FrontierPlan>, families.size()> plans_of;
    kernels::parallel::for_each(
        families.size(), [&](std::size_t i) { plans_of[i] = families[i](base, effort, found); },
        std::chrono::microseconds(0));
    auto plans = walk_exchanges(base.nodes(), base.lanes);
    for (auto& of_one : plans_of) std::ranges::move(of_one, std::back_inserter(plans));
    return without_dominated(std::move(plans));
}

}  // namespace lightsweep::solvers::frontier
