// What the parts of a condition mean: truth values, texts, and numbers with units.
#pragma once

#include <string>

#include "sweeps/spec/units.hpp"

namespace lightsweep::sweeps {

/// A truth value, a text, or a number of bytes^b seconds^s; bytes / (bytes/s) is seconds.
/// A bare number takes the unit of whatever it meets.
struct Meaning {
    enum class Sort { number, text, truth };
    Sort sort = Sort::number;
    int bytes = 0;
    int seconds = 0;
    bool bare = false;
};

/// The meaning of a key of this kind; flags are truth values, tuples texts ("8x16").
Meaning meaning_of(Kind kind);

/// "bytes", "seconds", "bytes/s", "a plain number", "bytes^2 s^-1".
std::string unit_text(const Meaning& meaning);

/// True if the two may be added or compared.
bool same_unit(const Meaning& a, const Meaning& b);

/// The meaning of a * b, or of a / b.
Meaning product_of(const Meaning& a, const Meaning& b, bool divide);

}  // namespace lightsweep::sweeps
