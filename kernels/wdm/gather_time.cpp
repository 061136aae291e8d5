#include "kernels/wdm/gather_time.hpp"

#include <cmath>

#include "kernels/wdm/gather_steps.hpp"

namespace lightsweep::kernels {

namespace {

double conversion_time(const GatherTiming& timing) {
    if (timing.conversion == Conversion::none || timing.item == 0) return 0;
    const bool each = timing.conversion == Conversion::per_flit;
    return (each ? std::ceil(item_on_air(timing) / timing.flit) : 1.0) / timing.clock;
}

}  // namespace

double item_on_air(const GatherTiming& timing) {
    if (timing.packet <= 0) return timing.item;
    return std::ceil(timing.item / timing.packet) * timing.packet;
}

double overhead(const GatherTiming& timing) {
    return timing.reconfiguration + conversion_time(timing);
}

double step_time(const GatherTiming& timing) {
    return item_on_air(timing) / timing.bandwidth + overhead(timing);
}

double gather_time(const GatherTiming& timing, std::int64_t steps) {
    return step_time(timing) * static_cast<double>(steps);
}

double held_gather_time(const GatherTiming& timing, std::int64_t steps,
                        std::int64_t reconfigurations) {
    const double sending = item_on_air(timing) / timing.bandwidth + conversion_time(timing);
    return sending * static_cast<double>(steps) +
           timing.reconfiguration * static_cast<double>(reconfigurations);
}

double neighbor_exchange_time(const GatherTiming& timing, std::int64_t nodes) {
    const auto steps = static_cast<double>(neighbor_exchange_steps(nodes));
    if (steps == 0) return 0;
    return (2 * steps - 1) * item_on_air(timing) / timing.bandwidth + overhead(timing) * steps;
}

void gather_times(std::int64_t steps, std::span<const double> items, std::span<const double> delays,
                  std::span<const double> bandwidths, std::span<double> times) {
    const auto count = static_cast<double>(steps);
    for (std::size_t i = 0; i < times.size(); ++i)
        times[i] = (items[i] / bandwidths[i] + delays[i]) * count;
}

}  // namespace lightsweep::kernels
