#pragma once
// Scoreboard of the claims of all papers: the paper's statement, our numbers, the verdict and the
// reading used.

#include <iosfwd>
#include <string>
#include <vector>

#include "analysis/reports/claim_report.hpp"

namespace lightsweep::analysis {

/// A claim as judged from one of the files; `file` is empty if no file holds the data that it
/// needs.
struct ScoredClaim {
    const Claim* claim;
    Judgement judgement;
    std::string file;

    bool judged() const { return judgement.verdict != Verdict::not_judged; }
    bool differs() const { return analysis::differs(*claim, judgement); }
};

/// All claims of one paper, including those that are not judged.
struct PaperScore {
    const ClaimedPaper* paper;
    std::vector<ScoredClaim> claims;

    /// Number of claims with that verdict.
    std::size_t count(Verdict verdict) const;
    /// Number of judged claims whose point the paper does not name.
    std::size_t inferred() const;
    std::size_t judged() const { return claims.size() - count(Verdict::not_judged); }
    std::size_t different() const;
};

/// The scoreboard.
///
///   left_out  files without data on any claim, each with the reason
struct Scoreboard {
    std::vector<PaperScore> papers;
    std::vector<std::string> left_out;

    std::size_t claims() const;
    std::size_t inferred() const;
    std::size_t different() const;
};

/// Judges the claims of every paper that a file belongs to. If several files hold the data of a
/// claim, the first one decides, but a judgement that differs from the record is always shown.
/// Throws BadInput if no file holds the data of any claim.
Scoreboard score_claims(const std::vector<engine::ResultFile>& files);

/// A finding as text with its formatted number: "N = 16, w = 2: one stage 16".
std::string finding_text(const Finding& finding);

/// Prints a table per paper, and the totals.
void print_scoreboard(const Scoreboard& board, std::ostream& out);

}  // namespace lightsweep::analysis
