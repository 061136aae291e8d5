#pragma once
// Proof of optimality: depth-first over sequences, each node with all relaxed labels that its
// history allows.
//
// A child takes the labels of its parent through one (taken, parked), drops those whose end plus
// the grid's value of the rest reaches the incumbent, and merges what exceeds the cap; no label
// left, or the program of the history plus the rest from zero debts reaching the incumbent: pruned.
// A leaf is timed exactly. When the search ends the incumbent is optimal to 1e-7, whatever cells
// and cap were.

#include "solvers/swot/beam.hpp"

namespace lightsweep::solvers::swot {

struct SearchWidth {
    int cells;        ///< of early stops
    std::size_t cap;  ///< labels per node
};

/// True if the search ended within the effort; `nodes` counts histories.
bool search_exactly(const QueueProblem& problem, RestBound& rest, SearchWidth width, Effort& effort,
                    Incumbent& incumbent, std::int64_t& nodes);

/// Values within this of each other count as equal, relative.
inline constexpr double proof_tolerance = 1e-7;

}  // namespace lightsweep::solvers::swot
