#pragma once
// A plan of the frontier: the steps of one collective by their figures, and its family in words.

#include <string>
#include <vector>

#include "kernels/cost/bound_terms.hpp"
#include "kernels/permutations/permutation.hpp"

namespace lightsweep::solvers::frontier {

using kernels::BoundParameters;
using kernels::Node;

/// One step: latency per_step + hops per_hop, then x m/b.
struct PlanStep {
    double hops, x;
    int topology = 0;  ///< 0: the base; a step on another one than the step before pays D
};

struct FrontierPlan {
    std::string family;  ///< "static levels", "leave once", ...
    std::string text;    ///< its numbers: shifts, generators, digits
    std::vector<PlanStep> steps;
    /// The planes form two groups that send in turn: while one sends, the other is set up for its
    /// next step. Step i then starts at least D after step i - 2 has ended; step 0 is on the base.
    bool alternating = false;

    double hops() const;
    double x() const;     ///< in units of m/b
    int changes() const;  ///< of all lanes; alternating plans change half of them at a time
    /// Completion time [s].
    double time(const BoundParameters& p) const;
};

/// "1, 2, 3"; lists of lists "1, 2 | 3".
std::string listed(const std::vector<Node>& numbers);
std::string listed(const std::vector<std::vector<Node>>& lists);

/// The same steps backwards in time.
FrontierPlan reversed(FrontierPlan plan);

/// The plans that no other undercuts in steps, hops, x and changes; alternating ones are kept.
std::vector<FrontierPlan> without_dominated(std::vector<FrontierPlan> plans);

}  // namespace lightsweep::solvers::frontier
