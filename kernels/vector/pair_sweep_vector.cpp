// Compiled once per vector width (LIGHTSWEEP_VECTOR_WIDTH); see pair_sweep_vector.hpp.
#include "kernels/vector/pair_sweep_vector.hpp"

#include "kernels/parallel/lanes.hpp"

namespace lightsweep::kernels::LIGHTSWEEP_VECTOR_WIDTH {

namespace {

using parallel::lane_count;
using parallel::LaneMask;
using parallel::Lanes;
using parallel::load;
using parallel::store;

constexpr double replaced_below = 1 - 1e-12;  // kernels::tie_factor

/// The steps that are left: their time, the changes in it, and what decides between equals.
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
inline void take_states(const PairTask& t, std::size_t i, double* taken) {
    for (std::size_t k = 0; k < t.n_states; ++k) {
        Sums sums = load_sums(t.rest, k);
        sums.cost += t.time[i * t.n_states + k];
        sums.size += t.size[i * t.n_states + k];
        store_sums(taken, k, sums);
    }
}

inline void follow_edges(const PairTask& t, std::size_t i, std::size_t from, const double* taken) {
    const Lanes delay = load<Lanes>(t.delays);
    const std::size_t row = i * t.n_states + from;
    Sums best{Lanes{} + __builtin_inf(), Lanes{}, Lanes{}};
    LaneMask edge{};
    for (std::size_t e = t.first[row]; e < t.first[row + 1]; ++e) {
        const double factor = t.factor[e];
        Sums sums = load_sums(taken, t.next[e]);
        sums.cost += delay * factor + (t.fixed ? t.fixed[e] : 0.0);
        sums.changes += factor > 0 ? 1.0 : 0.0;
        const LaneMask take = is_better(sums, best);
        best.cost = take ? sums.cost : best.cost;
        best.changes = take ? sums.changes : best.changes;
        best.size = take ? sums.size : best.size;
        edge = take ? LaneMask{} + static_cast<std::int64_t>(e) : edge;
    }
    store_sums(t.rest, from, best);
    store(t.taken + row * lane_count, edge);
}

}  // namespace

void solve_pairs(const PairTask& task) {
    const PairTask t = task;
    double* const taken = t.rest + 3 * t.n_states * lane_count;
    for (std::size_t i = t.n_steps; i-- > 0;) {
        take_states(t, i, taken);
        for (std::size_t from = 0; from < t.n_states; ++from) follow_edges(t, i, from, taken);
    }
}

}  // namespace lightsweep::kernels::LIGHTSWEEP_VECTOR_WIDTH
