#include "kernels/exact/exact_number.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

namespace lightsweep::kernels {

namespace {

constexpr int digit_bits = 32;

/// value = mantissa * 2^exponent, the mantissa rounded as the sum of the three highest digits.
struct Scaled {
    double mantissa;
    int exponent;
};

Scaled scaled(const Rational::Integer& value) {
    const Rational::Integer size = abs(value);
    const int digits = size.is_zero() ? 0 : static_cast<int>(msb(size)) / digit_bits + 1;
    const int rest = std::max(0, digits - 3);
    double mantissa = 0;
    for (int i = digits; i-- > rest;)
        mantissa = std::ldexp(mantissa, digit_bits) +
                   static_cast<double>(((size >> (i * digit_bits)) & UINT32_MAX));
    return {value < 0 ? -mantissa : mantissa, rest * digit_bits};
}

}  // namespace

Rational::Rational(Integer numerator, Integer denominator)
    : numerator_(std::move(numerator)), denominator_(std::move(denominator)) {
    if (denominator_ > 0) return;
    numerator_ = -numerator_;
    denominator_ = -denominator_;
}

Rational Rational::decimal(double value) {
    if (!std::isfinite(value))
        throw std::invalid_argument("value = " + std::to_string(value) + ": give a finite number");
    std::array<char, 32> text{};
    const auto end =
        std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::scientific)
            .ptr;
    std::string digits;  // "-1.25e-07": digits -125, two of them behind the point
    const char* at = text.data();
    for (; *at != 'e'; ++at)
        if (*at != '.') digits += *at;
    const bool has_sign = digits.front() == '-';
    int exponent = 0;
    at += at[1] == '+' ? 2 : 1;
    std::from_chars(at, end, exponent);
    exponent -= static_cast<int>(digits.size()) - 1 - (has_sign ? 1 : 0);
    std::int64_t mantissa = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), mantissa);
    const Integer power = pow(Integer(10), static_cast<unsigned>(std::abs(exponent)));
    return exponent >= 0 ? Rational(mantissa * power, 1) : Rational(mantissa, power);
}

Rational Rational::simplest(double value) {
    if (!(std::abs(value) <= 9007199254740992.0))
        throw std::invalid_argument("value = " + std::to_string(value) +
                                    ": give one within 2^53 of 0");
    // Convergents h/k of the continued fraction, until one is near enough.
    const double tolerance = 1e-13 * std::max(1.0, std::abs(value));
    double rest = value;
    std::int64_t h = 1, k = 0, last_h = 0, last_k = 1;
    do {
        const auto whole = static_cast<std::int64_t>(std::floor(rest));
        last_h = std::exchange(h, whole * h + last_h);
        last_k = std::exchange(k, whole * k + last_k);
        rest = 1 / (rest - static_cast<double>(whole));
    } while (std::abs(static_cast<double>(h) / static_cast<double>(k) - value) > tolerance);
    return {h, k};
}

Rational Rational::operator+(const Rational& other) const {
    return {numerator_ * other.denominator_ + other.numerator_ * denominator_,
            denominator_ * other.denominator_};
}
Rational Rational::operator-(const Rational& other) const {
    return {numerator_ * other.denominator_ - other.numerator_ * denominator_,
            denominator_ * other.denominator_};
}
Rational Rational::operator*(const Rational& other) const {
    return {numerator_ * other.numerator_, denominator_ * other.denominator_};
}
Rational Rational::operator/(const Rational& other) const {
    return {numerator_ * other.denominator_, denominator_ * other.numerator_};
}
std::strong_ordering Rational::operator<=>(const Rational& other) const {
    const Integer crossed = other.numerator_ * denominator_;
    return (numerator_ * other.denominator_).compare(crossed) <=> 0;
}

double Rational::rounded() const {
    const auto above = scaled(numerator_), below = scaled(denominator_);
    return std::ldexp(above.mantissa / below.mantissa, above.exponent - below.exponent);
}

}  // namespace lightsweep::kernels
