#include "solvers/swot/block_bound.hpp"

#include <algorithm>

namespace lightsweep::solvers::swot {

namespace {

constexpr double rounding = 1e-9;  // values this close are not told apart

}  // namespace

bool is_uniform(const QueueProblem& problem) {
    for (int i = 0; i < problem.steps(); ++i)
        if (problem.slot[i] >= 0 || problem.work[i] != problem.work[0]) return false;
    return problem.held == 0;
}

BlockBound::BlockBound(const QueueProblem& problem, double price, Effort& effort)
    : problem_(problem), price_(price), effort_(effort) {}

bool BlockBound::grow() {
    const int steps = longest() + 1;
    if (2 * steps > problem_.steps()) return false;
    const double all = price_ * problem_.planes;
    const double inner = least(inner_, price_, steps) - all;
    const double outer = least(outer_, 0, steps) - all;
    if (effort_.exhausted()) return false;
    inner_.push_back(inner);
    outer_.push_back(outer);
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

double BlockBound::from(int step, std::uint64_t, const double* debts, int queued, double) {
    if (step == problem_.steps() || longest() == 0) return 0;
    double sum = 0;
    for (int j = 0; j < queued; ++j) sum += debts[j];
    return tail_[problem_.steps() - step] + price_ * sum;
}

double BlockBound::at_best(int step, std::uint64_t, double) {
    return longest() == 0 ? 0 : tail_[problem_.steps() - step];
}

double BlockBound::least(const std::vector<double>& rest, double end_price, int steps) {
    QueueReplay replay;
    replay.queue = {{-1, problem_.planes}};
    double best = 1e300;
    visit(rest, end_price, replay, 0, steps, best);
    return best;
}

double BlockBound::lone_step(int taken, bool last, double end_price) const {
    const double window = problem_.work[0] / taken + problem_.latency;
    if (last && end_price == 0) return window + price_ * taken;
    const int waiting = problem_.planes - taken;
    return window + price_ * (2 * taken + waiting * std::max(0.0, 1 - window));
}

// `priced`: the history's cost so far, less the price of all planes; 0 without steps.
void BlockBound::visit(const std::vector<double>& rest, double end_price, const QueueReplay& replay,
                       double priced, int left, double& best) {
    struct Child {
        QueueReplay replay;
        double bound, priced;
    };
    const bool last = left == 1;
    std::vector<Child> children;
    for (int taken = 1; taken <= problem_.planes && !effort_.exhausted(); ++taken) {
        const double after = rest[left - 1];
        if (priced + lone_step(taken, last, end_price) + after >= best - rounding) continue;
        Child child{replay, 0, 0};
        if (!extend(problem_, child.replay, taken, 0)) continue;
        const double own =
            program_.priced(problem_, child.replay, price_, last ? end_price : price_);
        effort_.spent += program_.effort();
        child.priced = own - price_ * problem_.planes;
        child.bound = own + after;
        if (child.bound < best - rounding) children.push_back(std::move(child));
    }
    std::stable_sort(children.begin(), children.end(),
                     [](const Child& a, const Child& b) { return a.bound < b.bound; });
    for (const auto& child : children) {
        if (child.bound >= best - rounding) return;
        if (last)
            best = child.bound;
        else
            visit(rest, end_price, child.replay, child.priced, left - 1, best);
    }
}

}  // namespace lightsweep::solvers::swot
