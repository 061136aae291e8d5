#include "solvers/swot/search/priced_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lightsweep::solvers::swot {

namespace {

constexpr double unbounded = std::numeric_limits<double>::infinity();

}  // namespace

double PricedSearch::lone_step(int step, std::uint64_t before, std::uint64_t after,
                               int taken) const {
    const int queued = problem_.planes - total_parked(before);
    const int left = problem_.planes - total_parked(after);
    const int returning = problem_.returning[step] ? parked_in(before, problem_.slot[step]) : 0;
    const double window = problem_.work[step] / (returning + taken) + problem_.latency;
    const int waiting = queued - taken, leaving = left - waiting;
    if (step + 1 == problem_.steps()) return window + price_ * taken;
    return window + price_ * (taken + leaving + waiting * std::max(0.0, 1 - window) - left);
}

double PricedSearch::separate_steps(int step, std::uint64_t parked, double need) {
    if (step == problem_.steps()) return 0;
    double known = problem_.ideal_tail[step];
    if (const double* kept = separate_[step].find(parked, 0)) {
        if (*kept >= 0) return *kept;
        known = std::max(known, -*kept);
    }
    if (known >= need || effort_.exhausted()) return known;
    const int returning = problem_.returning[step] ? parked_in(parked, problem_.slot[step]) : 0;
    const int queued = problem_.planes - total_parked(parked);
    double best = need;
    for (int taken = returning ? 0 : 1; taken <= queued; ++taken) {
        const int most = problem_.recurring[step] ? returning + taken : 0;
        for (int parks = 0; parks <= most; ++parks) {
            const auto after = with_parked(parked, problem_.slot[step], parks);
            const double own = lone_step(step, parked, after, taken);
            if (own + problem_.ideal_tail[step + 1] < best)
                best = std::min(best, own + separate_steps(step + 1, after, best - own));
        }
    }
    effort_.spent += 2;
    if (effort_.exhausted()) return known;
    separate_[step].put(parked, 0, best < need ? best : -best);
    return best;
}

double PricedSearch::known_advances(int step, std::uint64_t parked, double need) {
    if (step == problem_.steps()) return 0;
    double known = problem_.ideal_tail[step];
    if (const double* kept = memo_[step].find(parked, 0)) known = std::max(known, std::abs(*kept));
    if (known < need) known = std::max(known, separate_steps(step, parked, need));
    return known;
}

std::vector<PricedSearch::Child> PricedSearch::children_of(const QueueReplay& replay, double priced,
                                                           double start, double best) {
    const int step = replay.first + static_cast<int>(replay.users.size());
    const bool last = step + 1 == problem_.steps();
    const int returning =
        problem_.returning[step] ? parked_in(replay.parked, problem_.slot[step]) : 0;
    const int queued = problem_.planes - total_parked(replay.parked);
    std::vector<Child> children;
    for (int taken = returning ? 0 : 1; taken <= queued; ++taken) {
        const int most = problem_.recurring[step] ? returning + taken : 0;
        for (int parks = 0; parks <= most && !effort_.exhausted(); ++parks) {
            const auto after = with_parked(replay.parked, problem_.slot[step], parks);
            const double least = priced + lone_step(step, replay.parked, after, taken);
            const double rest = known_advances(step + 1, after, best - least);
            if (least + rest >= best) continue;
            Child child{replay, taken, parks, 0, 0};
            if (!extend(problem_, child.replay, taken, parks)) continue;
            const int left = problem_.planes - total_parked(child.replay.parked);
            child.priced = program_.priced(problem_, child.replay, start, last ? 0 : price_) -
                           (last ? 0 : price_ * left);
            effort_.spent += program_.effort();
            child.bound = child.priced + rest;
            if (child.bound < best) children.push_back(std::move(child));
        }
    }
    std::ranges::stable_sort(children,
                             [](const Child& a, const Child& b) { return a.bound < b.bound; });
    return children;
}

double PricedSearch::go_on(const QueueReplay& replay, double priced, double best) {
    const int next = replay.first + static_cast<int>(replay.users.size()) + 1;
    for (auto& child : children_of(replay, priced, price_, best)) {
        if (effort_.exhausted() || child.bound >= best) break;
        ++nodes_;
        if (next == problem_.steps()) {
            best = child.bound;
            continue;
        }
        const double rest = advances(next, child.replay.parked, best - child.priced);
        if (child.priced + rest < best) best = go_on(child.replay, child.priced, best);
    }
    return best;
}

double PricedSearch::advances(int step, std::uint64_t parked, double need) {
    const double* kept = memo_[step].find(parked, 0);
    if (kept && *kept >= 0) return *kept;
    const double known = known_advances(step, parked, need);
    if (known >= need || effort_.exhausted()) return known;
    QueueReplay replay;
    replay.first = step;
    replay.parked = parked;
    if (const int queued = problem_.planes - total_parked(parked)) replay.queue = {{-1, queued}};
    const double found = go_on(replay, 0, need);
    if (effort_.exhausted()) return known;
    memo_[step].put(parked, 0, found < need ? found : -found);
    return found;
}

double PricedSearch::limit() const {
    return std::min(ceiling_, incumbent_.value() * (1 - proof_tolerance));
}

// `bound`: lower bound of all continuations of the history.
void PricedSearch::visit(const QueueReplay& replay, double priced, double bound) {
    ++nodes_;
    const int next = static_cast<int>(replay.users.size()) + 1;
    const bool last = next == problem_.steps();
    auto children = children_of(replay, priced, unbounded, limit());
    for (auto& child : children)
        if (!last)
            child.bound = std::max(child.bound, child.priced + advances(next, child.replay.parked,
                                                                        limit() - child.priced));
    if (effort_.exhausted()) {  // some children may be missing
        open_ = std::min(open_, bound);
        return;
    }
    std::ranges::stable_sort(children,
                             [](const Child& a, const Child& b) { return a.bound < b.bound; });
    for (const auto& child : children) {
        if (child.bound >= limit()) return;
        if (effort_.exhausted()) {
            open_ = std::min(open_, child.bound);
            return;
        }
        history_.taken.push_back(child.taken);
        history_.parked.push_back(child.parks);
        if (last)
            incumbent_.offer(history_);
        else
            visit(child.replay, child.priced, child.bound);
        history_.taken.pop_back();
        history_.parked.pop_back();
    }
}

void PricedSearch::visit_all() {
    open_ = limit();
    for (const auto kept : starts_of(problem_)) {
        history_ = {kept, {}, {}};
        visit(start_of(problem_, kept), -price_ * (problem_.planes - total_parked(kept)),
              lower_bound_);
    }
    lower_bound_ = std::max(lower_bound_, std::min(open_, limit()));
}

bool PricedSearch::run() {
    lower_bound_ = problem_.ideal_tail[0];
    const double first = incumbent_.value() - lower_bound_;
    for (const double share : {1.0 / 64, 1.0 / 32, 1.0 / 16, 1.0 / 8, 1.0 / 4, 1.0 / 2, 1.0}) {
        ceiling_ = problem_.ideal_tail[0] + share * first;
        if (ceiling_ <= lower_bound_) continue;
        visit_all();
        if (effort_.exhausted()) return false;
        if (incumbent_.value() * (1 - proof_tolerance) <= ceiling_) return true;
    }
    return true;
}

}  // namespace lightsweep::solvers::swot
