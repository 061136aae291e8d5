#pragma once
// The scoreboard of claims as JSON.

#include <string>

#include "analysis/claim_scoreboard.hpp"

namespace lightsweep::sweeps {

/// {"papers": [{"paper", "claims": [{"claim", "says", "numbers": [...], "verdict", "recorded",
/// "reading", "needs", "file", "differs"}], "totals": {verdict: count}}], "totals": {...},
/// "left_out": [...]}, indented, with a newline at the end. Numbers are as stored; those that are
/// infinite or not there are null, their text says which.
std::string scoreboard_json(const analysis::Scoreboard& board);

}  // namespace lightsweep::sweeps
