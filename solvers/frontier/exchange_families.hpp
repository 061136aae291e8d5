#pragma once
// The families of exchange_plans.hpp, and the annealing that searches them.

#include <algorithm>
#include <cmath>
#include <random>

#include "solvers/frontier/exchange_plans.hpp"

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

/// All-to-alls that stay on the base.
std::vector<FrontierPlan> static_exchanges(const FrontierBase& base, double effort);
/// Single-hop steps over topologies that all lanes change together.
std::vector<FrontierPlan> together(const FrontierBase& base, double effort);
/// Some lanes are set up while the others send on the base: for large messages, single-hop steps
/// before and after.
std::vector<FrontierPlan> prefix_exchanges(const FrontierBase& base, double effort);
/// For small messages: one step on the base over several hops, then steps over several hops of the
/// mixed topology to any peers.
std::vector<FrontierPlan> late_exchanges(const FrontierBase& base, double effort);

}  // namespace lightsweep::solvers::frontier
