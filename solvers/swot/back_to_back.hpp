#pragma once
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
// and back have f(m) = m f(1) (mirrored_pieces.hpp).

#include <span>

#include "kernels/collectives/collective.hpp"
#include "solvers/swot/swot.hpp"

namespace lightsweep::solvers::swot {

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
