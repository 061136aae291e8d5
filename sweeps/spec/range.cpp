#include "sweeps/spec/axis_reader.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

#include "sweeps/spec/sweep_spec.hpp"
#include "sweeps/spec/values/units.hpp"

namespace lightsweep::sweeps {
namespace {

using Form = RangeRule::Form;

constexpr double inclusive = 1e-9;

/// The decimal number of 12 digits next to the value, if they differ by rounding only.
double nearest_decimal(double value) {
    std::array<char, 40> text{};
    const int length = std::snprintf(text.data(), text.size(), "%.11e", value);
    double decimal = value;
    std::from_chars(text.data(), text.data() + length, decimal);
    return std::fabs(decimal - value) <= 1e-15 * std::fabs(value) ? decimal : value;
}

Range refused(std::string problem, std::string remedy) {
    return {{}, std::move(problem), std::move(remedy)};
}

bool logarithmic(Form form) {
    return form == Form::factor || form == Form::per_decade || form == Form::log;
}

/// Empty if the range is valid and finite.
Range check_ends(const RangeRule& rule) {
    if (!std::isfinite(rule.from) || !std::isfinite(rule.to) || !std::isfinite(rule.amount)) {
        return refused("the range never ends", "from, to and step must be finite");
    }
    if (rule.from > rule.to) return refused("from is larger than to", "swap them");
    if (logarithmic(rule.form) && rule.from <= 0.0) {
        return refused("a logarithmic range starts above 0", "use step = \"+...\", or list the 0");
    }
    return {};
}

Range check_amount(const RangeRule& rule) {
    if (rule.form == Form::factor && !(rule.amount > 1.0)) {
        return refused("the range never ends", "step = \"x2\": the factor must be above 1");
    }
    if (rule.form == Form::increment && !(rule.amount > 0.0)) {
        return refused("the range never ends", "step = \"+1\": the increment must be above 0");
    }
    const bool counted = rule.form != Form::factor && rule.form != Form::increment;
    if (counted && (rule.amount < 1.0 || rule.amount != std::trunc(rule.amount))) {
        return refused("needs an integer >= 1", "for example per_decade = 8 or count = 9");
    }
    const bool spaced = rule.form == Form::linear || rule.form == Form::log;
    if (spaced && rule.amount == 1.0 && rule.from != rule.to) {
        return refused("one value cannot be both from and to", "count >= 2");
    }
    if (spaced && rule.amount > 1.0 && rule.from == rule.to) {
        return refused("from and to are equal, so the values repeat", "count = 1");
    }
    return {};
}

/// Number of values as a double, because it may be too large for memory.
double n_values(const RangeRule& rule) {
    const double ratio = rule.to / rule.from * (1 + inclusive);
    switch (rule.form) {
        case Form::factor:
            return std::floor(std::log(ratio) / std::log(rule.amount) + 1e-12) + 1;
        case Form::increment: {
            // Less than one step, because a billionth of a large `to` may contain many small steps.
            const double slack = std::min(inclusive * std::fabs(rule.to), 0.5 * rule.amount);
            return std::floor((rule.to - rule.from + slack) / rule.amount) + 1;
        }
        case Form::per_decade:
            return std::floor(rule.amount * std::log10(ratio) + 1e-12) + 1;
        default:
            return rule.amount;
    }
}

/// log10 of the start, exact where it is a power of ten.
double first_exponent(double from) {
    const double exponent = std::log10(from);
    const double whole = std::round(exponent);
    return std::fabs(exponent - whole) < 1e-12 ? whole : exponent;
}

double decade_value(const RangeRule& rule, double exponent, double i) {
    if (i == 0.0) return rule.from;
    return std::pow(10.0, exponent + i / rule.amount);
}

double logarithmic_value(const RangeRule& rule, long double part) {
    const long double ratio = static_cast<long double>(rule.to) / rule.from;
    return nearest_decimal(static_cast<double>(rule.from * std::pow(ratio, part)));
}

double value_at(const RangeRule& rule, double exponent, double i) {
    const long double from = rule.from;
    const long double amount = rule.amount;
    const long double part = rule.amount > 1.0 ? i / (amount - 1.0L) : 0.0L;
    switch (rule.form) {
        case Form::factor:
            return nearest_decimal(
                static_cast<double>(from * std::pow(amount, static_cast<long double>(i))));
        case Form::increment:
            return nearest_decimal(static_cast<double>(from + i * amount));
        case Form::per_decade:
            return decade_value(rule, exponent, i);
        case Form::linear:
            return nearest_decimal(static_cast<double>(from + part * (rule.to - from)));
        case Form::log:
            return logarithmic_value(rule, part);
    }
    return rule.from;
}

std::string count_text(double count) {
    if (count < 1e18) return with_thousands_separators(static_cast<unsigned long long>(count));
    return "more than 10^18";
}

bool repeats(const std::vector<double>& values) {
    for (std::size_t i = 1; i < values.size(); ++i) {
        if (!(values[i] > values[i - 1])) return true;
    }
    return false;
}

/// Sets both ends as written, because rounding must not move them.
void pin_ends(const RangeRule& rule, std::vector<double>& values) {
    values.front() = rule.from;
    const bool exact_decades = rule.form == Form::per_decade &&
                               first_exponent(rule.from) == std::trunc(first_exponent(rule.from));
    if (exact_decades || values.size() == 1) return;
    if (std::fabs(values.back() - rule.to) <= inclusive * std::fabs(rule.to)) {
        values.back() = rule.to;
    }
}

}  // namespace

Range expand(const RangeRule& rule) {
    if (Range bad = check_ends(rule); !bad.problem.empty()) return bad;
    if (Range bad = check_amount(rule); !bad.problem.empty()) return bad;
    const double count = n_values(rule);
    if (!(count <= static_cast<double>(max_axis_values))) {
        return refused("has " + count_text(count) + " values",
                       "at most " + with_thousands_separators(max_axis_values));
    }
    Range range;
    const double exponent = logarithmic(rule.form) ? first_exponent(rule.from) : 0.0;
    range.values.reserve(static_cast<std::size_t>(count));
    for (double i = 0.0; i < count; ++i) range.values.push_back(value_at(rule, exponent, i));
    pin_ends(rule, range.values);
    if (repeats(range.values)) return refused("the step is below the precision of a double", "");
    return range;
}

}  // namespace lightsweep::sweeps
