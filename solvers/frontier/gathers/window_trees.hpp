#pragma once
// Trees by which a window of nodes gathers: who gives a block to whom in each step.

#include <vector>

#include "solvers/frontier/plans/plan.hpp"

namespace lightsweep::solvers::frontier {

/// By places relative to the chunk.
using ChunkSteps = std::vector<std::vector<ChunkSend>>;

/// On a line that closes after `size` places: in step t each of the offsets `fresh[t]` gets the
/// block from the nearest that has it and lies before it by one of the distances `peers[t]`. There
/// must be one. Offset 0 has the block first.
ChunkSteps nearest_senders(const std::vector<std::vector<Node>>& fresh,
                           const std::vector<std::vector<Node>>& peers, Node size);

}  // namespace lightsweep::solvers::frontier
