#pragma once
// A plan's decisions, and nothing else: which topology is in force in each step.

#include "kernels/topology.hpp"

namespace lightsweep::kernels {

struct Schedule {
    std::vector<Topology> topologies;  ///< the pool; [0] is the base
    std::vector<std::size_t> choice;   ///< per step: index into the pool
};

/// Base where the step's bit is 0, the step's own matching where it is 1.
/// decision: ceil(steps / 64) words, bit i of word i / 64.
Schedule base_or_matching(const Topology& base, const std::vector<Permutation>& steps,
                          const std::vector<std::uint64_t>& decision);

}  // namespace lightsweep::kernels
