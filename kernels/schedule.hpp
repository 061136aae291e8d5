#pragma once
// A plan's decisions, and nothing else: which topology is in force in each step.

#include "kernels/collective.hpp"
#include "kernels/topology.hpp"

namespace lightsweep::kernels {

struct Schedule {
    std::vector<Topology> topologies;  ///< [0] is the base in force at the start
    std::vector<std::size_t> choice;   ///< per step: index into the topologies
    std::size_t n_bases = 1;           ///< the first so many are bases, the others matchings
    /// Where a step's own matching takes several configurations (kernels/matched_step.hpp): those
    /// after the first, in order. Per step, or empty if no step does.
    std::vector<std::vector<std::size_t>> later{};
};

/// States below bases.size() are the bases, the state bases.size() is each step's own matching.
/// state: one per step of the collective, whose matching_ports() carry the matchings.
Schedule bases_or_matching(const std::vector<Topology>& bases, const Collective& collective,
                           const std::vector<std::size_t>& state);

}  // namespace lightsweep::kernels
