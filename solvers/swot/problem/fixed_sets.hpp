#pragma once
// The best shares of SWOT when the planes of each step are known (solvers/milp/clock_program.hpp),
// also for planes that differ. The work of each permutation of a step is shared by its planes; a
// plane begins T_j after its last use if it held another configuration. The program is independent
// of the canonical queue.

#include "kernels/planes/plane_problem.hpp"

namespace lightsweep::solvers::swot {

/// A plane that works in a step, and which of the step's permutations it carries.
struct UsedPlane {
    UsedPlane(int number, std::size_t which = 0) : plane(number), peer(which) {}  // NOLINT
    int plane;
    std::size_t peer;
    bool operator==(const UsedPlane&) const = default;
};

/// Planes of each step in ascending order; empty where a step has no bytes.
using UsedSets = std::vector<std::vector<UsedPlane>>;

/// The planes that a schedule uses.
UsedSets used_sets(const kernels::PlaneSchedule& schedule);

struct FixedSets {
    double value;  ///< the program's optimum [s]; a lower bound certified to 1e-9
    kernels::PlaneSchedule schedule;
};

/// The best shares for all steps of the problem, or for the first used.size(). Every permutation
/// with bytes must have a plane, and all planes must exist. Throws std::runtime_error if no optimum
/// is found.
FixedSets best_shares(const kernels::PlaneProblem& problem, const UsedSets& used);

/// Relative rounding of ends that are computed step by step.
inline constexpr double last_digits = 1e-12;

/// A lower bound on the value for these planes that costs microseconds: a plane is free for its
/// next change as soon as it has begun to transmit.
double least_end(const kernels::PlaneProblem& problem, const UsedSets& used);

}  // namespace lightsweep::solvers::swot
