#pragma once
// A schedule: which topology is in force in each step. It holds decisions only, no times.

#include "kernels/collectives/collective.hpp"
#include "kernels/topologies/topology.hpp"

namespace lightsweep::kernels {

struct Schedule {
    std::vector<Topology> topologies;  ///< [0] is the base in force at the start
    std::vector<std::size_t> choice;   ///< per step: index into the topologies
    /// The first n_bases topologies are bases, the others matchings.
    std::size_t n_bases = 1;
    /// Further configurations of a step whose matching takes several
    /// (kernels/cost/matched_step.hpp), in order, per step; empty if no step needs more than one.
    std::vector<std::vector<std::size_t>> later{};
};

/// Schedule from one state per step: a state below bases.size() is that base, the state
/// bases.size() is the step's own matching, carried by the collective's matching_ports().
Schedule bases_or_matching(const std::vector<Topology>& bases, const Collective& collective,
                           const std::vector<std::size_t>& state);

}  // namespace lightsweep::kernels
