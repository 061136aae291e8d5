#include "analysis/envelopes/regimes.hpp"

#include <cmath>
#include <limits>

namespace lightsweep::analysis {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

std::vector<Regime> regimes_of(const std::vector<ScheduleCost>& costs, Growing growing,
                               const AxisPoint& point) {
    std::vector<ScheduleCost> finite;
    std::vector<std::size_t> place;
    for (std::size_t i = 0; i < costs.size(); ++i) {
        if (!std::isfinite(costs[i].transmission + costs[i].hops)) continue;
        finite.push_back(costs[i]);
        finite.back().hops *= point.hop_cost;
        place.push_back(i);
    }
    const kernels::AxisParameters parameters{point.per_step_latency, point.per_hop_latency,
                                             point.bandwidth};
    const auto pieces = growing == Growing::delay
                            ? kernels::delay_pieces(finite, parameters, point.message)
                            : kernels::message_pieces(finite, parameters, point.delay, 0, infinity);
    std::vector<Regime> regimes;
    for (std::size_t k = 0; k < pieces.size(); ++k)
        regimes.push_back({place[pieces[k].schedule], pieces[k].from,
                           k + 1 < pieces.size() ? pieces[k + 1].from : infinity});
    return regimes;
}

CriticalDelays critical_delays(const std::vector<ScheduleCost>& costs,
                               const std::vector<Regime>& regimes, double most) {
    CriticalDelays critical;
    critical.static_above = infinity;
    for (const auto& regime : regimes) {
        const double changes = costs[regime.schedule].reconfigurations;
        const bool every = changes == most, fixed = changes == 0;
        if (fixed) critical.static_above = regime.from;
        if (every) critical.every_step_below = regime.to;
        if (!every && !fixed) ++critical.between;
    }
    return critical;
}

}  // namespace lightsweep::analysis
