#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <span>

#include "sweeps/spec/values/units.hpp"

namespace lightsweep::sweeps {
namespace {

struct Scale {
    double factor;
    const char* unit;
};

constexpr Scale seconds_scales[] = {{1e-12, "ps"}, {1e-9, "ns"},  {1e-6, "us"}, {1e-3, "ms"},
                                    {1.0, "s"},    {60.0, "min"}, {3600.0, "h"}};
constexpr Scale decimal_bytes[] = {{1.0, "B"}, {1e3, "kB"}, {1e6, "MB"}, {1e9, "GB"}, {1e12, "TB"}};
constexpr Scale binary_bytes[] = {{1.0, "B"},
                                  {1024.0, "KiB"},
                                  {1048576.0, "MiB"},
                                  {1073741824.0, "GiB"},
                                  {1099511627776.0, "TiB"}};
constexpr Scale rates[] = {
    {1.0, "B/s"}, {1e3, "kB/s"}, {1e6, "MB/s"}, {1e9, "GB/s"}, {1e12, "TB/s"}};

std::string four_digits(double value) {
    std::array<char, 40> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.4g", value);
    return buffer.data();
}

/// Uses the largest unit of which the rounded value has at least one (two for min and h: 90 s
/// stays).
std::string in_largest_unit(double value, std::span<const Scale> scales) {
    const Scale* chosen = &scales.front();
    for (const Scale& scale : scales) {
        const double least = scale.factor >= 60.0 && scales.front().factor == 1e-12 ? 2.0 : 0.99995;
        if (std::fabs(value) >= scale.factor * least) chosen = &scale;
    }
    if (value == 0.0 && scales.front().factor == 1e-12) return "0 s";
    return four_digits(value / chosen->factor) + " " + chosen->unit;
}

/// Decimal or binary units, whichever text is shorter, so that 8 MiB and 8 MB both print as
/// written.
std::string format_bytes(double value) {
    const std::string decimal = in_largest_unit(value, decimal_bytes);
    const std::string binary = in_largest_unit(value, binary_bytes);
    const auto digits = [](const std::string& text) { return text.find(' '); };
    return digits(decimal) < digits(binary) ? decimal : binary;
}

}  // namespace

std::string format_quantity(double value, Kind kind) {
    switch (kind) {
        case Kind::bytes:
            return format_bytes(value);
        case Kind::seconds:
            return in_largest_unit(value, seconds_scales);
        case Kind::rate:
            return in_largest_unit(value, rates);
        case Kind::flag:
            return value != 0.0 ? "true" : "false";
        default:
            return format_exact(value);
    }
}

std::string seconds_text(double value) {
    return in_largest_unit(value, seconds_scales);
}

std::string format_decimal_bytes(double value) {
    return in_largest_unit(value, decimal_bytes);
}

std::string format_exact(double value) {
    std::array<char, 40> buffer{};
    const bool whole = std::fabs(value) < 1e15 && value == std::trunc(value);
    const auto result = whole ? std::to_chars(buffer.data(), buffer.data() + buffer.size(),
                                              static_cast<long long>(value))
                              : std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return {buffer.data(), result.ptr};
}

std::string with_thousands_separators(unsigned long long value) {
    std::string text = std::to_string(value);
    for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, 1, ',');
    return text;
}

}  // namespace lightsweep::sweeps
