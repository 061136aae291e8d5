// All-to-alls of all families.
#include "solvers/frontier/exchanges/exchange_plans.hpp"

#include <array>

#include "kernels/parallel/for_each.hpp"
#include "solvers/frontier/plans/found_plans.hpp"

namespace lightsweep::solvers::frontier {

std::vector<FrontierPlan> searched_exchanges(const FrontierBase& base, double effort) {
    if (base.stays) return static_set_exchanges(base, effort);
    constexpr std::array families{static_set_exchanges, together, prefix_exchanges, late_exchanges};
    std::array<std::vector<FrontierPlan>, families.size()> plans_of;
    kernels::parallel::for_each(
        families.size(), [&](std::size_t i) { plans_of[i] = families[i](base, effort); },
        std::chrono::microseconds(0));
    std::vector<FrontierPlan> plans;
    for (auto& of_one : plans_of) append(plans, std::move(of_one));
    return plans;
}

std::vector<FrontierPlan> exchange_plans(const FrontierBase& base, double effort) {
    if (base.nodes() == 1) return {FrontierPlan{"static digits", "one node", {}}};
    auto plans = static_digit_exchanges(base);
    if (!base.stays) {
        plans.push_back(shifts_in_turn(base.nodes(), base.lanes));
        append(plans, walk_exchanges(base.nodes(), base.lanes));
        append(plans, digit_exchanges(base));
    }
    for (const auto& one :
         found_plans({"alltoall", base, effort}, [&] { return searched_exchanges(base, effort); }))
        if (!base.stays || one.family == "static sets") plans.push_back(one.exchange());
    return without_dominated(std::move(plans));
}

}  // namespace lightsweep::solvers::frontier
