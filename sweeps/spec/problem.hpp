// One problem: the keys of a grid, all scalars, for `lightsweep eval` and `lightsweep schedule`.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sweeps/spec/sweep_spec.hpp"

namespace lightsweep::sweeps {

/// A validated problem for one scheduler.
struct Problem {
    std::string scheduler;
    std::string rules;
    Point point;
    Options options;                ///< of that scheduler
    std::vector<CustomStep> steps;  ///< of collective = "custom"
    std::optional<TextFile> edges;  ///< of topology = "edges"
    GridSpec grid;                  ///< the same as a grid of one point, for code that takes grids
};

/// The problem, or one line that says all that is wrong:
/// "nodes = 12: allreduce/halving-doubling needs a power of two".
struct ProblemResult {
    std::optional<Problem> problem;
    std::string error;
};

/// One JSON object: {"scheduler": "addanki", "nodes": 64, "message": "8MiB", "addanki": {...}}.
ProblemResult read_problem(std::string_view json, const Vocabulary& vocabulary,
                           const std::string& directory = "");

/// From flags: {"nodes", "64"}, {"message", "8MiB"}, {"dims", "[8, 16]"}, {"swot.max_nodes", "10"}.
/// Values are read like those of --set: TOML, or a bare word or quantity.
ProblemResult problem_from_flags(std::span<const std::pair<std::string, std::string>> flags,
                                 const Vocabulary& vocabulary, const std::string& directory = "");

}  // namespace lightsweep::sweeps
