#pragma once
// Execution plans as ranks of MPI can play them, with the collective of MPI that each part is held
// against.

#include "engine/farm/transfers.hpp"
#include "kernels/execution/execution_plan.hpp"
#include "sweeps/interchange/plan_reader.hpp"
#include "sweeps/problem/solve_problem.hpp"

namespace lightsweep::sweeps {

/// One collective of a sequence.
struct PlayedPart {
    engine::Operation operation;
    const char* mpi_name;
    kernels::Node root = 0;
};

struct PlayablePlan {
    kernels::ExecutionPlan plan;
    std::vector<PlayedPart> parts;
};

/// A plan of kind `planes`. Throws engine::BadInput with what cannot be played, and where.
PlayablePlan playable_planes(const JsonPlace& file);
/// A plan of kind `topologies`, step after step on the whole network. It says amounts alone; where
/// judge finds nothing wrong with them they are those of the solution's collective, and so are the
/// bytes.
PlayablePlan playable_topologies(const Solution& solution, const JsonPlace& file);

}  // namespace lightsweep::sweeps
