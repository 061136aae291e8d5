#include "sweeps/spec/values/number_text.hpp"

#include <charconv>
#include <cmath>
#include <cstdlib>

namespace lightsweep::sweeps {
namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

std::string_view trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

std::size_t count_digits(std::string_view text, std::size_t at) {
    std::size_t end = at;
    while (end < text.size() && is_digit(text[end])) ++end;
    return end - at;
}

/// Length of the digits and the point, without an exponent.
std::size_t mantissa_length(std::string_view text) {
    const std::size_t whole = count_digits(text, 0);
    if (whole >= text.size() || text[whole] != '.') return whole;
    const std::size_t fraction = count_digits(text, whole + 1);
    return whole + fraction == 0 ? 0 : whole + 1 + fraction;
}

/// Length of "e-9" at this place; 0 if it is no exponent (the "e" may belong to a unit).
std::size_t exponent_length(std::string_view text, std::size_t at) {
    if (at >= text.size() || (text[at] != 'e' && text[at] != 'E')) return 0;
    const bool has_sign = at + 1 < text.size() && (text[at + 1] == '+' || text[at + 1] == '-');
    const std::size_t digits = count_digits(text, at + 1 + has_sign);
    return digits == 0 ? 0 : 1 + has_sign + digits;
}

std::optional<int> read_exponent(std::string_view text) {
    if (text.empty()) return 0;
    text.remove_prefix(1);
    if (text.front() == '+') text.remove_prefix(1);
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || std::abs(value) > 9999) {
        return std::nullopt;
    }
    return value;
}

}  // namespace

std::optional<double> NumberText::scaled(int more) const {
    const std::string text = digits + "e" + std::to_string(exponent + more);
    double value = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc()) return value;
    // Out of range means overflow, which is a fault, or underflow, which is zero.
    if (error == std::errc::result_out_of_range && exponent + more < 0) return 0.0;
    return std::nullopt;
}

std::size_t number_length(std::string_view text) {
    const std::size_t mantissa = mantissa_length(text);
    return mantissa == 0 ? 0 : mantissa + exponent_length(text, mantissa);
}

std::optional<NumberText> split_number(std::string_view text) {
    text = trimmed(text);
    const bool signed_text = !text.empty() && (text.front() == '-' || text.front() == '+');
    const std::string sign = signed_text && text.front() == '-' ? "-" : "";
    if (signed_text) text.remove_prefix(1);
    const std::size_t mantissa = mantissa_length(text);
    if (mantissa == 0) return std::nullopt;
    const std::size_t power = exponent_length(text, mantissa);
    const std::optional<int> exponent = read_exponent(text.substr(mantissa, power));
    if (!exponent) return std::nullopt;
    return NumberText{sign + std::string(text.substr(0, mantissa)), *exponent,
                      std::string(trimmed(text.substr(mantissa + power)))};
}

}  // namespace lightsweep::sweeps
