#pragma once
// SWOT with a choice of the order of steps, where the collective leaves it free
// (kernels/collectives/free_orders.hpp).
//
// Alone, most collectives gain nothing, and the bound shows this. Steps with distinct
// configurations and equal bytes are the same problem in every order. A halving-doubling all-reduce
// that runs forth and back meets the bound over all orders of its all-gather (mirrored_pieces.hpp).
// In a row collectives gain: a second all-to-all in reverse order begins where the first one ended.
// Uneven volumes (Bruck with n not a power of two) gain a little by themselves.
//
// The bound over all orders cuts the problem around the groups of free steps,
//
//     OPT(any order) >= sum over pieces of the least OPT(piece in any order, free start),
//
// A piece of distinct configurations has one value if its volumes stay or are equal. Otherwise it
// is solved for every arrangement of its volumes if there are few, and counts with its ideal time
// if there are many. Search: all orders if there are few; otherwise whole groups reversed, then
// exchanges of two places while that helps (heuristic). Deterministic: budgets count orders and
// transitions.

#include <map>
#include <vector>

#include "kernels/collectives/free_orders.hpp"
#include "kernels/planes/plane_problem.hpp"
#include "solvers/swot/swot.hpp"

namespace lightsweep::solvers::swot {

// Key of a plane problem that ignores the names of configurations: problems with equal keys are
// solved once.

/// Per step its configuration and its bytes; those of further permutations are negative, and
/// computation has the configuration -1. Configurations are numbered in the order of the planes
/// that hold them at the start, then of first appearance. The key does not contain planes, latency
/// and start; the caller keeps problems with different ones apart.
using ProblemKey = std::vector<std::pair<std::int64_t, double>>;

inline ProblemKey problem_key(const kernels::PlaneProblem& problem) {
    std::map<std::int64_t, std::int64_t> number;
    const auto number_of = [&](std::int64_t configuration) {
        return number.emplace(configuration, static_cast<std::int64_t>(number.size()))
            .first->second;
    };
    for (const auto& held : problem.held)
        if (held) number_of(*held);
    ProblemKey key;
    for (const auto& step : problem.steps) {
        if (step.computation > 0) key.push_back({-1, step.computation});
        key.push_back({number_of(step.configuration), step.bytes});
        for (const auto& other : step.others)
            key.push_back({number_of(other.configuration), -other.bytes});
    }
    return key;
}

struct OrderBudget {
    std::int64_t orders = 150;  ///< number of different problems that are solved
    Budget each{3'000'000};     ///< budget of each order during the search
    Budget last{};              ///< budget of the given order and of the one found
};

struct OrderChoice {
    std::vector<std::vector<std::size_t>> orders;  ///< order of each group, for kernels::reordered
    kernels::Collective collective;                ///< the collective in that order
    kernels::PlaneProblem problem;                 ///< its steps
    Solution solution;  ///< its solution; lower_bound and proven cover all orders
    std::int64_t n_solved = 0;
    bool exhaustive = false;  ///< true: every order was tried
};

/// hardware: planes, latency and start; its steps are not read. Throws std::invalid_argument where
/// plane_steps or solve do.
OrderChoice choose_order(const kernels::Collective& collective, double message,
                         const kernels::PlaneProblem& hardware, const OrderBudget& budget = {});

/// Certified lower bound over all orders [s].
double bound_over_orders(const kernels::PlaneProblem& problem,
                         const std::vector<kernels::FreeSteps>& groups, const OrderBudget& budget);

}  // namespace lightsweep::solvers::swot
