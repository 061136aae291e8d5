#include "kernels/wdm/gather_time.hpp"

#include <cmath>

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

}  // namespace lightsweep::kernels
