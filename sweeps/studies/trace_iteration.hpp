#pragma once
// One iteration of a trace at one point, scheduled: in one sequence of all nodes
// (trace_schedule.hpp), or by rank (trace_tasks.hpp).

#include "kernels/collectives/collective.hpp"
#include "sweeps/studies/study.hpp"
#include "sweeps/studies/trace_schedule.hpp"

namespace lightsweep::sweeps {

/// The steps of a whole iteration in bytes, and the computation before each.
struct Iteration {
    std::vector<kernels::Step> steps;
    std::vector<double> computation;
    std::vector<bool> begins, overlaps;  ///< as of IterationCosts
    std::vector<std::size_t> ends;       ///< per entry: the first step behind it
};

/// Throws std::invalid_argument where an entry has no steps of one peer each.
Iteration iteration_of(const Trace& trace, kernels::Node n);

/// Times of an iteration [s]; the line has a place per entry.
struct Iterated {
    IterationLine line;
    double computation;  ///< of the busiest rank
    double bound, on_base, on_own;
    std::size_t steps;
};
/// Throws NotApplicable.
Iterated iterated(const Point& point, const std::string& scheduler);

}  // namespace lightsweep::sweeps
