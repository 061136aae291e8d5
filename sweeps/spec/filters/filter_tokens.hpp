#pragma once
// Tokenizer of `where` expressions.

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

/// The tokens, with Type::end as the last one, or a problem with a remedy.
struct FilterTokens {
    std::vector<FilterToken> tokens;
    std::string problem;
    std::string remedy;
};

/// Splits an expression. A unit follows its number directly or after one space ("8 MiB"); "/s"
/// belongs to it if the whole is a rate ("100GB/s").
FilterTokens tokenize_filter(std::string_view text);

}  // namespace lightsweep::sweeps
