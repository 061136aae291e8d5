#pragma once
// Ranges of an axis: {from, to, step | per_decade | count}.

#include <string>
#include <vector>

namespace lightsweep::sweeps {

/// A range from `from` to `to`, with a = `amount`:
///   factor      from, from*a, from*a^2, ... up to `to`                     a > 1
///   increment   from, from+a, from+2a, ...                                 a > 0
///   per_decade  10^(log10(from) + i/a); if `from` is a power of ten the values are
///               std::pow(10, e + i/a) to the last bit
///   linear      a values, equally spaced, both ends exact
///   log         a values, equally spaced in the logarithm, both ends exact
struct RangeRule {
    enum class Form { factor, increment, per_decade, linear, log };
    Form form = Form::factor;
    double from = 0.0;
    double to = 0.0;
    double amount = 0.0;
};

/// The values, or the reason why there are none. `to` belongs to the range if a value falls within
/// 1e-9 (relative) of it. Values of factor and increment that are within a few units in the last
/// place of a decimal number of at most 12 digits become that number: 0.1us + 2 * 0.1us is 0.3us.
struct Range {
    std::vector<double> values;
    std::string problem;
    std::string remedy;
};

/// Example: {increment, 8, 64, 8} gives 8, 16, ..., 64.
Range expand(const RangeRule& rule);

}  // namespace lightsweep::sweeps
