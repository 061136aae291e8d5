#pragma once
// Reads one problem, the keys of a grid as scalars, for `lightsweep eval` and `lightsweep
// schedule`.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sweeps/spec/sweep_spec.hpp"

namespace lightsweep::sweeps {

/// A validated problem for one scheduler.
struct SingleProblem {
    std::string scheduler;
    std::string rules;
    Point point;
    Options options;                ///< options of that scheduler
    std::vector<CustomStep> steps;  ///< steps of collective = "custom"
    std::optional<TextFile> edges;  ///< links of topology = "edges"
    /// The problem as a grid of one point, for code that takes grids.
    GridSpec grid;
    std::string text;  ///< as it was given, as the JSON object that read_problem takes
};

/// The problem, or all its faults: "nodes = 12: allreduce/halving-doubling needs a power of two".
struct ProblemResult {
    std::optional<SingleProblem> problem;
    std::string error;  ///< in one line
    std::string lines;  ///< one line per fault
};

/// Reads one JSON object: {"scheduler": "addanki", "nodes": 64, "message": "8MiB", "addanki":
/// {...}}.
ProblemResult read_problem(std::string_view json, const Vocabulary& vocabulary,
                           const std::string& directory = "");

/// Reads flags: {"nodes", "64"}, {"message", "8MiB"}, {"dims", "[8, 16]"}, {"swot.max_nodes",
/// "10"}. Values are read like those of --set: TOML, or a bare word or quantity.
ProblemResult problem_from_flags(std::span<const std::pair<std::string, std::string>> flags,
                                 const Vocabulary& vocabulary, const std::string& directory = "");

}  // namespace lightsweep::sweeps
