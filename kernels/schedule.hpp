#pragma once
// A plan's decisions, and nothing else: which topology is in force in each step.

#include "kernels/topology.hpp"

namespace lightsweep::kernels {

struct Schedule {
    std::vector<Topology> topologies;  ///< [0] is the base in force at the start
    std::vector<std::size_t> choice;   ///< per step: index into the topologies
    std::size_t n_bases = 1;           ///< the first so many are bases, the others matchings
};

/// States below bases.size() are the bases, the state bases.size() is each step's own matching.
/// state: one per step.
Schedule bases_or_matching(const std::vector<Topology>& bases,
                           const std::vector<Permutation>& steps,
                           const std::vector<std::size_t>& state);

}  // namespace lightsweep::kernels
