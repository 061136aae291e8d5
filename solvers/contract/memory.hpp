#pragma once
// Memory of problems and prepared schedulers: estimated before they are made, from numbers that are
// known without them, and refused in words beyond a limit.

#include <exception>
#include <string>

namespace lightsweep::solvers {

struct Problem;

/// The numbers on which the memory of a problem depends.
struct ProblemSize {
    double nodes = 1, steps = 0;
    double lists = 0;   ///< steps whose peers are a list of all nodes
    double peers = 1;   ///< receivers of a node in one step
    double planes = 1;  ///< switch planes or lanes of a node
};

ProblemSize size_of(const Problem& problem);

/// Memory of a problem while it is built [B]: its steps, their peers and costs.
double problem_bytes(const ProblemSize& size);

/// Memory of a scheduler that keeps a few numbers per step, and of its schedules [B].
double bytes_by_step(const ProblemSize& size);
/// Of one that keeps something for every step and plane.
double bytes_by_plane(const ProblemSize& size);

/// Sets the largest memory that one problem or prepared scheduler may take [B]; without a call
/// there is no limit. To be called before threads exist.
void limit_memory(double bytes);
double memory_limit();

/// Throws std::length_error with the estimate, the limit and a remedy if there is too little.
void require_memory(double bytes, const std::string& what);

/// The message of a failure; in words where memory ran out all the same.
std::string text_of(const std::exception& failure);

}  // namespace lightsweep::solvers
