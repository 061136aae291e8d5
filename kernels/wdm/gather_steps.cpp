#include "kernels/wdm/gather_steps.hpp"

#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

namespace lightsweep::kernels {

namespace {

constexpr double slack = 1e-12;  ///< larger than the rounding of pow, far below one step

std::int64_t ceil_div(std::int64_t a, std::int64_t b) {
    return (a + b - 1) / b;
}

/// Ceiling of a quantity that is exact up to rounding.
std::int64_t guarded_ceiling(double x) {
    return static_cast<std::int64_t>(std::ceil(x * (1 - slack)));
}

void require(bool fine, const char* name, std::int64_t value, const char* remedy) {
    if (!fine)
        throw std::invalid_argument(std::string(name) + " = " + std::to_string(value) + ": " +
                                    remedy);
}

void check(std::int64_t nodes, std::int64_t wavelengths, std::int64_t stages) {
    require(nodes >= 1 && nodes <= std::numeric_limits<std::int32_t>::max(), "nodes", nodes,
            "must be 1 .. 2^31 - 1");
    require(wavelengths >= 1 && wavelengths < (std::int64_t{1} << 24), "wavelengths", wavelengths,
            "must be 1 .. 2^24 - 1");
    require(stages >= 1 && stages <= 1024, "stages", stages, "must be 1 .. 1024");
}

/// Whether (8ws)^k >= (2k-1)^k N^(k+1), in integers of any size.
bool enough(std::int64_t nodes, std::int64_t wavelengths, std::int64_t stages, std::int64_t steps) {
    using Integer = boost::multiprecision::cpp_int;
    const auto k = static_cast<unsigned>(stages);
    const Integer needed = pow(Integer(2 * stages - 1), k) * pow(Integer(nodes), k + 1);
    return pow(Integer(8 * wavelengths * steps), k) >= needed;
}

double conversion_time(const GatherTiming& timing) {
    if (timing.conversion == Conversion::none || timing.item == 0) return 0;
    const bool each = timing.conversion == Conversion::per_flit;
    return (each ? std::ceil(item_on_air(timing) / timing.flit) : 1.0) / timing.clock;
}

}  // namespace

std::int64_t line_wavelengths(std::int64_t nodes) {
    return nodes * nodes / 4;
}

std::int64_t ring_wavelengths_printed(std::int64_t nodes) {
    return ceil_div(nodes * nodes, 8);
}

double theorem_steps_real(std::int64_t nodes, std::int64_t wavelengths, std::int64_t stages) {
    check(nodes, wavelengths, stages);
    if (nodes == 1) return 0;
    const auto n = static_cast<double>(nodes);
    return static_cast<double>(2 * stages - 1) *
           std::pow(n, 1.0 + 1.0 / static_cast<double>(stages)) /
           (8.0 * static_cast<double>(wavelengths));
}

std::int64_t theorem_steps(std::int64_t nodes, std::int64_t wavelengths, std::int64_t stages) {
    const double real = theorem_steps_real(nodes, wavelengths, stages);
    const auto low = guarded_ceiling(real);
    const auto high = static_cast<std::int64_t>(std::ceil(real * (1 + slack)));
    // The powers are compared only where rounding could matter.
    return low == high || enough(nodes, wavelengths, stages, low) ? low : high;
}

double best_stages_real(std::int64_t nodes) {
    const double l = std::log(static_cast<double>(nodes));
    return l < 2 ? std::numeric_limits<double>::quiet_NaN() : (l + std::sqrt(l * (l - 2))) / 2;
}

std::int64_t best_stages(std::int64_t nodes, StageRule rule) {
    require(nodes >= 1, "nodes", nodes, "must be at least 1");
    if (nodes <= 7) return 1;
    const double real = best_stages_real(nodes);
    if (rule == StageRule::ceiling) return static_cast<std::int64_t>(std::ceil(real));
    if (rule == StageRule::rounding) return std::llround(real);
    const auto below = static_cast<std::int64_t>(real);
    return theorem_steps_real(nodes, 1, below) <= theorem_steps_real(nodes, 1, below + 1)
               ? below
               : below + 1;
}

std::int64_t optree_steps(std::int64_t nodes, std::int64_t wavelengths, StageRule rule) {
    return theorem_steps(nodes, wavelengths, best_stages(nodes, rule));
}

std::int64_t wrht_stages(std::int64_t nodes, std::int64_t wavelengths) {
    check(nodes, wavelengths, 1);
    std::int64_t stages = 1;
    for (std::int64_t power = 2 * wavelengths + 1; power < nodes; power *= 2 * wavelengths + 1)
        ++stages;
    return stages;
}

std::int64_t wrht_steps(std::int64_t nodes, std::int64_t wavelengths, WrhtRule rule) {
    const auto stages = wrht_stages(nodes, wavelengths);
    if (nodes == 1) return 0;
    std::int64_t gather = 1, power = 1;  // 1 + m + m^2 + .. + m^(stages-1), without the first power
    for (std::int64_t i = 1; i < stages; ++i) gather += power *= 2 * wavelengths + 1;
    const auto roots = ceil_div(nodes, power);
    const bool shorter =
        rule == WrhtRule::shorter || (rule == WrhtRule::few_roots && roots <= wavelengths) ||
        (rule == WrhtRule::lemma && ring_wavelengths_printed(roots) <= wavelengths);
    return gather + (shorter ? stages - 1 : stages) * power;
}

std::int64_t ring_steps_unidirectional(std::int64_t nodes) {
    return nodes - 1;
}

std::int64_t neighbor_exchange_steps(std::int64_t nodes) {
    return nodes == 1 ? 0 : ceil_div(nodes, 2);
}

std::int64_t one_stage_steps(std::int64_t nodes, std::int64_t wavelengths) {
    check(nodes, wavelengths, 1);
    return nodes == 1 ? 0 : ceil_div(nodes * nodes, 8 * wavelengths);
}

double item_on_air(const GatherTiming& timing) {
    if (timing.packet <= 0) return timing.item;
    return std::ceil(timing.item / timing.packet) * timing.packet;
}

double overhead(const GatherTiming& timing) {
    return timing.reconfiguration + conversion_time(timing);
}

}  // namespace lightsweep::kernels
