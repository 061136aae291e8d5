#pragma once
// Memory of problems and prepared schedulers: estimated before they are made, from numbers that are
// known without them, and refused in words beyond a limit.

#include <exception>
#include <string>

namespace lightsweep::solvers {

struct Problem;

/// The numbers on which the memory of a problem depends.
struct ProblemSize {
    double nodes = 1, steps = 0;  ///< nodes of one ring on tori of WDM rings
    double lists = 0;             ///< steps whose peers are a list of all nodes
    double matchings = 1;         ///< different steps
    double peers = 1;             ///< receivers of a node in one step
    double planes = 1;            ///< switch planes or lanes of a node
};

ProblemSize size_of(const Problem& problem);

/// Memory of a problem while it is built [B]: its steps, their peers and costs.
double problem_bytes(const ProblemSize& size);

/// Memory beyond the problem's [B], of a scheduler that keeps numbers per step, per step and plane,
/// per step and matching; of a search over planes, whose linear programs are dense; of a 0-1
/// program over two states of a step, over walks, over planes; of trees of lightpaths on a ring.
/// Measured as the largest memory of
/// `eval`, schedules and answer included.
double bytes_by_step(const ProblemSize& size);
double bytes_by_plane(const ProblemSize& size);
double bytes_of_plane_search(const ProblemSize& size);
double bytes_by_matching(const ProblemSize& size);
double bytes_of_program(const ProblemSize& size);
double bytes_of_walk_program(const ProblemSize& size);
double bytes_of_plane_program(const ProblemSize& size);
double bytes_of_trees(const ProblemSize& size);

/// Sets the largest memory that one problem or prepared scheduler may take [B]; without a call
/// there is no limit. To be called before threads exist.
void limit_memory(double bytes);
double memory_limit();

/// Throws std::length_error with the estimate, the limit and a remedy if there is too little.
void require_memory(double bytes, const std::string& what);

/// The message of a failure; in words where memory ran out all the same.
std::string text_of(const std::exception& failure);

}  // namespace lightsweep::solvers
