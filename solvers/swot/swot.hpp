#pragma once
// SWOT: communication over parallel switch planes with overlapped reconfiguration, to proven
// optimality where the budget allows, with a schedule and a certified bound in any case.
//
// Problems that run forth and back, like most all-reduces: one piece, mirrored
// (mirrored_pieces.hpp). Others, planes alike: the canonical queue (queue_problem.hpp), searched
// exactly with a price on what crosses from step to step (priced_search.hpp); where that does not
// end, beams and local search for schedules (beam.hpp), label sweeps in both directions for the
// bound (label_layers.hpp), and for long runs of equal steps patterns (periodic_schedules.hpp) and
// blocks (block_bound.hpp). Planes that differ: depth-first over used sets on small problems
// (general_search.hpp). Elsewhere cyclic and lockstep constructions with closed-form bounds. A cold
// start is a free one plus one reconfiguration, exactly. Where planes hold configurations of their
// own and the search does not end, one from a free start adds its schedule and its bound.
//
// Budgets count elementary transitions: the same answer on every machine.

#include <functional>

#include "kernels/plane_schedule.hpp"

namespace lightsweep::solvers::swot {

struct Solution {
    kernels::PlaneSchedule schedule;
    double value = 0;         ///< what the schedule's replay ends at [s]
    double lower_bound = 0;   ///< certified, <= value [s]
    bool proven = false;      ///< value <= lower_bound (1 + 2.5e-6)
    bool exhausted = false;   ///< not proven since the budget ended the search
    std::int64_t nodes = 0;   ///< histories that the exact search visited
    std::int64_t effort = 0;  ///< transitions spent
    /// Of choose_order: the order of every group of free steps; else empty.
    std::vector<std::vector<std::size_t>> orders{};
};

/// Transitions in all; 1.5e7 to 5e7 per second and core where searches are long.
struct Budget {
    std::int64_t transitions = 300'000'000;
    std::function<void()> leave_if_stopped{};  ///< asked now and then; ends a search by throwing
};

/// Relative gap below which a value counts as proven optimal.
inline constexpr double proven_gap = 2.5e-6;

/// Problems that run forth and back by their pieces (mirrored_pieces.hpp), all others directly.
/// Throws std::invalid_argument with all faults if the problem is not sound; nothing else.
Solution solve(const kernels::PlaneProblem& problem, const Budget& budget = {});

/// The same without looking for pieces.
Solution solve_directly(const kernels::PlaneProblem& problem, const Budget& budget = {});

}  // namespace lightsweep::solvers::swot
