#pragma once
// Problems that run forth and back: pieces of steps, each the one before in reverse, like the
// reduce-scatter and all-gather of a halving-doubling all-reduce, or many of them in a row.
//
// Cutting a problem anywhere and letting the second part start free can only help, so that
//
//     OPT(steps) >= OPT(first part, as the problem starts) + OPT(second part, free)
//
// Run backwards in time, a schedule serves the reversed steps in the same time, and every plane
// begins there with the configuration that it held in the end. Hence, for a free start, an optimal
// schedule of the piece, then its reversal, then itself again, ... meets the bound:
//
//     OPT_free(m mirrored pieces) = m OPT_free(piece)
//
// The free start of one all-reduce is thus the steady state of many, and half the steps suffice to
// solve it. A cold start adds one reconfiguration; from `first` and
// individual starts the bound is OPT_start(piece) + (m - 1) OPT_free(piece), which need not be met:
// solve() takes the better of this and of a direct search then.

#include <optional>

#include "solvers/swot/swot.hpp"

namespace lightsweep::solvers::swot {

/// Steps of one piece, the smallest that works; nothing if the problem is not made of 2 or more
/// mirrored pieces. Steps have bytes (without_empty_steps).
std::optional<std::size_t> mirrored_piece(const kernels::PlaneProblem& problem);

/// Steps begin .. end - 1 by themselves; free to start anywhere unless begin = 0.
kernels::PlaneProblem part_of(const kernels::PlaneProblem& problem, std::size_t begin,
                              std::size_t end);

}  // namespace lightsweep::solvers::swot
