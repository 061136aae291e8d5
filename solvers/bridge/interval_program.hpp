#pragma once
// BRIDGE's integer program (3.5) as intervals: y_ab = 1 if the steps a..b form one segment, on the
// subring of their smallest exponent. Every step lies in one chosen interval; a chain of rows says
// that one ends where the next begins. A witness for the joint optimum.

#include "solvers/bridge/subring_space.hpp"

namespace lightsweep::solvers::bridge {

struct IntervalPlan {
    std::vector<std::size_t> states;  ///< per step; empty if the budget gave no plan
    bool complete = false;            ///< proven within the node limit
    double bound = 0;                 ///< of the time without start-up and transmission [s]
};

/// Solves one point through CBC. delay and the row's other parameters in seconds.
IntervalPlan solve_intervals(const SubringSpace& space, const kernels::DelayRow& row, double delay,
                             int max_nodes);

}  // namespace lightsweep::solvers::bridge
