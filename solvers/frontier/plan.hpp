#pragma once
// A plan of the frontier: the steps of one collective by their figures, and its family in words.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kernels/cost/bound_terms.hpp"
#include "solvers/frontier/cayley.hpp"

namespace lightsweep::solvers::frontier {

using kernels::BoundParameters;

/// One step: latency per_step + hops per_hop, then x m/b.
struct PlanStep {
    double hops, x;
    int topology = 0;  ///< 0: the base; a step on another one than the step before pays D
};

/// When the circuits of another topology are set up.
enum class SetUp : std::uint8_t {
    between_steps,  ///< on all lanes: the first step there starts D after the step before
    in_turn,        ///< the planes form two groups; while one sends, the other is set up, so that
                    ///< step i starts at least D after step i - 2 has ended; step 0 is on the base
    at_start        ///< on some lanes from time 0 on, while the others send on the base: the first
                    ///< step on the other topology starts at D or later
};

/// Lanes and peers of one step of an all-to-all, as elements of a group.
struct ExchangeStep {
    std::vector<Node> lanes;  ///< generators of the lanes that send, one of each
    std::vector<Node> peers;  ///< at most k, each over the fewest hops of those lanes
};

/// Who sends to whom in an all-to-all: node g to g times every peer, over words of lanes.
struct Exchange {
    Group group;
    std::vector<ExchangeStep> steps;
};

struct FrontierPlan {
    std::string family;  ///< "static levels", "leave once", ...
    std::string text;    ///< its numbers: shifts, generators, digits
    std::vector<PlanStep> steps;
    SetUp set_up = SetUp::between_steps;
    std::optional<Exchange> exchange = {};  ///< of all-to-alls that leave the base

    double hops() const;
    double x() const;     ///< in units of m/b
    int changes() const;  ///< of all lanes, or of some of them
    /// Completion time [s].
    double time(const BoundParameters& p) const;
};

/// "1, 2, 3"; lists of lists "1, 2 | 3".
std::string listed(const std::vector<Node>& numbers);
std::string listed(const std::vector<std::vector<Node>>& lists);

/// The same steps backwards in time.
FrontierPlan reversed(FrontierPlan plan);

/// The plans that no other of the same kind undercuts in steps, hops, x and changes (those set up
/// at the start: before and after the change); those set up in turn are kept.
std::vector<FrontierPlan> without_dominated(std::vector<FrontierPlan> plans);

}  // namespace lightsweep::solvers::frontier
