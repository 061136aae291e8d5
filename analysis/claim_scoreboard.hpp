#pragma once
// The claims of all papers on one board: what the paper says, our numbers, the verdict, and by
// which reading.

#include <iosfwd>
#include <string>
#include <vector>

#include "analysis/claim_papers.hpp"

namespace lightsweep::analysis {

/// A claim as judged from one of the files; `file` is empty where none holds what it needs.
struct ScoredClaim {
    const Claim* claim;
    Judgement judgement;
    std::string file;

    bool judged() const { return judgement.verdict != Verdict::not_judged; }
    bool differs() const { return analysis::differs(*claim, judgement); }
};

/// All claims of one paper, whether judged or not.
struct PaperScore {
    const ClaimedPaper* paper;
    std::vector<ScoredClaim> claims;

    /// Number of claims with that verdict.
    std::size_t count(Verdict verdict) const;
    std::size_t judged() const { return claims.size() - count(Verdict::not_judged); }
    std::size_t different() const;
};

/// left_out  files that say nothing about any claim, each with the reason
struct Scoreboard {
    std::vector<PaperScore> papers;
    std::vector<std::string> left_out;

    std::size_t different() const;
};

/// Judges the claims of every paper that a file belongs to. Of several files that hold what a claim
/// needs the first decides, but a judgement that differs from the recorded one is never passed
/// over. Throws BadInput if no file holds the data of any claim.
Scoreboard score_claims(const std::vector<engine::ResultFile>& files);

/// A finding with its number as printed: "N = 16, w = 2: one stage 16".
std::string finding_text(const Finding& finding);

/// The board as a table per paper and the totals.
void print_scoreboard(const Scoreboard& board, std::ostream& out);

}  // namespace lightsweep::analysis
