#pragma once
// SWOT problems that run forth and back: pieces of steps, each one the reverse of the piece before,
// such as the reduce-scatter and all-gather of a halving-doubling all-reduce, or many of them in a
// row.
//
// Cutting a problem anywhere and letting the second part start free can only shorten it, so
//
//     OPT(steps) >= OPT(first part, as the problem starts) + OPT(second part, free)
//
// Run backwards in time, a schedule serves the reversed steps in the same time, and every plane
// begins there with the configuration that it held at the end. So for a free start, the sequence of
// an optimal schedule of the piece, its reversal, the schedule again, ... meets the bound:
//
//     OPT_free(m mirrored pieces) = m OPT_free(piece)
//
// The free start of one all-reduce is thus the steady state of many, and half the steps suffice to
// solve it. A cold start adds one reconfiguration. For the starts `first` and `individual` the
// bound is OPT_start(piece) + (m - 1) OPT_free(piece), which need not be met; solve() then takes
// the better of this construction and of a direct search.

#include <optional>

#include "solvers/swot/swot.hpp"

namespace lightsweep::solvers::swot {

/// Number of steps of the smallest piece; nothing if the problem does not consist of 2 or more
/// mirrored pieces. All steps must have bytes (without_empty_steps).
std::optional<std::size_t> mirrored_piece(const kernels::PlaneProblem& problem);

/// Steps begin .. end - 1 as a problem of their own, with a free start unless begin = 0.
kernels::PlaneProblem part_of(const kernels::PlaneProblem& problem, std::size_t begin,
                              std::size_t end);

}  // namespace lightsweep::solvers::swot
