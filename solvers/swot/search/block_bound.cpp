#include "solvers/swot/search/block_bound.hpp"

#include <algorithm>

#include "solvers/swot/search/search_parts.hpp"

namespace lightsweep::solvers::swot {

namespace {

constexpr double rounding = 1e-9;  // values this close count as equal
constexpr int short_block = 8;  // steps; up to these, waking a thread takes longer than the search

}  // namespace

bool is_uniform(const QueueProblem& problem) {
    for (int i = 0; i < problem.steps(); ++i)
        if (problem.slot[i] >= 0 || problem.work[i] != problem.work[0]) return false;
    return problem.held == 0;
}

BlockBound::BlockBound(const QueueProblem& problem, double price)
    : problem_(problem), price_(price) {}

bool BlockBound::grow(Effort& effort) {
    const int steps = longest() + 1;
    if (2 * steps > problem_.steps()) return false;
    const double all = price_ * problem_.planes;
    double found[2];
    const auto search = [&](std::size_t part, Effort& own) {
        found[part] =
            part == 0 ? least({inner_, price_, own}, steps) : least({outer_, 0, own}, steps);
    };
    run_parts(2, effort, search,
              steps > short_block ? std::chrono::microseconds(0) : too_short_to_share);
    if (effort.exhausted()) return false;
    inner_.push_back(found[0] - all);
    outer_.push_back(found[1] - all);
    cut_tails();
    return true;
}

void BlockBound::cut_tails() {
    tail_.assign(problem_.steps() + 1, 0.0);
    for (int r = 1; r <= problem_.steps(); ++r) {
        double best = r <= longest() ? outer_[r] : inner_[1] + tail_[r - 1];
        for (int m = 1; m <= longest() && m < r; ++m)
            best = std::max(best, inner_[m] + tail_[r - m]);
        tail_[r] = best;
    }
}

double BlockBound::lower_bound() const {
    double best = problem_.ideal_tail[0];
    for (int first = 1; first <= longest(); ++first)
        best = std::max(best,
                        outer_[first] + price_ * problem_.planes + tail_[problem_.steps() - first]);
    return best;
}

double BlockBound::from(int step, std::uint64_t, const double* debts, int queued, double, Effort&) {
    if (step == problem_.steps() || longest() == 0) return 0;
    double sum = 0;
    for (int j = 0; j < queued; ++j) sum += debts[j];
    return tail_[problem_.steps() - step] + price_ * sum;
}

double BlockBound::at_best(int step, std::uint64_t, double) {
    return longest() == 0 ? 0 : tail_[problem_.steps() - step];
}

double BlockBound::least(Search search, int steps) const {
    QueueReplay replay;
    replay.queue = {{-1, problem_.planes}};
    visit(search, replay, 0, steps);
    return search.best;
}

double BlockBound::lone_step(int taken, bool last, double end_price) const {
    const double window = problem_.work[0] / taken + problem_.latency;
    if (last && end_price == 0) return window + price_ * taken;
    const int waiting = problem_.planes - taken;
    return window + price_ * (2 * taken + waiting * std::max(0.0, 1 - window));
}

// `priced`: the history's cost so far, less the price of all planes; 0 without steps.
void BlockBound::visit(Search& search, const QueueReplay& replay, double priced, int left) const {
    struct Child {
        QueueReplay replay;
        double bound, priced;
    };
    const bool last = left == 1;
    std::vector<Child> children;
    for (int taken = 1; taken <= problem_.planes && !search.effort.exhausted(); ++taken) {
        const double after = search.rest[left - 1];
        if (priced + lone_step(taken, last, search.end_price) + after >= search.best - rounding)
            continue;
        Child child{replay, 0, 0};
        if (!extend(problem_, child.replay, taken, 0)) continue;
        const double own =
            search.program.priced(problem_, child.replay, price_, last ? search.end_price : price_);
        search.effort.spent += search.program.effort();
        child.priced = own - price_ * problem_.planes;
        child.bound = own + after;
        if (child.bound < search.best - rounding) children.push_back(std::move(child));
    }
    std::ranges::stable_sort(children,
                             [](const Child& a, const Child& b) { return a.bound < b.bound; });
    for (const auto& child : children) {
        if (child.bound >= search.best - rounding) return;
        if (last)
            search.best = child.bound;
        else
            visit(search, child.replay, child.priced, left - 1);
    }
}

}  // namespace lightsweep::solvers::swot
