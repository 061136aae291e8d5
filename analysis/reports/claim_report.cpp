#include "analysis/reports/claim_report.hpp"

#include <algorithm>
#include <iomanip>
#include <ostream>
#include <sstream>

#include "analysis/claims/finding_table.hpp"
#include "analysis/reports/claim_papers.hpp"
#include "engine/io/errors.hpp"

namespace lightsweep::analysis {

namespace {

constexpr std::size_t line_width = 100, text_indent = 21;

/// Prints a heading and a text behind it, wrapped and indented.
void print_text(const std::string& head, const std::string& text, std::ostream& out) {
    std::istringstream words(text);
    std::string line = head + std::string(text_indent - head.size(), ' ');
    bool empty = true;
    for (std::string word; words >> word; empty = false) {
        if (!empty && line.size() + 1 + word.size() > line_width) {
            out << line << '\n';
            line = std::string(text_indent, ' ');
            empty = true;
        }
        line += (empty ? "" : " ") + word;
    }
    out << line << '\n';
}

void print_verdict(const Claim& claim, const Judgement& judgement, std::ostream& out) {
    if (judgement.verdict == Verdict::not_judged)
        return print_text("          verdict", std::string("not judged: needs ") + claim.needs,
                          out);
    if (!judgement.agrees()) out << "          !          a number differs from its reference\n";
    out << "          verdict    " << to_text(judgement.verdict)
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

}  // namespace

bool report_claims(const engine::ResultFile& file, std::ostream& out) {
    const auto& paper = paper_of(file);
    const auto claims = paper.claims();
    const FigureData data(file);
    std::size_t present = 0, different = 0;
    out << "Claims of the paper behind rules " << file.attribute("rules") << ", judged from "
        << file.path() << "\nreference: the paper's model by an independent computation, rounded\n";
    for (const auto& claim : claims) {
        const Judgement judgement = claim.judge(data);
        print(claim, judgement, out);
        present += judgement.verdict != Verdict::not_judged;
        different += differs(claim, judgement);
    }
    out << '\n'
        << present << " of " << claims.size() << " claims judged, " << present - different
        << " as recorded, " << different << " different\n";
    if (present == 0)
        throw engine::BadInput(file.path() + ": holds the data of no claim; run " + paper.sweep);
    if (const std::size_t open = claims.size() - present; open > 0)
        out << open << (open == 1 ? " claim is" : " claims are")
            << " not judged: each says above what it needs; " << paper.sweep
            << " holds all that this version can judge\n";
    return different == 0;
}

}  // namespace lightsweep::analysis
