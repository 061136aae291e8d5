#include "solvers/swot/grid_value.hpp"

#include <algorithm>
#include <cmath>

#include "solvers/swot/packed_levels.hpp"

namespace lightsweep::solvers::swot {

namespace {

constexpr double rounding = 1e-9;  // a debt this little below a level counts as that level

}  // namespace

GridValue::GridValue(const QueueProblem& problem, int cells, int coarsest, Effort& effort)
    : problem_(problem),
      cells_(cells),
      effort_(effort),
      stops_(cells, problem.planes),
      memo_(problem.steps()) {
    if (cells % 2 == 0 && cells / 2 >= coarsest)
        coarse_ = std::make_unique<GridValue>(problem, cells / 2, coarsest, effort);
}

double GridValue::from(int step, std::uint64_t parked, const double* debts, int queued,
                       double need) {
    std::uint64_t levels = 0;
    for (int j = 0; j < queued; ++j) {
        const auto level = static_cast<int>(debts[j] * cells_ + rounding);
        levels = packed::merged(levels, j, static_cast<std::uint64_t>(level), 1);
    }
    return at(step, parked, levels, need);
}

double GridValue::coarser(int step, std::uint64_t parked, std::uint64_t levels, double need) {
    if (!coarse_) return problem_.ideal_tail[step];
    return coarse_->at(step, parked, packed::halved(levels), need);
}

double GridValue::at(int step, std::uint64_t parked, std::uint64_t levels, double need) {
    if (step == problem_.steps()) return 0;
    double known = problem_.ideal_tail[step];
    if (known >= need) return known;
    if (const double* stored = memo_[step].find(parked, levels)) {
        if (*stored >= 0) return *stored;
        known = -*stored;
        if (known >= need) return known;
    } else {
        known = coarser(step, parked, levels, need);
        if (known >= need) return known;
    }
    if (effort_.exhausted()) return known;
    return std::max(known, search(step, parked, levels, need));
}

double GridValue::search(int step, std::uint64_t parked, std::uint64_t levels, double need) {
    const int queued = problem_.planes - total_parked(parked);
    const int returning = problem_.returning[step] ? parked_in(parked, problem_.slot[step]) : 0;
    double best = need;
    for (int taken = returning ? 0 : 1; taken <= queued; ++taken)
        try_taking(step, parked, levels, taken, best);
    memo_[step].put(parked, levels, best < need ? best : -best);
    return best;
}

void GridValue::try_taking(int step, std::uint64_t parked, std::uint64_t levels, int taken,
                           double& best) {
    const int slot = problem_.slot[step];
    const int returning = problem_.returning[step] ? parked_in(parked, slot) : 0;
    const int queued = problem_.planes - total_parked(parked);
    double sum = 0;
    for (int j = 0; j < taken; ++j) sum += packed::byte(levels, j);
    const double delta = 1.0 / cells_;
    Move move{step,
              returning + taken,
              0,
              queued - taken,
              0,
              packed::from(levels, taken),
              sum * delta,
              returning ? 0.0 : packed::byte(levels, 0) * delta,
              taken ? packed::byte(levels, taken - 1) * delta : 0.0};
    const int may_park = problem_.recurring[step] ? move.users : 0;
    for (int parks = 0; parks <= may_park; ++parks) {
        move.leaving = move.users - parks;
        move.parked = with_parked(parked, slot, parks);
        try_stops(move, best);
    }
}

void GridValue::try_stops(const Move& move, double& best) {
    const double n = move.users, delta = 1.0 / cells_, work = problem_.work[move.step];
    const double base = problem_.latency + (work + move.taken_debt) / n;
    const int next = move.step + 1;
    if (base + problem_.ideal_tail[next] >= best) return;
    const double tail = coarser(next, move.parked, 0, best - base);
    const bool someone_ends = move.leaving < move.users;
    for (const auto& stop : stops_.of(move.leaving)) {
        const double x = base + delta * stop.lower / n;
        ++effort_.spent;
        if (x + tail >= best) return;
        if (!someone_ends && packed::byte(stop.debts, move.leaving - 1) != cells_) continue;
        const double longest = (work + move.taken_debt + delta * stop.upper) / n;
        if (longest < move.last_debt || (stop.most - 1) * delta > longest - move.first_debt)
            continue;
        const double passed = std::ceil(x * cells_ - rounding);
        const auto waiting = packed::reduced(
            move.debts, static_cast<int>(std::min(passed, static_cast<double>(cells_))));
        const auto levels = packed::merged(waiting, move.waiting, stop.debts, move.leaving);
        best = std::min(best, x + at(next, move.parked, levels, best - x));
    }
}

std::size_t GridValue::size() const {
    std::size_t total = coarse_ ? coarse_->size() : 0;
    for (const auto& map : memo_) total += map.size();
    return total;
}

}  // namespace lightsweep::solvers::swot
