#pragma once
// The papers whose claims are judged, found by the rules of a sweep.

#include <span>
#include <string>
#include <vector>

#include "analysis/claim.hpp"
#include "engine/result_file.hpp"

namespace lightsweep::analysis {

/// A paper's claims, and the sweep that holds what they need.
struct ClaimedPaper {
    const char* rules;
    const std::vector<Claim>& (*claims)();
    const char* sweep;
};

/// In the order of a scoreboard.
std::span<const ClaimedPaper> claimed_papers();
/// The paper behind the rules of a file. Throws BadInput for rules without a list of claims.
const ClaimedPaper& paper_of(const engine::ResultFile& file);

/// Whether a judgement is not what the repository stands for: another verdict, or a number beside
/// its reference. A claim that is not judged differs from nothing.
bool differs(const Claim& claim, const Judgement& judgement);

/// "2", "2b".
std::string number_of(const Claim& claim);
/// "10.4x (Fig. 5a)".
std::string printed_text(const Claim& claim);

}  // namespace lightsweep::analysis
