#pragma once
// The scoreboard of claims as JSON.

#include <string>

#include "analysis/reports/claim_scoreboard.hpp"

namespace lightsweep::sweeps {

/// {"papers": [{"paper", "claims": [{"claim", "says", "numbers": [...], "verdict", "recorded",
/// "reading", "needs", "file", "differs"}], "totals": {verdict: count}}], "totals": {...},
/// "left_out": [...]}, indented, with a newline at the end. Numbers are as stored; infinite and
/// missing ones are null, and their text says which of the two.
std::string scoreboard_json(const analysis::Scoreboard& board);

}  // namespace lightsweep::sweeps
