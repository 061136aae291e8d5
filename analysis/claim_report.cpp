#include "analysis/claim_report.hpp"

#include <iomanip>
#include <ostream>

#include "analysis/addanki_claims.hpp"
#include "engine/errors.hpp"

namespace lightsweep::analysis {

const char* to_text(Verdict verdict) {
    switch (verdict) {
        case Verdict::reproduced:
            return "reproduced";
        case Verdict::not_reproduced:
            return "not reproduced";
        case Verdict::depends_on_reading:
            return "depends on the reading";
        case Verdict::not_in_file:
            break;
    }
    return "not in this file";
}

namespace {

const std::vector<Claim>& claims_of(const engine::ResultFile& file) {
    const std::string rules = file.attribute("rules");
    if (rules == "addanki") return addanki_claims();
    throw engine::BadInput(file.path() + ": rules = '" + rules +
                           "' has no list of claims; give a sweep under rules addanki");
}

bool differs(const Claim& claim, const Judgement& judgement) {
    return judgement.verdict != Verdict::not_in_file && judgement.verdict != claim.recorded;
}

void print(const Claim& claim, const Judgement& judgement, std::ostream& out) {
    const std::string indent(10, ' ');
    out << "\nclaim " << std::setw(2) << claim.number << "  " << claim.statement << '\n'
        << indent << "criterion  " << claim.criterion << '\n';
    for (std::size_t i = 0; i < judgement.numbers.size(); ++i)
        out << indent << (i == 0 ? "sweep      " : "           ") << judgement.numbers[i] << '\n';
    out << indent << "verdict    " << to_text(judgement.verdict)
        << "; recorded: " << to_text(claim.recorded)
        << (differs(claim, judgement) ? "   <-- DIFFERS" : "") << '\n';
}

}  // namespace

bool report_claims(const engine::ResultFile& file, std::ostream& out) {
    const auto& claims = claims_of(file);
    const FigureData data(file);
    std::size_t present = 0, different = 0;
    out << "Claims of the paper behind rules " << file.attribute("rules") << ", judged from "
        << file.path() << '\n';
    for (const auto& claim : claims) {
        const Judgement judgement = claim.judge(data);
        print(claim, judgement, out);
        present += judgement.verdict != Verdict::not_in_file;
        different += differs(claim, judgement);
    }
    out << '\n'
        << present << " of " << claims.size() << " claims judged, " << present - different
        << " as recorded, " << different << " different\n";
    if (present == 0)
        out << "this file holds the data of no claim: run sweeps/addanki/claims.toml\n";
    return present > 0 && different == 0;
}

}  // namespace lightsweep::analysis
