#pragma once
// Rational numbers of any size: where lines cross, when rounding would move or split the point.

#include <compare>
#include <cstdint>
#include <vector>

namespace lightsweep::kernels {

class BigInteger {
  public:
    BigInteger() = default;
    BigInteger(std::int64_t value);
    static BigInteger power(std::int64_t base, int exponent);

    bool is_negative() const { return negative_; }
    BigInteger operator-() const;
    BigInteger operator+(const BigInteger& other) const;
    BigInteger operator-(const BigInteger& other) const { return *this + -other; }
    BigInteger operator*(const BigInteger& other) const;
    std::strong_ordering operator<=>(const BigInteger& other) const;
    bool operator==(const BigInteger& other) const = default;

    /// value = mantissa * 2^exponent, |mantissa| < 2^64 rounded as a sum of three limbs.
    struct Scaled {
        double mantissa;
        int exponent;
    };
    Scaled scaled() const;

  private:
    using Limbs = std::vector<std::uint32_t>;
    static std::strong_ordering compare(const Limbs& a, const Limbs& b);
    static Limbs sum(const Limbs& a, const Limbs& b);
    static Limbs difference(const Limbs& larger, const Limbs& smaller);
    BigInteger(Limbs limbs, bool negative);

    Limbs limbs_;  // little-endian, the last one not 0; empty for 0
    bool negative_ = false;
};

/// Never reduced: meant for a few operations on a few numbers.
class Rational {
  public:
    Rational() : denominator_(1) {}
    Rational(std::int64_t value) : numerator_(value), denominator_(1) {}
    /// denominator not 0.
    Rational(BigInteger numerator, BigInteger denominator);

    /// The shortest decimal that reads back as this double: 1e-7 is one ten-millionth. Finite;
    /// otherwise std::invalid_argument.
    static Rational decimal(double value);
    /// The fraction of the smallest denominator within 1e-13 of the value (relative beyond 1): what
    /// a sum of a few fractions with small denominators was before rounding; |value| <= 2^53.
    static Rational simplest(double value);

    Rational operator+(const Rational& other) const;
    Rational operator-(const Rational& other) const;
    Rational operator*(const Rational& other) const;
    /// other not 0.
    Rational operator/(const Rational& other) const;
    std::strong_ordering operator<=>(const Rational& other) const;
    bool operator==(const Rational& other) const { return (*this <=> other) == 0; }
    /// Within 2 units in the last place.
    double rounded() const;

  private:
    BigInteger numerator_, denominator_;  // denominator > 0
};

}  // namespace lightsweep::kernels
