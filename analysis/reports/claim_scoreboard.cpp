#include "analysis/reports/claim_scoreboard.hpp"

#include <algorithm>
#include <array>
#include <iomanip>
#include <ostream>

#include "analysis/reports/table_text.hpp"
#include "analysis/reports/wrapped_text.hpp"
#include "engine/io/errors.hpp"

namespace lightsweep::analysis {

namespace {

PaperScore nothing_judged(const ClaimedPaper& paper) {
    PaperScore score{&paper, {}};
    for (const auto& claim : paper.claims) score.claims.push_back({&claim, {}, ""});
    return score;
}

PaperScore& score_of(Scoreboard& board, const ClaimedPaper& paper) {
    for (auto& score : board.papers)
        if (score.paper == &paper) return score;
    return board.papers.emplace_back(nothing_judged(paper));
}

/// Judges the claims for which the file has data; false if there are none.
bool judge(const engine::ResultFile& file, PaperScore& score) {
    const FigureData data(file);
    bool any = false;
    for (auto& scored : score.claims) {
        Judgement judgement = judged(*scored.claim, data);
        if (judgement.verdict == Verdict::not_judged) continue;
        any = true;
        const bool news = differs(*scored.claim, judgement) && !scored.differs();
        if (!scored.judged() || news) {
            scored.judgement = std::move(judgement);
            scored.file = file.path();
        }
    }
    return any;
}

void add(const engine::ResultFile& file, Scoreboard& board) {
    const std::string rules = file.attribute("rules");
    const auto papers = claimed_papers();
    if (std::ranges::none_of(papers,
                             [&](const ClaimedPaper& paper) { return rules == paper.rules; })) {
        board.left_out.push_back(file.path() + ": rules = '" + rules + "' has no list of claims");
        return;
    }
    if (!judge(file, score_of(board, paper_of(file))))
        board.left_out.push_back(file.path() + ": holds the data of no claim");
}

std::size_t sum_of(const std::vector<PaperScore>& papers, std::size_t (*of)(const PaperScore&)) {
    std::size_t sum = 0;
    for (const auto& one : papers) sum += of(one);
    return sum;
}

}  // namespace

std::size_t PaperScore::count(Verdict verdict) const {
    return static_cast<std::size_t>(std::ranges::count_if(
        claims, [&](const ScoredClaim& one) { return one.judgement.verdict == verdict; }));
}

std::size_t PaperScore::inferred() const {
    return static_cast<std::size_t>(std::ranges::count_if(
        claims, [](const ScoredClaim& one) { return one.judged() && one.claim->inferred; }));
}

std::size_t PaperScore::different() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(claims, [](const ScoredClaim& one) { return one.differs(); }));
}

std::size_t Scoreboard::claims() const {
    return sum_of(papers, [](const PaperScore& one) { return one.claims.size(); });
}

std::size_t Scoreboard::inferred() const {
    return sum_of(papers, [](const PaperScore& one) { return one.inferred(); });
}

std::size_t Scoreboard::different() const {
    return sum_of(papers, [](const PaperScore& one) { return one.different(); });
}

Scoreboard score_claims(const std::vector<engine::ResultFile>& files) {
    Scoreboard board;
    for (const auto& file : files) add(file, board);
    std::erase_if(board.papers, [](const PaperScore& score) { return score.judged() == 0; });
    if (board.papers.empty())
        throw engine::BadInput(files.front().path() +
                               (files.size() > 1 ? " and the other files: they hold" : ": holds") +
                               " the data of no claim; run sweeps/addanki/claims.toml, and "
                               "likewise for the other papers");
    std::ranges::sort(board.papers,
                      [](const PaperScore& a, const PaperScore& b) { return a.paper < b.paper; });
    return board;
}

// The scoreboard as a table: wrapped cells beside each other, totals per paper below.

namespace {

using Row = std::array<std::string, 6>;
constexpr std::array<std::size_t, 6> widths = {4, 27, 15, 26, 14, 24};
constexpr std::size_t places_shown = 3;

void print_row(const Row& cells, std::ostream& out) {
    std::array<std::vector<std::string>, std::tuple_size_v<Row>> columns;
    std::size_t height = 0;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        columns[i] = wrapped(cells[i], widths[i]);
        height = std::max(height, columns[i].size());
    }
    for (std::size_t line = 0; line < height; ++line) {
        std::string text;
        for (std::size_t i = 0, column = 0; i < cells.size(); column += widths[i] + 2, ++i) {
            if (line >= columns[i].size() || columns[i][line].empty()) continue;
            text.resize(column, ' ');
            text += columns[i][line];
        }
        out << text << '\n';
    }
}

/// Text of the findings by place: "N = 1024, w = 64: Ring 1023, NE 512; ...".
std::string ours(const Judgement& judgement) {
    std::vector<std::pair<std::string, std::string>> places;
    for (const auto& one : judgement.findings) {
        const auto found =
            std::ranges::find(places, one.place, [](const auto& p) { return p.first; });
        const std::string text = finding_text(one);
        if (found == places.end())
            places.emplace_back(one.place, text);
        else
            found->second += "," + text.substr(one.place.size() + 1);
    }
    std::string text;
    for (std::size_t i = 0; i < std::min(places.size(), places_shown); ++i)
        text += (i > 0 ? "; " : "") + places[i].second;
    if (places.size() > places_shown)
        text += "; and " + std::to_string(places.size() - places_shown) + " more";
    return text;
}

void print_claim(const ScoredClaim& scored, std::ostream& out) {
    const auto& claim = *scored.claim;
    std::string verdict = to_text(scored.judgement.verdict);
    if (claim.inferred) verdict += std::string(" (") + parameters_inferred + ")";
    if (scored.differs()) verdict += std::string(" DIFFERS (") + to_text(claim.recorded) + ")";
    print_row({number_of(claim), claim.statement, printed_text(claim), ours(scored.judgement),
               verdict, scored.judged() ? claim.criterion : std::string("needs ") + claim.needs},
              out);
}

void print_paper(const PaperScore& score, std::ostream& out) {
    std::string files;
    for (const auto& one : score.claims)
        if (!one.file.empty() && files.find(one.file) == std::string::npos)
            files += (files.empty() ? "" : ", ") + one.file;
    out << '\n' << score.paper->rules << ", from " << files << '\n';
    print_row({"no.", "the paper says", "paper's number", "our numbers", "verdict",
               "reading and criterion"},
              out);
    for (const auto& one : score.claims) print_claim(one, out);
}

void print_total(const std::string& name, const std::vector<std::size_t>& counts,
                 std::ostream& out) {
    out << std::left << std::setw(8) << name << std::right;
    for (const auto count : counts) out << std::setw(12) << count;
    out << '\n';
}

void print_totals(const Scoreboard& board, std::ostream& out) {
    out << "\n              claims  reproduced      beaten       close     depends         not  "
           "impossible  not judged   different\n";
    std::vector<std::size_t> sum(all_verdicts.size() + 2, 0);
    for (const auto& score : board.papers) {
        std::vector<std::size_t> counts{score.claims.size()};
        for (const auto verdict : all_verdicts) counts.push_back(score.count(verdict));
        counts.push_back(score.different());
        for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += counts[i];
        print_total(score.paper->rules, counts, out);
    }
    print_total("all", sum, out);
}

}  // namespace

std::string finding_text(const Finding& finding) {
    return finding.place + ": " + (finding.item.empty() ? "" : finding.item + " ") +
           finding.print(finding.value) + (finding.mark.empty() ? "" : " " + finding.mark);
}

void print_scoreboard(const Scoreboard& board, std::ostream& out) {
    out << "Claims of " << board.papers.size() << (board.papers.size() == 1 ? " paper" : " papers")
        << ", judged from the data of the files\n";
    for (const auto& score : board.papers) print_paper(score, out);
    print_totals(board, out);
    for (const auto& reason : board.left_out) out << "left out: " << reason << '\n';
    out << parameters_inferred << ": " << board.inferred() << " of " << board.claims()
        << " claims, whose point the paper does not name\n";
}

}  // namespace lightsweep::analysis
