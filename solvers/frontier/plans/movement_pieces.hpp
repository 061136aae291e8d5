#pragma once
// The pieces of blocks that a movement moves, step by step, from the linear programs that share
// blocks between peers and ways.

#include "solvers/frontier/plans/plan.hpp"

namespace lightsweep::solvers::frontier {

/// A piece of every block that moves in one step.
struct Piece {
    Node from = 0, to = 0;  ///< offsets of its places from the block's node
    double begin, end;      ///< the part of the block
    std::vector<Node> way;  ///< generators, one after the other
    Node block = 0;         ///< of an all-to-all: the element of its target
    std::size_t place = 0;  ///< of an all-to-all: the piece's number
    std::size_t hop = 0;    ///< of an all-to-all: steps that it has moved in before
    std::size_t peer = 0;   ///< of sums: the place of what is received, 0: the vector itself
};

/// Per step. Throws std::invalid_argument where a step carries more than the plan states.
std::vector<std::vector<Piece>> pieces_of(const Movement& movement, const FrontierPlan& plan,
                                          Node lanes);

/// Hops and x of every step of an all-gather on `lanes` lanes in all, with the best shares.
std::vector<PlanStep> figures_of(const Movement& gather, Node lanes);

}  // namespace lightsweep::solvers::frontier
