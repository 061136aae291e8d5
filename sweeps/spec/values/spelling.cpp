#include "sweeps/spec/values/spelling.hpp"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <vector>

namespace lightsweep::sweeps {
namespace {

std::string lowered(std::string_view text) {
    std::string out(text);
    for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return out;
}

std::size_t tolerance(std::string_view name) {
    if (name.size() < 4) return 1;
    return std::max<std::size_t>(2, name.size() / 3);
}

/// Whether the parts of the name between _ begin with those of the word: "reconfig_delay" for
/// reconfiguration_delay.
bool completes(std::string_view word, std::string_view name) {
    while (!word.empty()) {
        const std::string_view part = word.substr(0, word.find('_'));
        if (!name.starts_with(part)) return false;
        word.remove_prefix(std::min(word.size(), part.size() + 1));
        name.remove_prefix(std::min(name.size(), std::min(name.find('_'), name.size() - 1) + 1));
    }
    return true;
}

/// The only candidate that the word abbreviates ("lin": linear); empty if there are several.
std::string completion(const std::string& word, std::span<const std::string> candidates) {
    std::string found;
    for (const std::string& candidate : candidates) {
        if (!completes(word, lowered(candidate))) continue;
        if (!found.empty()) return "";
        found = candidate;
    }
    return found;
}

/// The names of which the word is a part between _, or the begin.
std::vector<std::string> names_with(const std::string& word,
                                    std::span<const std::string> candidates) {
    std::vector<std::string> found;
    for (const std::string& candidate : candidates)
        if (candidate.starts_with(word) ||
            ("_" + candidate + "_").find("_" + word + "_") != candidate.npos)
            found.push_back(candidate);
    return found;
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t substituted = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({substituted, row[j] + 1, row[j + 1] + 1});
        }
    }
    return row[b.size()];
}

std::string closest_name(std::string_view name, std::span<const std::string> candidates) {
    // Names in a sweep are short; a long one is an error and not worth a quadratic comparison.
    if (name.empty() || name.size() > 100) return "";
    const std::string plain = lowered(name);
    std::string best;
    std::size_t best_score = 2 * tolerance(name) + 2;
    for (const std::string& candidate : candidates) {
        const std::size_t edits = edit_distance(plain, lowered(candidate));
        const std::size_t score = 2 * edits + (edit_distance(name, candidate) > edits ? 1 : 0);
        if (score < best_score) {
            best = candidate;
            best_score = score;
        }
    }
    return best.empty() ? completion(plain, candidates) : best;
}

std::string suggest(std::string_view name, std::span<const std::string> candidates) {
    const std::string closest = closest_name(name, candidates);
    if (!closest.empty()) return "did you mean " + closest;
    const auto longer = names_with(lowered(name), candidates);
    if (!longer.empty() && longer.size() <= 4) return "did you mean " + join(longer, 4, " or ");
    return candidates.empty() ? "" : "one of " + join(candidates);
}

bool contains(std::span<const std::string> names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

std::string join(std::span<const std::string> names, std::size_t limit, const char* between) {
    std::string out;
    for (std::size_t i = 0; i < std::min(limit, names.size()); ++i) {
        out += (i == 0 ? "" : between) + names[i];
    }
    if (names.size() > limit) out += " and " + std::to_string(names.size() - limit) + " more";
    return out;
}

}  // namespace lightsweep::sweeps
