#include "sweeps/cli/claims_json.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "analysis/finding_table.hpp"

namespace lightsweep::sweeps {

namespace {

using Json = nlohmann::ordered_json;
using analysis::Finding;

Json number(double value) {
    return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json finding_json(const Finding& one) {
    Json json{{"place", one.place},
              {"item", one.item},
              {"value", number(one.value)},
              {"text", analysis::number_text(one, one.value)},
              {"mark", one.mark},
              {"reference", nullptr}};
    if (one.reference)
        json["reference"] = Json{{"value", number(one.reference->value)},
                                 {"tolerance", number(one.reference->tolerance)},
                                 {"text", analysis::number_text(one, one.reference->value)},
                                 {"agrees", one.agrees()}};
    return json;
}

Json claim_json(const analysis::JudgedClaim& judged) {
    const auto& [claim, judgement] = judged;
    Json json{{"claim", std::to_string(claim->number) + claim->part},
              {"statement", claim->statement},
              {"criterion", claim->criterion},
              {"needs", claim->needs},
              {"verdict", analysis::to_text(judgement.verdict)},
              {"recorded", analysis::to_text(claim->recorded)},
              {"differs", judged.differs()},
              {"findings", Json::array()}};
    for (const auto& one : judgement.findings) json["findings"].push_back(finding_json(one));
    return json;
}

}  // namespace

std::string claims_json(const std::string& file, const analysis::JudgedClaims& claims) {
    Json json{{"rules", claims.rules},
              {"file", file},
              {"judged", claims.judged()},
              {"different", claims.different()},
              {"claims", Json::array()}};
    for (const auto& one : claims.claims) json["claims"].push_back(claim_json(one));
    return json.dump(1);
}

}  // namespace lightsweep::sweeps
