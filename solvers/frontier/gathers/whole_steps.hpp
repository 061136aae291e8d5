#pragma once
// Steps of whole vectors on a base: their loads, and the windows that grow by them.

#include <optional>
#include <string>
#include <vector>

#include "solvers/frontier/plans/base.hpp"
#include "solvers/frontier/plans/plan.hpp"

namespace lightsweep::solvers::frontier {

/// Whole vectors that a node receives in one step from an offset along the columns and the rows.
struct Received {
    Node x, y;
    double vectors;
};

/// The nodes at these offsets on rows x columns nodes.
std::vector<Node> peers_at(const std::vector<Received>& offsets, Node rows, Node columns);

/// Hops and x of a step in which every node receives this.
PlanStep over_base(const FrontierBase& base, const std::vector<Received>& all);

/// Every node sends all that it has summed up to the nodes at these offsets, over the base.
MovementStep sent_over_base(const FrontierBase& base, const std::vector<Received>& all);

/// Steps of whole vectors; who sends them to whom, unless a node has to hold several sums.
struct Whole {
    std::vector<PlanStep> steps;
    std::string text;
    std::optional<std::vector<MovementStep>> moves;
};

/// Cut windows (windows.hpp) on columns x rows positions of a base, which lie `span` nodes apart
/// along the columns: of every number of steps up to one more than the least, those with the fewest
/// hops or the least x.
std::vector<Whole> cut_windows(const FrontierBase& base, Node columns, Node rows, Node span);

}  // namespace lightsweep::solvers::frontier
