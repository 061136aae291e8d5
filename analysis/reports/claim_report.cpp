#include "analysis/reports/claim_report.hpp"

#include <algorithm>
#include <iomanip>
#include <ostream>
#include <sstream>

#include "analysis/claims/addanki/addanki_claims.inc"
#include "analysis/claims/bridge/bridge_claims.inc"
#include "analysis/claims/claim.hpp"
#include "analysis/claims/optree/optree_claims.inc"
#include "analysis/claims/pccl/pccl_claims.inc"
#include "analysis/claims/swot/swot_claims.inc"
#include "analysis/reports/table_text.hpp"
#include "analysis/reports/wrapped_text.hpp"
#include "engine/io/errors.hpp"

namespace lightsweep::analysis {

namespace {

constexpr ClaimedPaper papers[] = {addanki_paper, bridge_paper, pccl_paper, swot_paper,
                                   optree_paper};

constexpr std::size_t line_width = 100, text_indent = 21;

/// Prints a heading and a text behind it, wrapped and indented.
void print_text(std::string head, const std::string& text, std::ostream& out) {
    for (const auto& line : wrapped(text, line_width - text_indent)) {
        head.resize(text_indent, ' ');
        out << head << line << '\n';
        head.clear();
    }
}

void print_verdict(const Claim& claim, const Judgement& judgement, std::ostream& out) {
    if (judgement.verdict == Verdict::not_judged)
        return print_text("          verdict", std::string("not judged: needs ") + claim.needs,
                          out);
    if (!judgement.agrees()) out << "          !          a number differs from its reference\n";
    out << "          verdict    " << to_text(judgement.verdict)
        << (claim.inferred ? std::string(", ") + parameters_inferred : "")
        << "; recorded: " << to_text(claim.recorded)
        << (differs(claim, judgement) ? "   <-- DIFFERS" : "") << '\n';
}

void print(const Claim& claim, const Judgement& judgement, std::ostream& out) {
    std::ostringstream head;
    head << "claim " << std::setw(2) << claim.number << claim.part;
    out << '\n';
    print_text(head.str(), claim.statement, out);
    print_text("          in print", printed_text(claim), out);
    print_text("          criterion", claim.criterion, out);
    if (!judgement.findings.empty()) print_findings(judgement.findings, out);
    print_verdict(claim, judgement, out);
}

const ClaimedPaper* find_paper(const std::string& rules) {
    const auto found = std::ranges::find(papers, rules, &ClaimedPaper::rules);
    return found == std::end(papers) ? nullptr : &*found;
}

std::string known_papers() {
    std::string known;
    for (const auto& paper : papers)
        known += (known.empty() ? "" : ", ") + std::string(paper.rules);
    return known;
}

}  // namespace

std::span<const ClaimedPaper> claimed_papers() {
    return papers;
}

const ClaimedPaper& paper_of(const engine::ResultFile& file) {
    const std::string rules = file.attribute("rules");
    if (const auto* paper = find_paper(rules)) return *paper;
    throw engine::BadInput(file.path() + ": rules = '" + rules +
                           "' has no list of claims; give a sweep under one of the rules " +
                           known_papers() + ", such as " + papers[0].sweep);
}

void print_errata(const std::string& rules, std::ostream& out) {
    const auto* paper = find_paper(rules);
    if (!paper)
        throw engine::BadInput("errata: there is no paper '" + rules + "'; give one of " +
                               known_papers());
    std::size_t number = 0;
    for (const auto& one : paper->errata) {
        out << (number++ > 0 ? "\n" : "");
        print_text("erratum " + std::to_string(number),
                   std::string(one.statement) + " (" + one.place + ")", out);
        print_text("          but", one.counterexample, out);
        out << "          shown by   " << one.command << '\n';
        print_text("          prints", one.shows, out);
        print_text("          correct", one.correction, out);
    }
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

bool report_claims(const engine::ResultFile& file, std::ostream& out) {
    const auto& paper = paper_of(file);
    const FigureData data(file);
    std::size_t present = 0, different = 0;
    out << "Claims of the paper behind rules " << file.attribute("rules") << ", judged from "
        << file.path() << "\nreference: the paper's model by an independent computation, rounded\n";
    for (const auto& claim : paper.claims) {
        const Judgement judgement = judged(claim, data);
        print(claim, judgement, out);
        present += judgement.verdict != Verdict::not_judged;
        different += differs(claim, judgement);
    }
    out << '\n'
        << present << " of " << paper.claims.size() << " claims judged, " << present - different
        << " as recorded, " << different << " different\n";
    if (present == 0)
        throw engine::BadInput(file.path() + ": holds the data of no claim; run " + paper.sweep);
    if (const std::size_t open = paper.claims.size() - present; open > 0)
        out << open << (open == 1 ? " claim is" : " claims are")
            << " not judged: each says above what it needs; " << paper.sweep << " has the data\n";
    return different == 0;
}

}  // namespace lightsweep::analysis
