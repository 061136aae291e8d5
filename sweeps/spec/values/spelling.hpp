#pragma once
// Suggestions for unknown names.

#include <span>
#include <string>
#include <string_view>

namespace lightsweep::sweeps {

/// Number of single-character insertions, deletions and substitutions between two words.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The candidate closest to the name; empty if none is within a third of its length (at least two
/// edits for words of four letters and more). Upper and lower case matter only between otherwise
/// equal candidates. If exactly one candidate starts with the word, it is chosen.
std::string closest_name(std::string_view name, std::span<const std::string> candidates);

/// Text of a suggestion: "did you mean nodes", or "one of near, far" if nothing is close.
std::string suggest(std::string_view name, std::span<const std::string> candidates);

bool contains(std::span<const std::string> names, std::string_view name);

/// "a, b, c"; after `limit` names "and 7 more".
std::string join(std::span<const std::string> names, std::size_t limit = 12,
                 const char* between = ", ");

}  // namespace lightsweep::sweeps
