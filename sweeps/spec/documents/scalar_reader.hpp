#pragma once
// Reads one value of a key or option and checks its kind, unit, domain and words.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sweeps/spec/documents/document.hpp"
#include "sweeps/spec/values/vocabulary.hpp"

namespace lightsweep::sweeps {

/// The legal values; `words` are the legal texts (empty: any non-empty text).
struct ScalarRule {
    Kind kind = Kind::count;
    Domain domain = Domain::any;
    std::vector<std::string> words;
    std::string example;
    /// Whether a number other than 0 needs a unit where the kind has units: in sweep files, whose
    /// readers would otherwise take 400 for 400 Gbps. Single problems take SI numbers.
    bool needs_unit = false;
};

/// The value in SI units; the label of a tuple is "8x16".
struct Scalar {
    double number = 0.0;
    std::string label;
    std::vector<std::int64_t> tuple;
};

/// The value, or the problem and remedy for a fault.
struct ReadScalar {
    std::optional<Scalar> scalar;
    std::string problem;
    std::string remedy;
};

/// Numbers may be texts with units or, unless the rule needs a unit, numbers (SI); tuples may be
/// lists of integers or "8x16". Refuses NaN, infinities, and magnitudes above 2^53, where doubles
/// skip integers.
ReadScalar read_scalar(const Value& value, const ScalarRule& rule);

}  // namespace lightsweep::sweeps
