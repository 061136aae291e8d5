// Compiled once per vector width (LIGHTSWEEP_VECTOR_WIDTH); see layered_walk_vector.hpp.
#include "kernels/vector/layered_walk_vector.hpp"

#include "kernels/parallel/lanes.hpp"

namespace lightsweep::kernels::LIGHTSWEEP_VECTOR_WIDTH {

namespace {

using parallel::lane_count;
using parallel::LaneMask;
using parallel::Lanes;
using parallel::load;
using parallel::store;
using ByteMask __attribute__((vector_size(lane_count))) = std::int8_t;

constexpr double replaced_below = 1 - 1e-12;  // kernels::tie_factor

/// The steps that are left: their time and the changes in it.
struct Rest {
    Lanes time, changes;
};

inline Rest load_rest(const double* rest, std::size_t state) {
    const double* from = rest + 2 * state * lane_count;
    return {load<Lanes>(from), load<Lanes>(from + lane_count)};
}
inline void store_rest(double* rest, std::size_t state, const Rest& value) {
    double* to = rest + 2 * state * lane_count;
    store(to, value.time);
    store(to + lane_count, value.changes);
}

inline LaneMask is_better(const Rest& a, const Rest& b) {
    return (a.time < b.time * replaced_below) |
           ((a.changes < b.changes) & (a.time * replaced_below <= b.time));
}
inline Rest select(const LaneMask& take, const Rest& a, const Rest& b) {
    return {take ? a.time : b.time, take ? a.changes : b.changes};
}

/// From the last layer to the first.
class Sweep {
  public:
    explicit Sweep(const LayeredTask& task) : t(task) {
        const Lanes zero{}, fixed = load<Lanes>(t.weights + 3 * lane_count);
        for (std::size_t state = 0; state < t.n_states; ++state) {
            const bool restored = t.restore && state != 0;
            store_rest(t.rest, state,
                       restored ? Rest{fixed + delay, zero + 1.0} : Rest{fixed, zero});
            t.met[state] = static_cast<std::uint32_t>(t.n_steps);
        }
    }

    /// False if there is no walk.
    bool run() {
        std::int8_t* leaves = t.leaves;
        for (std::size_t i = 0; i < t.n_steps; ++i) leaves += t.layers[i].size * lane_count;
        std::int8_t* const start = leaves;
        for (std::size_t i = t.n_steps; i-- > 0;) {
            leaves -= t.layers[i].size * lane_count;
            take_step(i, leaves);
        }
        const Rest from_start = follow(0, 0, start);
        store(t.weight, from_start.time);
        return t.n_steps == 0 || from_start.time[0] != __builtin_inf();
    }

  private:
    /// What follows a state that is in force before step i.
    inline Rest follow(std::size_t i, std::uint32_t state, std::int8_t* leaves) const {
        LaneMask leave = ~LaneMask{};
        Rest rest = change;
        if (t.met[state] == i) {
            const Rest kept = load_rest(t.rest, state);
            leave = is_better(change, kept);
            rest = select(leave, change, kept);
        }
        store(leaves, __builtin_convertvector(leave, ByteMask));
        return rest;
    }

    inline void take_step(std::size_t i, std::int8_t* leaves) {
        const Lanes infinite = Lanes{} + __builtin_inf();
        Rest best{infinite, Lanes{}};
        LaneMask entered = ~LaneMask{};
        const LayerTask layer = t.layers[i];
        for (std::size_t c = 0; c < layer.size; ++c) {
            const StateCost& choice = layer.choices[c];
            Rest rest = follow(i + 1, choice.state, leaves + c * lane_count);
            rest.time += per_hop * choice.hops + per_congestion * choice.congestion;
            if (t.penalty) rest.time += load<Lanes>(t.penalty + choice.state * lane_count);
            store_rest(t.rest, choice.state, rest);
            if (choice.state < t.n_standing) t.met[choice.state] = static_cast<std::uint32_t>(i);
            if (!choice.may_enter) continue;
            const LaneMask take = is_better(rest, best);
            best = select(take, rest, best);
            entered = take ? LaneMask{} + static_cast<std::int64_t>(choice.state) : entered;
        }
        store(t.entered + i * lane_count, entered);
        change = {best.time + delay, best.changes + 1.0};
    }

    const LayeredTask t;
    const Lanes per_hop = load<Lanes>(t.weights),
                per_congestion = load<Lanes>(t.weights + lane_count),
                delay = load<Lanes>(t.weights + 2 * lane_count);
    /// Changing before the step looked at; nobody does after the last.
    Rest change{Lanes{} + __builtin_inf(), Lanes{}};
};

// ---- prices by pair of states ----------------------------------------------------------------

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

// ---- step by step ------------------------------------------------------------------------------

inline Lanes broadcast(double value) {
    return Lanes{} + value;
}

inline void store_some(double* to, const Lanes& lanes, std::size_t count) {
    std::memcpy(to, &lanes, count * sizeof(double));
}

/// Eight schedules being built: time so far and what it is made of.
struct Paths {
    Lanes time, reconfigurations, hops, congestion;
};

/// Per lane `b` if it is better than `a`, or equal with fewer reconfigurations; else `a`.
inline Paths better_of(const Paths& a, const Paths& b) {
    const LaneMask smaller = b.time < a.time * replaced_below;
    const LaneMask not_larger = ~(a.time < b.time * replaced_below);
    const LaneMask fewer = b.reconfigurations < a.reconfigurations;
    const LaneMask take = smaller | (not_larger & fewer);
    return {take ? b.time : a.time, take ? b.reconfigurations : a.reconfigurations,
            take ? b.hops : a.hops, take ? b.congestion : a.congestion};
}

/// S_i = B_i + min(S, T + delay), T_i = A_i + delay + min(S, T), from S_0 = 0, T_0 = infinity.
inline void sweep_two_state(const StepSweepTask& t, std::size_t at, std::size_t count) {
    Lanes delay = {};
    std::memcpy(&delay, t.delays + at, count * sizeof(double));
    const Lanes zero = {};
    Paths base{zero, zero, zero, zero};
    Paths matched{broadcast(__builtin_inf()), zero, zero, zero};
    for (std::size_t i = 0; i < t.n_steps; ++i) {
        const Paths back{matched.time + delay, matched.reconfigurations + 1.0, matched.hops,
                         matched.congestion};
        Paths stay = better_of(base, back);
        Paths match = better_of(base, matched);
        stay.time += t.matched_time[i] + t.extra_time[i];
        stay.hops += t.base_hops[i];
        stay.congestion += t.extra_share[i];
        match.time += t.matched_time[i] + delay;
        match.reconfigurations += 1.0;
        match.hops += t.matched_hops[i];
        base = stay;
        matched = match;
    }
    const Paths best = better_of(base, matched);
    store_some(t.hops + at, best.hops, count);
    store_some(t.congestion + at, best.congestion, count);
    store_some(t.reconfigurations + at, best.reconfigurations, count);
}

/// Matches a step iff the base would cost more than one delay beyond it.
inline void sweep_threshold(const StepSweepTask& t, std::size_t at, std::size_t count) {
    Lanes delay = {};
    std::memcpy(&delay, t.delays + at, count * sizeof(double));
    Lanes hops = {}, congestion = {}, reconfigurations = {}, bound = {};
    const Lanes zero = {};
    const Lanes one = broadcast(1.0);
    Lanes came_from_matching = {};
    for (std::size_t i = 0; i < t.n_steps; ++i) {
        const Lanes extra = broadcast(t.extra_time[i]);
        const LaneMask match = extra > delay;
        hops += match ? broadcast(t.matched_hops[i]) : broadcast(t.base_hops[i]);
        congestion += match ? zero : broadcast(t.extra_share[i]);
        reconfigurations += match ? one : came_from_matching;
        came_from_matching = match ? one : zero;
        bound += match ? delay : extra;
    }
    store_some(t.hops + at, hops, count);
    store_some(t.congestion + at, congestion, count);
    store_some(t.reconfigurations + at, reconfigurations, count);
    store_some(t.bound + at, bound, count);
}

template <typename Sweep>
inline void over_lanes(std::size_t n, const Sweep& sweep) {
    std::size_t at = 0;
    for (; at + lane_count <= n; at += lane_count) sweep(at, lane_count);
    if (at < n) sweep(at, n - at);
}

}  // namespace

bool solve_layers(const LayeredTask& task) {
    return Sweep(task).run();
}

void solve_pairs(const PairTask& task) {
    const PairTask t = task;
    double* const taken = t.rest + 3 * t.n_states * lane_count;
    for (std::size_t i = t.n_steps; i-- > 0;) {
        take_states(t, i, taken);
        for (std::size_t from = 0; from < t.n_states; ++from) follow_edges(t, i, from, taken);
    }
}

void fill_threshold(const StepSweepTask& t) {
    over_lanes(t.n_delays,
               [&t](std::size_t at, std::size_t count) { sweep_threshold(t, at, count); });
}

void fill_two_state(const StepSweepTask& t) {
    over_lanes(t.n_delays,
               [&t](std::size_t at, std::size_t count) { sweep_two_state(t, at, count); });
}

}  // namespace lightsweep::kernels::LIGHTSWEEP_VECTOR_WIDTH
