#include "solvers/frontier/exchange_plans.hpp"

namespace lightsweep::solvers::frontier {

std::vector<FrontierPlan> exchange_plans(const FrontierBase& base, double effort) {
    if (base.nodes() == 1) return {FrontierPlan{"static digits", "one node", {}}};
    auto plans = static_exchanges(base, effort);
    if (base.stays) return plans;
    for (const auto family : {together, prefix_exchanges, late_exchanges}) {
        auto more = family(base, effort);
        std::ranges::move(more, std::back_inserter(plans));
    }
    return without_dominated(std::move(plans));
}

}  // namespace lightsweep::solvers::frontier
