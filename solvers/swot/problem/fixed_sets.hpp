#pragma once
// The best shares of SWOT when the planes of each step are known: a linear program with the planes'
// clocks, also for planes that differ. It is independent of the canonical queue.
//
// minimise E_last over E_i, F_ij, q_ij >= 0 for the uses (i, j), where b is plane j's use before i:
//
//     sum_j bandwidth_j q_ij = bytes_i     (per permutation of the step, over its planes)
//     F_ij >= F_bj + q_ij + L (+ T_j if the configuration held differs)
//     F_ij >= E_{i-1} + computation_i + q_ij + L,    E_i >= F_ij

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
/// with bytes must have a plane, and all planes must exist. Throws std::runtime_error if Clp fails.
FixedSets best_shares(const kernels::PlaneProblem& problem, const UsedSets& used);

/// Relative rounding of ends that are computed step by step.
inline constexpr double last_digits = 1e-12;

/// A lower bound on the value for these planes that costs microseconds: a plane is free for its
/// next change as soon as it has begun to transmit.
double least_end(const kernels::PlaneProblem& problem, const UsedSets& used);

}  // namespace lightsweep::solvers::swot
