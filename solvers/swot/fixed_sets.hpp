#pragma once
// The best shares when it is known which planes take part in each step: a linear program with the
// planes' clocks, for planes that may differ. Independent of the canonical queue.
//
// minimise E_last over E_i, F_ij, q_ij >= 0 for the uses (i, j), b = plane j's use before i:
//
//     sum_j bandwidth_j q_ij = bytes_i
//     F_ij >= F_bj + q_ij + L (+ T_j if the configuration held differs)
//     F_ij >= E_{i-1} + q_ij + L,    E_i >= F_ij

#include <optional>

#include "kernels/plane_schedule.hpp"

namespace lightsweep::solvers::swot {

/// Planes of each step, ascending; none where a step has no bytes.
using UsedSets = std::vector<std::vector<int>>;

struct FixedSets {
    double value;  ///< the program's optimum [s]; a lower bound certified to 1e-9
    kernels::PlaneSchedule schedule;
};

/// Of all steps of the problem, or of the first used.size(). Every set of a step with bytes has a
/// plane, all in range. Throws std::runtime_error if Clp fails.
FixedSets best_shares(const kernels::PlaneProblem& problem, const UsedSets& used);

}  // namespace lightsweep::solvers::swot
