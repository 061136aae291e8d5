#include "sweeps/cli/exact_regimes.hpp"

#include <cmath>
#include <limits>

#include "kernels/axis_pieces.hpp"

namespace lightsweep::sweeps {

std::vector<analysis::Regime> exact_regimes(const std::vector<analysis::CostPlane>& planes,
                                            analysis::Growing growing,
                                            const analysis::AxisPoint& point) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    std::vector<kernels::AxisPlane> finite;
    std::vector<std::size_t> place;
    for (std::size_t i = 0; i < planes.size(); ++i) {
        const auto& plane = planes[i];
        const double transmission = plane.volume + plane.congestion;
        if (!std::isfinite(transmission + plane.hops)) continue;
        finite.push_back(
            {plane.n_steps, plane.hops * point.hop_cost, plane.reconfigurations, transmission});
        place.push_back(i);
    }
    const kernels::AxisParameters parameters{point.per_step_latency, point.per_hop_latency,
                                             point.bandwidth};
    const auto pieces = growing == analysis::Growing::delay
                            ? kernels::delay_pieces(finite, parameters, point.message)
                            : kernels::message_pieces(finite, parameters, point.delay, 0, infinity);
    std::vector<analysis::Regime> regimes;
    for (std::size_t k = 0; k < pieces.size(); ++k)
        regimes.push_back({place[pieces[k].plane], pieces[k].from,
                           k + 1 < pieces.size() ? pieces[k + 1].from : infinity});
    return regimes;
}

}  // namespace lightsweep::sweeps
