#pragma once
// The claims of a paper, judged, as JSON text.

#include <string>

#include "analysis/claim_report.hpp"

namespace lightsweep::sweeps {

/// {"rules", "file", "judged", "different", "claims": [{"claim", "statement", "criterion", "needs",
/// "verdict", "recorded", "differs", "findings": [{"place", "item", "value", "text", "mark",
/// "reference": null or {"value", "tolerance", "text", "agrees"}}]}]}; infinite numbers as null.
std::string claims_json(const std::string& file, const analysis::JudgedClaims& claims);

}  // namespace lightsweep::sweeps
