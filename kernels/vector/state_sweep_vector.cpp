// Compiled once per vector width (LIGHTSWEEP_VECTOR_WIDTH); see state_sweep_vector.hpp.
#include "kernels/vector/state_sweep_vector.hpp"

#include "kernels/parallel/lanes.hpp"

namespace lightsweep::kernels::LIGHTSWEEP_VECTOR_WIDTH {

namespace {

using parallel::lane_count;
using parallel::LaneMask;
using parallel::Lanes;
using parallel::load;
using parallel::store;

constexpr double replaced_below = 1 - 1e-12;  // kernels::tie_factor

inline LaneMask splat(std::size_t value) {
    return LaneMask{} + static_cast<std::int64_t>(value);
}

/// The steps that are left: their time and the reconfigurations in it.
struct Rest {
    Lanes cost, count;
};

inline Rest load_rest(const double* rest, std::size_t state) {
    return {load<Lanes>(rest + 2 * state * lane_count),
            load<Lanes>(rest + (2 * state + 1) * lane_count)};
}
inline void store_rest(double* rest, std::size_t state, const Rest& value) {
    store(rest + 2 * state * lane_count, value.cost);
    store(rest + (2 * state + 1) * lane_count, value.count);
}
inline void clear_rest(double* rest, std::size_t n_states) {
    std::memset(rest, 0, 2 * n_states * lane_count * sizeof(double));
}

inline LaneMask is_better(const Rest& a, const Rest& b) {
    const LaneMask smaller = a.cost < b.cost * replaced_below;
    const LaneMask not_larger = ~(b.cost < a.cost * replaced_below);
    return smaller | (not_larger & (a.count < b.count));
}
inline Rest select(const LaneMask& take, const Rest& a, const Rest& b) {
    return {take ? a.cost : b.cost, take ? a.count : b.count};
}

/// Taking state k for step i, and what follows; without the change that leads there.
inline Rest taking(const UniformTask& t, std::size_t i, std::size_t k) {
    Rest rest = load_rest(t.rest, k);
    rest.cost += t.time[i * t.n_states + k];
    if (t.penalty) rest.cost += load<Lanes>(t.penalty + k * lane_count);
    return rest;
}

struct Best {
    Rest rest;
    LaneMask state;
};

inline Best best_target(const UniformTask& t, std::size_t i) {
    Best best{{Lanes{} + __builtin_inf(), Lanes{}}, LaneMask{}};
    for (std::size_t k = 0; k < t.n_states; ++k) {
        const Rest rest = taking(t, i, k);
        const LaneMask take = is_better(rest, best.rest);
        best.rest = select(take, rest, best.rest);
        best.state = take ? splat(k) : best.state;
    }
    return best;
}

inline void keep_or_change(const UniformTask& t, std::size_t i, const Best& best) {
    const Rest change{best.rest.cost + load<Lanes>(t.delays), best.rest.count + 1.0};
    if (t.target) store(t.target + i * lane_count, best.state);
    for (std::size_t j = 0; j < t.n_states; ++j) {
        const bool stands = j < t.n_standing;
        const Rest stay = taking(t, i, j);
        const LaneMask ahead = ~is_better(stay, change) & (best.state < splat(j));
        const LaneMask leave = is_better(change, stay) | ahead;
        store_rest(t.rest, j, stands ? select(leave, change, stay) : change);
        if (t.stays)
            store(t.stays + (i * t.n_states + j) * lane_count, stands ? ~leave : LaneMask{});
    }
}

/// The same with the sum that decides between walks of equal cost and changes.
struct Sums {
    Lanes cost, changes, size;
};

inline Sums load_sums(const double* rest, std::size_t state) {
    const double* from = rest + 3 * state * lane_count;
    return {load<Lanes>(from), load<Lanes>(from + lane_count), load<Lanes>(from + 2 * lane_count)};
}
inline void store_sums(double* rest, std::size_t state, const Sums& value) {
    double* to = rest + 3 * state * lane_count;
    store(to, value.cost);
    store(to + lane_count, value.changes);
    store(to + 2 * lane_count, value.size);
}

inline LaneMask is_better(const Sums& a, const Sums& b) {
    const LaneMask smaller = a.cost < b.cost * replaced_below;
    const LaneMask not_larger = ~(b.cost < a.cost * replaced_below);
    const LaneMask fewer = a.changes < b.changes;
    const LaneMask less = (a.changes == b.changes) & (a.size < b.size * replaced_below);
    return smaller | (not_larger & (fewer | less));
}

/// Every state as the one taken for step i: its time, and what follows.
inline void take_states(const EdgeTask& t, std::size_t i, double* taken) {
    for (std::size_t k = 0; k < t.n_states; ++k) {
        Sums sums = load_sums(t.rest, k);
        sums.cost += t.time[i * t.n_states + k];
        sums.size += t.size[i * t.n_states + k];
        store_sums(taken, k, sums);
    }
}

inline void follow_edges(const EdgeTask& t, std::size_t i, std::size_t from, const double* taken) {
    const Lanes delay = load<Lanes>(t.delays);
    const std::size_t row = i * t.n_states + from;
    Sums best{Lanes{} + __builtin_inf(), Lanes{}, Lanes{}};
    LaneMask target{};
    for (std::size_t e = t.first[row]; e < t.first[row + 1]; ++e) {
        const std::size_t k = t.next[e];
        const double changes = t.topology[k] != t.topology[from] ? 1.0 : 0.0;
        Sums sums = load_sums(taken, k);
        sums.cost += delay * changes;
        sums.changes += changes;
        const LaneMask take = is_better(sums, best);
        best.cost = take ? sums.cost : best.cost;
        best.changes = take ? sums.changes : best.changes;
        best.size = take ? sums.size : best.size;
        target = take ? splat(k) : target;
    }
    store_sums(t.rest, from, best);
    store(t.target + row * lane_count, target);
}

}  // namespace

void solve_edges(const EdgeTask& task) {
    const EdgeTask t = task;
    double* const taken = t.rest + 3 * t.n_states * lane_count;
    for (std::size_t i = t.n_steps; i-- > 0;) {
        take_states(t, i, taken);
        for (std::size_t from = 0; from < t.n_states; ++from) follow_edges(t, i, from, taken);
    }
}

void solve_uniform(const UniformTask& task) {
    const UniformTask t = task;
    clear_rest(t.rest, t.n_states);
    for (std::size_t i = t.n_steps; i-- > 0;) keep_or_change(t, i, best_target(t, i));
    store(t.cost, load_rest(t.rest, 0).cost);
}

void solve_pairs(const PairTask& task) {
    const PairTask t = task;
    const Lanes delay = load<Lanes>(t.delays);
    const std::size_t n = t.n_states;
    double* const next = t.rest + 2 * n * lane_count;  // of this step, while `rest` is of the next
    clear_rest(t.rest, n);
    for (std::size_t i = t.n_steps; i-- > 0;) {
        for (std::size_t j = 0; j < n; ++j) {
            const std::size_t row = (i * n + j) * n;
            Best best{{Lanes{} + __builtin_inf(), Lanes{}}, LaneMask{}};
            for (std::size_t k = 0; k < n; ++k) {
                Rest rest = load_rest(t.rest, k);
                const double factor = t.factor[row + k];
                rest.cost += t.time[i * n + k];
                rest.cost += delay * factor + t.fixed[row + k];
                rest.count += factor > 0 ? 1.0 : 0.0;
                const LaneMask take = is_better(rest, best.rest);
                best.rest = select(take, rest, best.rest);
                best.state = take ? splat(k) : best.state;
            }
            store_rest(next, j, best.rest);
            store(t.target + (i * n + j) * lane_count, best.state);
        }
        std::memcpy(t.rest, next, 2 * n * lane_count * sizeof(double));
    }
}

}  // namespace lightsweep::kernels::LIGHTSWEEP_VECTOR_WIDTH
