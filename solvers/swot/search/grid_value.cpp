#include "solvers/swot/search/grid_value.hpp"

#include <algorithm>

namespace lightsweep::solvers::swot {

namespace {

// Queue debts on a grid in one 64-bit word: one byte per plane, ascending from the lowest byte,
// each at most 127.
namespace packed {

constexpr std::uint64_t ones = 0x0101010101010101u, highs = 0x8080808080808080u;

int byte(std::uint64_t levels, int index) {
    return static_cast<int>(levels >> (8 * index) & 255u);
}
/// The bytes from `index` on, moved to the lowest place; 0 for index = 8.
std::uint64_t from(std::uint64_t levels, int index) {
    return index >= 8 ? 0 : levels >> (8 * index);
}
std::uint64_t at(std::uint64_t levels, int index) {
    return index >= 8 ? 0 : levels << (8 * index);
}
/// A mask of all bits of the first `count` bytes.
std::uint64_t lowest(int count) {
    return count >= 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * count)) - 1;
}
/// Subtracts `amount` (0..127) from every byte, down to 0.
std::uint64_t reduced(std::uint64_t levels, int amount) {
    const std::uint64_t difference = (levels | highs) - ones * static_cast<std::uint64_t>(amount);
    const std::uint64_t kept = (difference & highs) >> 7;  // 1 in each byte that stays >= 0
    return difference & (kept * 127u);
}
/// Merges n_a bytes of a and n_b of b, each ascending, into one ascending list; at most 8 together.
std::uint64_t merged(std::uint64_t a, int n_a, std::uint64_t b, int n_b) {
    if (n_a == 0) return b;
    if (n_b == 0 || byte(a, n_a - 1) <= byte(b, 0)) return a | at(b, n_a);
    std::uint64_t result = 0;
    for (int i = 0, j = 0; i < n_a || j < n_b;) {
        const bool first = j == n_b || (i < n_a && byte(a, i) <= byte(b, j));
        const int place = i + j;
        result |= at(static_cast<std::uint64_t>(first ? byte(a, i++) : byte(b, j++)), place);
    }
    return result;
}

}  // namespace packed

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
