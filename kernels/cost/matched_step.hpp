#pragma once
// A multi-port step on circuits set up for it (Addanki 2025, extended to unions of permutations).
//
// A node has d ports of rate b / d. A union of k permutations with v bytes per sender each takes
//
//   k <= d   one configuration, floor(d / k) ports for every permutation: v d / (floor(d/k) b)
//   k > d    ceil(k / d) configurations one after the other, each with a delay of its own: d
//            permutations each in turn, the rest at last
//
// In the first case ports stay idle where d is not a multiple of k; there is no other way to match
// such a step. The second case is one valid plan, not an optimum: which permutations share a
// configuration, and whether one may be divided, is a scheduling problem of its own. No plan of
// direct circuits beats these two limits: a node with w transfers sends w v bytes at b, and it
// meets its different peers d at a time. Check by hand: k = d = 1 gives v / b in one configuration.

#include <vector>

#include "kernels/collectives/collective.hpp"
#include "kernels/topologies/topology.hpp"

namespace lightsweep::kernels {

struct MatchedStep {
    /// Duration relative to the busiest node's bytes at rate b, >= 1.
    double stretch = 1;
    std::int64_t rounds = 1;        ///< configurations, each with one reconfiguration delay
    std::int64_t least_rounds = 1;  ///< no plan has fewer configurations
};

/// The matched form of a step on `ports` >= 1 ports.
MatchedStep matched_step(const Step& step, Node ports);

/// The parts of a step that each configuration carries, in order; the step itself if one
/// configuration is enough. Idle permutations are left out if there are others.
std::vector<Step> rounds_of(const Step& step, Node ports);

/// Circuits of one round: the matching of one permutation at rate b, or the circuits of a union of
/// at most `ports` permutations, each at floor(ports / permutations) * b / ports.
Topology round_circuits(const Step& round, Node ports);

}  // namespace lightsweep::kernels
