#include "analysis/read/quantity_text.hpp"

#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iterator>

namespace lightsweep::analysis {

namespace {

struct Unit {
    double size;
    const char* name;
};

// Largest first; the first one that the value reaches is used.
constexpr Unit times[] = {{1, "s"}, {1e-3, "ms"}, {1e-6, "us"}, {1e-9, "ns"}, {1e-12, "ps"}};
constexpr Unit bytes[] = {
    {1099511627776.0, "TiB"}, {1073741824.0, "GiB"}, {1048576.0, "MiB"}, {1024.0, "KiB"}, {1, "B"}};
constexpr Unit decimal_bytes[] = {{1e12, "TB"}, {1e9, "GB"}, {1e6, "MB"}, {1e3, "kB"}, {1, "B"}};
constexpr Unit bits[] = {{1e12, "Tbps"}, {1e9, "Gbps"}, {1e6, "Mbps"}, {1e3, "kbps"}, {1, "bps"}};

std::string four_digits(double value) {
    return printed("%.4g", value);
}

/// 999.96 us would print as "1000 us": a value that rounds up to the next unit uses that unit.
template <std::size_t n>
std::string in_units(double value, const Unit (&units)[n]) {
    if (value == 0) return std::string("0 ") + units[n - 1].name;
    std::size_t i = 0;
    while (i + 1 < n && std::abs(value) < units[i].size * (1 - 5e-5)) ++i;
    return four_digits(value / units[i].size) + " " + units[i].name;
}

template <std::size_t n>
bool says_exactly(double value, const Unit (&units)[n]) {
    std::size_t i = 0;
    while (i + 1 < n && std::abs(value) < units[i].size) ++i;
    const double number = value / units[i].size;
    return std::strtod(four_digits(number).c_str(), nullptr) == number;
}

}  // namespace

bool is_decimal_size(double value) {
    return value >= 1000 && says_exactly(value, decimal_bytes) && !says_exactly(value, bytes);
}

std::string readable(double value, std::string_view unit) {
    if (std::isnan(value)) return "-";
    if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
    if (unit == "s") return value == 0 ? "0 s" : in_units(value, times);
    if (unit == "kB" || (unit == "B" && is_decimal_size(value)))
        return in_units(value, decimal_bytes);
    if (unit == "B") return in_units(value, bytes);
    if (unit == "B/s") return in_units(value * 8, bits);
    return four_digits(value);
}

std::string printed(const char* form, double value) {
    char text[64];
    std::snprintf(text, sizeof text, form, value);
    return text;
}

std::string seconds(double value) {
    return readable(value, "s");
}

std::string plain(double value) {
    return readable(value, "1");
}

std::string exact(double value) {
    char text[40];
    const auto [end, error] = std::to_chars(std::begin(text), std::end(text), value);
    return error == std::errc{} ? std::string(text, end) : std::string("nan");
}

std::string percent(double share) {
    if (share > 0 && share < 0.0005) return "< 0.1 %";
    if (share < 1 && share > 0.9995) return "> 99.9 %";
    return printed("%.1f %%", 100 * share);
}

std::string factor(double value) {
    if (std::isnan(value)) return "-";
    return printed(std::abs(value) < 999.95 ? "%#.4gx" : "%.0fx", value);
}

}  // namespace lightsweep::analysis
