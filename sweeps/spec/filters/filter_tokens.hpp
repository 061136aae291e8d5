#pragma once
// Tokens of `where` expressions, and the types of their parts.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sweeps/spec/values/units.hpp"

namespace lightsweep::sweeps {

/// One token. A name may also be and, or, not; a symbol is one of ( ) + - * / == != < <= > >=.
struct FilterToken {
    enum class Type { number, text, name, symbol, end };
    Type type = Type::end;
    std::string text;
    double number = 0.0;
    std::optional<Kind> kind;  ///< set for a number with a unit
};

/// A problem in the expression; caught in Filter::compile() and never seen outside.
struct RefusedFilter {
    std::string problem;
    std::string remedy;
};

/// Splits an expression; Type::end is the last token. A unit follows its number directly or after
/// one space ("8 MiB"); "/s" belongs to it if the whole is a rate ("100GB/s"). Throws
/// RefusedFilter.
std::vector<FilterToken> tokenize_filter(std::string_view text);

// Types of the parts of a condition: truth values, texts, and numbers with units.

/// A truth value, a text, or a number of bytes^b seconds^s; bytes / (bytes/s) gives seconds. A bare
/// number takes the unit of the operand beside it.
struct Meaning {
    enum class Sort { number, text, truth };
    Sort sort = Sort::number;
    int bytes = 0;
    int seconds = 0;
    bool bare = false;
};

/// The type of a key of this kind; flags are truth values, tuples are texts ("8x16").
Meaning meaning_of(Kind kind);

/// The unit in words: "bytes", "seconds", "bytes/s", "a plain number", "bytes^2 s^-1".
std::string unit_text(const Meaning& meaning);

/// Whether the two may be added or compared.
bool same_unit(const Meaning& a, const Meaning& b);

/// The type of a * b, or of a / b.
Meaning product_of(const Meaning& a, const Meaning& b, bool divide);

}  // namespace lightsweep::sweeps
