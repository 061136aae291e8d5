#include "analysis/reports/claim_papers.hpp"

#include "analysis/claims/addanki/addanki_claims.hpp"
#include "analysis/claims/bridge/bridge_claims.hpp"
#include "analysis/claims/optree/optree_claims.hpp"
#include "analysis/claims/pccl/pccl_claims.hpp"
#include "analysis/claims/swot/swot_claims.hpp"
#include "engine/io/errors.hpp"

namespace lightsweep::analysis {

namespace {

constexpr ClaimedPaper papers[] = {{"addanki", addanki_claims, "sweeps/addanki/claims.toml"},
                                   {"bridge", bridge_claims, "sweeps/bridge/claims.toml"},
                                   {"pccl", pccl_claims, "sweeps/pccl/claims.toml"},
                                   {"swot", swot_claims, "sweeps/swot/paper.toml"},
                                   {"optree", optree_claims, "sweeps/optree/claims.toml"}};

}  // namespace

std::span<const ClaimedPaper> claimed_papers() {
    return papers;
}

const ClaimedPaper& paper_of(const engine::ResultFile& file) {
    const std::string rules = file.attribute("rules");
    for (const auto& paper : papers)
        if (rules == paper.rules) return paper;
    throw engine::BadInput(file.path() + ": rules = '" + rules +
                           "' has no list of claims; give a sweep under rules addanki, bridge, "
                           "pccl, swot or optree, such as sweeps/pccl/claims.toml");
}

bool differs(const Claim& claim, const Judgement& judgement) {
    return judgement.verdict != Verdict::not_judged &&
           (judgement.verdict != claim.recorded || !judgement.agrees());
}

std::string number_of(const Claim& claim) {
    return std::to_string(claim.number) + claim.part;
}

std::string printed_text(const Claim& claim) {
    return std::string(claim.paper.number) + " (" + claim.paper.place + ")";
}

}  // namespace lightsweep::analysis
