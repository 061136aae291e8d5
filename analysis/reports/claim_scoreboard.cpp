#include "analysis/reports/claim_scoreboard.hpp"

#include <algorithm>

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
        Judgement judgement = scored.claim->judge(data);
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
    if (std::none_of(papers.begin(), papers.end(),
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
    return static_cast<std::size_t>(
        std::count_if(claims.begin(), claims.end(),
                      [&](const ScoredClaim& one) { return one.judgement.verdict == verdict; }));
}

std::size_t PaperScore::inferred() const {
    return static_cast<std::size_t>(
        std::count_if(claims.begin(), claims.end(),
                      [](const ScoredClaim& one) { return one.judged() && one.claim->inferred; }));
}

std::size_t PaperScore::different() const {
    return static_cast<std::size_t>(std::count_if(
        claims.begin(), claims.end(), [](const ScoredClaim& one) { return one.differs(); }));
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
    std::sort(board.papers.begin(), board.papers.end(),
              [](const PaperScore& a, const PaperScore& b) { return a.paper < b.paper; });
    return board;
}

}  // namespace lightsweep::analysis
