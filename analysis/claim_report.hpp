#pragma once
// The claims of the sweep's paper as a report.

#include <iosfwd>

#include "analysis/claim.hpp"
#include "engine/result_file.hpp"

namespace lightsweep::analysis {

/// A claim and what the file says of it.
struct JudgedClaim {
    const Claim* claim;
    Judgement judgement;

    /// Judged, and otherwise than recorded, or by a number that is not the reference's.
    bool differs() const;
};

/// All claims of one paper, in order; `sweep` holds what all of them need.
struct JudgedClaims {
    std::string rules;
    const char* sweep;
    std::vector<JudgedClaim> claims;

    std::size_t judged() const;
    std::size_t different() const;
};

/// Judges every claim from the data of the file. Throws BadInput for a sweep under rules whose paper
/// has no list of claims; claims that the file does not hold the data of are not judged.
JudgedClaims judge_claims(const engine::ResultFile& file);
/// The complaint about a file that holds the data of no claim.
std::string without_claims(const engine::ResultFile& file, const JudgedClaims& claims);

/// Judges the claims and prints what the paper says, the number of the
/// sweep, the verdict and the one recorded in the repository. False if a verdict differs from the
/// recorded one. Throws BadInput when the file holds the data of no claim at all, and for a sweep
/// under rules whose paper has no list of claims.
bool report_claims(const engine::ResultFile& file, std::ostream& out);

}  // namespace lightsweep::analysis
