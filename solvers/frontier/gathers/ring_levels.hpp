#pragma once
// All-gathers on a ring that is never reconfigured: every node sends the blocks that it holds
// several hops at once, to the far offsets first.
//
// All nodes do the same, so that one broadcast tree on the offsets from a block's owner is the
// whole schedule. A level is one step. Its shifts a_1 < .. < a_r cut the offsets that are left into
// r + 1 parts; the first offset of every part gets the block. All parts go on with the same next
// level, and a part that is shorter than a shift leaves that shift out. A reduce-scatter is the
// same backwards in time.
//
// Hops are the sum of the largest shift of each level, and equal the diameter: far parts are cut
// full, near parts short. Lengths are exact, so X = length / n: on a directed ring every link
// carries the same; on a ring both ways every block is cut in two halves, one of which takes the
// mirror image of the plan.

#include <cstdint>
#include <vector>

#include "kernels/permutations/permutation.hpp"

namespace lightsweep::solvers::frontier {

using kernels::Node;

/// Shifts of every level, in ascending order; on a ring both ways every shift stands for its
/// negative too.
struct LevelPlan {
    std::vector<std::vector<Node>> levels;
    std::int64_t hops = 0;
    std::int64_t length = 0;  ///< links that one block takes in all
};

/// Links that the block takes at each level on the directed ring, or on the ring both ways.
/// Offsets are 0..n-1, or -floor((n-1)/2)..floor(n/2). Throws std::invalid_argument if the levels
/// do not reach every offset once.
std::vector<std::int64_t> level_lengths(const std::vector<std::vector<Node>>& levels, Node n,
                                        bool both_ways);

/// The offsets that get the block at each level, in -n/2..n/2 of a ring both ways.
std::vector<std::vector<Node>> level_offsets(const std::vector<std::vector<Node>>& levels, Node n,
                                             bool both_ways);

/// Plans of n >= 2 nodes with at most `peers` shifts per level (both ways: that many in each
/// direction), none of which has both more levels and more length than another, in order of levels.
std::vector<LevelPlan> level_plans(Node n, Node peers, bool both_ways);

}  // namespace lightsweep::solvers::frontier
