#pragma once
// Memory of problems and prepared schedulers: estimated before they are made, from numbers that are
// known without them, and refused in words beyond a limit.

#include <exception>
#include <string>

#include "kernels/parallel/memory_limit.hpp"

namespace lightsweep::solvers {

struct Problem;

/// The numbers on which the memory of a problem depends.
struct ProblemSize {
    double nodes = 1, steps = 0;  ///< nodes of one ring on tori of WDM rings
    double lists = 0;             ///< steps whose peers are a list of all nodes
    double matchings = 1;         ///< different steps
    double peers = 1;             ///< receivers of a node in one step
    double planes = 1;            ///< switch planes or lanes of a node
    double listed = 0;            ///< links of base and pool, and their table of distances [B]
};

ProblemSize size_of(const Problem& problem);

/// Memory of a problem while it is built [B]: its steps, their peers and costs, its topologies.
double problem_bytes(const ProblemSize& size);

/// Memory of one schedule in words [B], as `eval` prints it; of shares of planes, if it has them.
double answer_bytes(const ProblemSize& size, bool of_planes);

/// Memory beyond the problem's [B], of a scheduler that keeps numbers per step, or per step and
/// matching; of a search over planes, whose linear programs are dense; of a 0-1 program over two
/// states of a step, over walks, over planes; of trees of lightpaths on a ring. Measured as the
/// largest memory of `run` and `eval`.
double bytes_by_step(const ProblemSize& size);
double bytes_of_plane_search(const ProblemSize& size);
double bytes_by_matching(const ProblemSize& size);
double bytes_of_program(const ProblemSize& size);
double bytes_of_walk_program(const ProblemSize& size);
double bytes_of_plane_program(const ProblemSize& size);
double bytes_of_trees(const ProblemSize& size);

using kernels::parallel::limit_memory;
using kernels::parallel::memory_limit;
using kernels::parallel::require_memory;

/// The message of a failure; in words where memory ran out all the same.
std::string text_of(const std::exception& failure);

}  // namespace lightsweep::solvers
