#include "sweeps/cli/scoreboard_json.hpp"

#include <nlohmann/json.hpp>

namespace lightsweep::sweeps {

namespace {

using Json = nlohmann::ordered_json;
using analysis::Verdict;

Json json_of(const analysis::Finding& finding) {
    Json json{{"place", finding.place},
              {"item", finding.item},
              {"value", finding.value},
              {"text", finding.print(finding.value)}};
    if (!finding.mark.empty()) json["mark"] = finding.mark;
    if (finding.reference) {
        json["reference"] = finding.reference->value;
        json["tolerance"] = finding.reference->tolerance;
        json["agrees"] = finding.agrees();
    }
    return json;
}

Json json_of(const analysis::ScoredClaim& scored) {
    Json numbers = Json::array();
    for (const auto& finding : scored.judgement.findings) numbers.push_back(json_of(finding));
    return {{"claim", analysis::number_of(*scored.claim)},
            {"says", scored.claim->statement},
            {"paper_number", scored.claim->paper.number},
            {"paper_place", scored.claim->paper.place},
            {"numbers", numbers},
            {"verdict", analysis::to_text(scored.judgement.verdict)},
            {"recorded", analysis::to_text(scored.claim->recorded)},
            {"reading", scored.claim->criterion},
            {"needs", scored.claim->needs},
            {"file", scored.file},
            {"differs", scored.differs()}};
}

void add_to(Json& totals, const analysis::PaperScore& score) {
    const auto add = [&](const char* key, std::size_t count) {
        totals[key] = totals.value(key, std::size_t{0}) + count;
    };
    add("claims", score.claims.size());
    for (const auto verdict : {Verdict::reproduced, Verdict::close, Verdict::depends_on_reading,
                               Verdict::not_reproduced, Verdict::impossible, Verdict::not_judged})
        add(analysis::to_text(verdict), score.count(verdict));
    add("different", score.different());
}

}  // namespace

std::string scoreboard_json(const analysis::Scoreboard& board) {
    Json papers = Json::array(), sum = Json::object();
    for (const auto& score : board.papers) {
        Json claims = Json::array(), totals = Json::object();
        for (const auto& one : score.claims) claims.push_back(json_of(one));
        add_to(totals, score);
        add_to(sum, score);
        papers.push_back({{"paper", score.paper->rules}, {"claims", claims}, {"totals", totals}});
    }
    const Json json{{"papers", papers}, {"totals", sum}, {"left_out", board.left_out}};
    return json.dump(2) + '\n';
}

}  // namespace lightsweep::sweeps
