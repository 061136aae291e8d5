#pragma once
// The order of steps as a choice, where the collective leaves it free (kernels/free_orders.hpp).
//
// Alone, most collectives gain nothing, and this shows it: steps with distinct configurations and
// equal bytes are one problem in every order, and a halving-doubling all-reduce that goes back the
// way it came meets the bound over all orders of its all-gather (mirrored_pieces.hpp). In a row
// they gain: a second all-to-all in reverse order begins where the first one ended. Uneven volumes
// (Bruck on n that is no power of two) gain a little by themselves.
//
// The bound over all orders cuts the problem around the groups of free steps,
//
//     OPT(any order) >= sum over pieces of the least OPT(piece in any order, free start),
//
// where a piece of distinct configurations has one value if its volumes stay or are equal, and else
// is solved for every arrangement of its volumes if these are few; ideal time otherwise. Search:
// all orders if these are few; else whole groups reversed, then exchanges of two places while that
// helps (heuristic). Deterministic, budgets count orders and transitions.

#include "kernels/free_orders.hpp"
#include "solvers/swot/swot.hpp"

namespace lightsweep::solvers::swot {

struct OrderBudget {
    std::int64_t orders = 150;  ///< different problems that are solved
    Budget each{3'000'000};     ///< while searching
    Budget last{};              ///< of the order given and the one found
};

struct OrderChoice {
    std::vector<std::vector<std::size_t>> orders;  ///< per group, for kernels::reordered
    kernels::Collective collective;                ///< in that order
    kernels::PlaneProblem problem;                 ///< its steps
    Solution solution;       ///< of it; lower_bound and proven are over all orders
    double given_value = 0;  ///< of the order as it was, >= solution.value [s]
    std::int64_t n_solved = 0;
    bool exhaustive = false;  ///< every order was looked at
};

/// hardware: planes, latency and start; its steps are not read. Throws std::invalid_argument where
/// plane_steps or solve do.
OrderChoice choose_order(const kernels::Collective& collective, double message,
                         const kernels::PlaneProblem& hardware, const OrderBudget& budget = {});

/// The certified bound over all orders [s].
double bound_over_orders(const kernels::PlaneProblem& problem,
                         const std::vector<kernels::FreeSteps>& groups, const OrderBudget& budget);

}  // namespace lightsweep::solvers::swot
