#pragma once
// Simulated annealing with a fixed seed, which searches sets of circuits and peers.

#include <algorithm>
#include <cmath>
#include <random>

namespace lightsweep::solvers::frontier {

/// Accepts what costs less, and what costs more ever more seldom. move() changes the state and
/// returns a function that takes it back; keep() is called whenever the cost is the least so far.
template <typename Move, typename Cost, typename Keep>
void anneal(std::mt19937_64& random, int moves, double heat, const Move& move, const Cost& cost,
            const Keep& keep) {
    double now = cost(), best = now;
    keep();
    for (int i = 0; i < moves; ++i) {
        const auto undo = move();
        const double next = cost(), warm = heat * (1 - double(i) / moves);
        const double chance = double(random() >> 11) * 0x1p-53;
        if (next <= now || chance < std::exp((now - next) / std::max(warm, 1e-9))) {
            now = next;
            if (now < best - 1e-12) {
                best = now;
                keep();
            }
        } else {
            undo();
        }
    }
}

}  // namespace lightsweep::solvers::frontier
