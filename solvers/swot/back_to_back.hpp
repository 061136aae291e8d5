#pragma once
// The same collective many times in a row, each starting on the planes as the last one left them.
//
// Let f(m) be the optimum of m runs from a free start. Cutting anywhere is a relaxation, and one
// reconfiguration of all planes joins any two schedules:
//
//     f(a) + f(b) <= f(a + b) <= f(a) + f(b) + T         (T the largest reconfiguration delay)
//
// so that the time per run in the long run, lim f(m) / m, lies between f(m) / m and (f(m) + T) / m
// for every m; f(2m) / 2m is never below f(m) / m, and with a cold start (f + T, planes alike)
// never above. From one m to the next the time per run need not be monotone. Collectives that go
// back the way they came have f(m) = m f(1) (mirrored_pieces.hpp).

#include <span>

#include "kernels/collective.hpp"
#include "solvers/swot/swot.hpp"

namespace lightsweep::solvers::swot {

struct Repeats {
    kernels::Collective collective;  ///< the sequence
    kernels::PlaneProblem problem;
    Solution solution;  ///< of all runs
    double single = 0;  ///< one run alone from the same start [s]
    /// Certified limits of the time per run in the long run [s].
    double steady_lower = 0, steady_upper = 0;

    double per_run() const { return solution.value / static_cast<double>(collective.parts.size()); }
};

/// times >= 1; hardware: planes, latency and start; its steps are not read. Better of the joint
/// solution, the single one repeated and (times even) half as many runs twice, each on the planes
/// that suit it best. Throws std::invalid_argument where plane_steps or solve do, or if times < 1.
Repeats repeat(const kernels::Collective& collective, int times, double message,
               const kernels::PlaneProblem& hardware, const Budget& budget = {});

/// A problem of parts one after the other, so many steps each (in all those of the problem): the
/// better of a search over the whole and of the parts' own solutions joined; the bound at least the
/// sum of the parts', all but the first from a free start. Throws as solve().
Solution solve_sequence(const kernels::PlaneProblem& problem, std::span<const std::size_t> lengths,
                        const Budget& budget = {});

}  // namespace lightsweep::solvers::swot
