// Suggestions for names that do not exist.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lightsweep::sweeps {

/// Number of single-character insertions, deletions and substitutions between two words.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The candidate closest to the name, or empty if none is within a third of its length (at least
/// two edits for words of four letters and more). Case counts only when everything else is equal. A
/// word that only one candidate starts with is that candidate.
std::string closest_name(std::string_view name, std::span<const std::string> candidates);

/// "did you mean nodes", or "one of near, far" if nothing is close.
std::string suggest(std::string_view name, std::span<const std::string> candidates);

/// "a, b, c"; after `limit` names "and 7 more".
std::string join(std::span<const std::string> names, std::size_t limit = 12);

}  // namespace lightsweep::sweeps
