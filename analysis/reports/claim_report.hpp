#pragma once
// The papers whose claims can be judged, and the report of one of them, judged on one sweep.

#include <iosfwd>
#include <span>
#include <string>

#include "analysis/claims/claim.hpp"
#include "engine/file/result_file.hpp"

namespace lightsweep::analysis {

/// All papers, in the order of the scoreboard.
std::span<const ClaimedPaper> claimed_papers();
/// The paper for the rules of a file. Throws BadInput for rules without a list of claims.
const ClaimedPaper& paper_of(const engine::ResultFile& file);

/// Whether a judgement differs from the record: another verdict, or a number that disagrees with
/// its reference. A claim that is not judged never differs.
bool differs(const Claim& claim, const Judgement& judgement);

/// The mark of a claim that is judged at a point which the paper does not name.
inline constexpr const char* parameters_inferred = "parameters inferred";

/// Number and part of a claim: "2", "2b".
std::string number_of(const Claim& claim);
/// The paper's number and place: "10.4x (Fig. 5a)".
std::string printed_text(const Claim& claim);

/// Prints the errata of a paper, by the name of its rules: statement, smallest counterexample, the
/// command that shows it, correction. Throws BadInput if there is no such paper.
void print_errata(const std::string& rules, std::ostream& out);

/// Judges every claim from the data of the file and prints the paper's statement, the sweep's
/// number, the verdict and the recorded verdict. Returns false if a verdict differs from the
/// recorded one. Throws BadInput if the file holds the data of no claim, or if the paper of its
/// rules has no list of claims.
bool report_claims(const engine::ResultFile& file, std::ostream& out);

}  // namespace lightsweep::analysis
