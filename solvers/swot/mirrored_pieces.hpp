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
#include <span>

#include "kernels/collectives/collective.hpp"
#include "solvers/swot/swot.hpp"

namespace lightsweep::solvers::swot {

/// Number of steps of the smallest piece; nothing if the problem does not consist of 2 or more
/// mirrored pieces. All steps must have bytes (without_empty_steps).
std::optional<std::size_t> mirrored_piece(const kernels::PlaneProblem& problem);

/// Steps begin .. end - 1 as a problem of their own, with a free start unless begin = 0.
kernels::PlaneProblem part_of(const kernels::PlaneProblem& problem, std::size_t begin,
                              std::size_t end);

// SWOT for the same collective many times in a row, where each run starts on the planes as the last
// one left them.
//
// Let f(m) be the optimum of m runs from a free start. Cutting anywhere is a relaxation, and
// reconfiguring all planes once joins any two schedules:
//
//     f(a) + f(b) <= f(a + b) <= f(a) + f(b) + T         (T the largest reconfiguration delay)
//
// So the long-run time per run, lim f(m) / m, lies between f(m) / m and (f(m) + T) / m for every m.
// f(2m) / 2m is never below f(m) / m; with a cold start (f + T, equal planes) it is never above.
// From one m to the next the time per run need not be monotone. Collectives whose steps run forth
// and back have f(m) = m f(1) (above).

struct Repeats {
    kernels::Collective collective;  ///< the sequence
    kernels::PlaneProblem problem;
    Solution solution;  ///< solution of all runs
    double single = 0;  ///< one run alone from the same start [s]
    /// Certified limits of the long-run time per run [s].
    double steady_lower = 0, steady_upper = 0;

    double per_run() const { return solution.value / static_cast<double>(collective.parts.size()); }
};

/// Solves `times` >= 1 runs. hardware: planes, latency and start; its steps are not read. Takes the
/// best of the joint solution, the single solution repeated, and (times even) half as many runs
/// twice, each on the best planes for it. Throws std::invalid_argument where plane_steps or solve
/// do, or if times < 1.
Repeats repeat(const kernels::Collective& collective, int times, double message,
               const kernels::PlaneProblem& hardware, const Budget& budget = {});

/// Solves a problem of consecutive parts with `lengths` steps each, which must add up to all steps
/// of the problem. Takes the better of a search over the whole and of the parts' own solutions,
/// joined by concatenate_schedules. The bound is at least the sum of the parts' bounds, where all
/// parts but the first start free. Throws as solve().
Solution solve_sequence(const kernels::PlaneProblem& problem, std::span<const std::size_t> lengths,
                        const Budget& budget = {});

}  // namespace lightsweep::solvers::swot
