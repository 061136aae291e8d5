#pragma once
// Rational numbers of any size, for the crossing points of lines, which rounding would move or
// split.

#include <boost/multiprecision/cpp_int.hpp>
#include <compare>
#include <cstdint>

namespace lightsweep::kernels {

/// A fraction of integers of any size that is never reduced: for a few operations on a few
/// numbers. Boost's cpp_rational reduces after each of them, and envelopes of 20 lines then take
/// five times as long.
class Rational {
  public:
    using Integer = boost::multiprecision::number<boost::multiprecision::cpp_int_backend<>,
                                                  boost::multiprecision::et_off>;

    Rational(std::int64_t value = 0) : numerator_(value), denominator_(1) {}
    /// denominator not 0.
    Rational(Integer numerator, Integer denominator);

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
    Integer numerator_, denominator_;  // denominator > 0
};

}  // namespace lightsweep::kernels
