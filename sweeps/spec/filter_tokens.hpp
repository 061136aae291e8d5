// Words of a `where` expression.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sweeps/spec/units.hpp"

namespace lightsweep::sweeps {

/// name also covers and, or, not; symbol is one of ( ) + - * / == != < <= > >=.
struct FilterToken {
    enum class Type { number, text, name, symbol, end };
    Type type = Type::end;
    std::string text;
    double number = 0.0;
    std::optional<Kind> kind;  ///< of a number with a unit
};

/// The tokens, ended by Type::end, or a problem with a remedy.
struct FilterTokens {
    std::vector<FilterToken> tokens;
    std::string problem;
    std::string remedy;
};

/// A unit follows its number directly or after one space ("8 MiB"); "/s" belongs to it where the
/// whole is a rate ("100GB/s").
FilterTokens tokenize_filter(std::string_view text);

}  // namespace lightsweep::sweeps
