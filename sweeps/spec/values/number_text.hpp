#pragma once
// Decimal number at the start of a text, kept as text so that scaling rounds only once.

#include <optional>
#include <string>
#include <string_view>

namespace lightsweep::sweeps {

/// "-421.7e3 ns" in three parts: digits "-421.7", exponent 3, unit "ns".
struct NumberText {
    std::string digits;
    int exponent = 0;
    std::string unit;

    /// The double nearest to digits * 10^(exponent + more); nullopt if it overflows.
    std::optional<double> scaled(int more) const;
};

/// Splits a text; nullopt if it does not start with a number or has an exponent beyond +-9999.
/// Spaces around the number and the unit are ignored. "1e" and "1 e3" have the unit "e".
std::optional<NumberText> split_number(std::string_view text);

/// Length of the unsigned number at the start of the text, exponent included; 0 if there is none.
std::size_t number_length(std::string_view text);

}  // namespace lightsweep::sweeps
