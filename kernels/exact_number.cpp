#include "kernels/exact_number.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

namespace lightsweep::kernels {

namespace {

constexpr int limb_bits = 32;

}  // namespace

BigInteger::BigInteger(Limbs limbs, bool negative) : limbs_(std::move(limbs)) {
    while (!limbs_.empty() && limbs_.back() == 0) limbs_.pop_back();
    negative_ = negative && !limbs_.empty();
}

BigInteger::BigInteger(std::int64_t value) : negative_(value < 0) {
    auto rest =
        negative_ ? ~static_cast<std::uint64_t>(value) + 1 : static_cast<std::uint64_t>(value);
    for (; rest != 0; rest >>= limb_bits) limbs_.push_back(static_cast<std::uint32_t>(rest));
}

BigInteger BigInteger::power(std::int64_t base, int exponent) {
    BigInteger result(1);
    for (int k = 0; k < exponent; ++k) result = result * BigInteger(base);
    return result;
}

std::strong_ordering BigInteger::compare(const Limbs& a, const Limbs& b) {
    if (a.size() != b.size()) return a.size() <=> b.size();
    return std::lexicographical_compare_three_way(a.rbegin(), a.rend(), b.rbegin(), b.rend());
}

BigInteger::Limbs BigInteger::sum(const Limbs& a, const Limbs& b) {
    Limbs result;
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < std::max(a.size(), b.size()) || carry != 0; ++i) {
        carry += i < a.size() ? a[i] : 0;
        carry += i < b.size() ? b[i] : 0;
        result.push_back(static_cast<std::uint32_t>(carry));
        carry >>= limb_bits;
    }
    return result;
}

BigInteger::Limbs BigInteger::difference(const Limbs& larger, const Limbs& smaller) {
    Limbs result;
    std::int64_t carry = 0;
    for (std::size_t i = 0; i < larger.size(); ++i) {
        carry += std::int64_t{larger[i]} - (i < smaller.size() ? std::int64_t{smaller[i]} : 0);
        result.push_back(static_cast<std::uint32_t>(carry));
        carry >>= limb_bits;
    }
    return result;
}

BigInteger BigInteger::operator-() const {
    return {limbs_, !negative_};
}

BigInteger BigInteger::operator+(const BigInteger& other) const {
    if (negative_ == other.negative_) return {sum(limbs_, other.limbs_), negative_};
    if (compare(limbs_, other.limbs_) < 0)
        return {difference(other.limbs_, limbs_), other.negative_};
    return {difference(limbs_, other.limbs_), negative_};
}

BigInteger BigInteger::operator*(const BigInteger& other) const {
    Limbs result(limbs_.size() + other.limbs_.size(), 0);
    for (std::size_t i = 0; i < limbs_.size(); ++i) {
        std::uint64_t carry = 0;
        for (std::size_t j = 0; j < other.limbs_.size(); ++j) {
            carry += std::uint64_t{limbs_[i]} * other.limbs_[j] + result[i + j];
            result[i + j] = static_cast<std::uint32_t>(carry);
            carry >>= limb_bits;
        }
        result[i + other.limbs_.size()] = static_cast<std::uint32_t>(carry);
    }
    return {std::move(result), negative_ != other.negative_};
}

std::strong_ordering BigInteger::operator<=>(const BigInteger& other) const {
    if (negative_ != other.negative_) return other.negative_ <=> negative_;
    return negative_ ? compare(other.limbs_, limbs_) : compare(limbs_, other.limbs_);
}

BigInteger::Scaled BigInteger::scaled() const {
    double mantissa = 0;
    const std::size_t used = std::min<std::size_t>(limbs_.size(), 3);
    for (std::size_t i = 0; i < used; ++i)
        mantissa = std::ldexp(mantissa, limb_bits) + limbs_[limbs_.size() - 1 - i];
    return {negative_ ? -mantissa : mantissa, limb_bits * static_cast<int>(limbs_.size() - used)};
}

Rational::Rational(BigInteger numerator, BigInteger denominator)
    : numerator_(std::move(numerator)), denominator_(std::move(denominator)) {
    if (!denominator_.is_negative()) return;
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
    if (exponent >= 0) return {BigInteger(mantissa) * BigInteger::power(10, exponent), 1};
    return {mantissa, BigInteger::power(10, -exponent)};
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
    return numerator_ * other.denominator_ <=> other.numerator_ * denominator_;
}

double Rational::rounded() const {
    const auto above = numerator_.scaled(), below = denominator_.scaled();
    return std::ldexp(above.mantissa / below.mantissa, above.exponent - below.exponent);
}

}  // namespace lightsweep::kernels
