#include "solvers/swot/search/grid_value.hpp"

#include <algorithm>

#include "solvers/swot/problem/packed_levels.hpp"

namespace lightsweep::solvers::swot {

namespace {

constexpr double level_rounding = 1e-9;  // a debt this little below a level counts as that level

}  // namespace

GridValue::GridValue(const QueueProblem& problem, Effort& effort)
    : problem_(problem), effort_(effort), memo_(problem.steps()) {}

double GridValue::from(int step, std::uint64_t parked, const double* debts, int queued, double need,
                       Effort&) {
    std::uint64_t levels = 0;
    for (int j = 0; j < queued; ++j) {
        const auto level = static_cast<int>(debts[j] + level_rounding);
        levels = packed::merged(levels, j, static_cast<std::uint64_t>(level), 1);
    }
    return at(step, parked, levels, need);
}

double GridValue::at(int step, std::uint64_t parked, std::uint64_t levels, double need) {
    if (step == problem_.steps()) return 0;
    double known = problem_.ideal_tail[step];
    if (known >= need) return known;
    if (const double* stored = memo_[step].find(parked, levels)) {
        if (*stored >= 0) return *stored;
        known = -*stored;
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
    Move move{step, returning + taken,
              0,    queued - taken,
              0,    packed::from(levels, taken),
              sum,  taken ? static_cast<double>(packed::byte(levels, taken - 1)) : 0.0};
    const int may_park = problem_.recurring[step] ? move.users : 0;
    for (int parks = 0; parks <= may_park; ++parks) {
        move.leaving = move.users - parks;
        move.parked = with_parked(parked, slot, parks);
        try_stops(move, best);
    }
}

void GridValue::try_stops(const Move& move, double& best) {
    const double n = move.users, work = problem_.work[move.step] + move.taken_debt;
    const double x = problem_.latency + work / n;
    const int next = move.step + 1;
    if (x + problem_.ideal_tail[next] >= best) return;
    ++effort_.spent;
    const int passed = x > level_rounding ? 1 : 0;  // debts of whole delays that x leaves none of
    const auto waiting = packed::reduced(move.debts, passed);
    const bool someone_ends = move.leaving < move.users;
    const int most = someone_ends ? move.leaving : move.leaving - 1;
    for (int stopping = 0; stopping <= most && x + problem_.ideal_tail[next] < best; ++stopping) {
        if (work + stopping < n * move.last_debt) continue;  // negative work
        const auto left = packed::ones & packed::lowest(move.leaving) & ~packed::lowest(stopping);
        const auto levels = packed::merged(waiting, move.waiting, left, move.leaving);
        best = std::min(best, x + at(next, move.parked, levels, best - x));
    }
}

}  // namespace lightsweep::solvers::swot
