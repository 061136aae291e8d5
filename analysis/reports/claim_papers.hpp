#pragma once
// The papers whose claims can be judged, found by the rules of a sweep.

#include <span>
#include <string>

#include "analysis/claims/claim.hpp"
#include "engine/file/result_file.hpp"

namespace lightsweep::analysis {

/// A paper's claims, and the sweep that contains the data they need.
struct ClaimedPaper {
    const char* rules;
    std::span<const Claim> (*claims)();
    const char* sweep;
};

/// All papers, in the order of the scoreboard.
std::span<const ClaimedPaper> claimed_papers();
/// The paper for the rules of a file. Throws BadInput for rules without a list of claims.
const ClaimedPaper& paper_of(const engine::ResultFile& file);

/// Whether a judgement differs from the record: another verdict, or a number that disagrees with
/// its reference. A claim that is not judged never differs.
bool differs(const Claim& claim, const Judgement& judgement);

/// Number and part of a claim: "2", "2b".
std::string number_of(const Claim& claim);
/// The paper's number and place: "10.4x (Fig. 5a)".
std::string printed_text(const Claim& claim);

}  // namespace lightsweep::analysis
