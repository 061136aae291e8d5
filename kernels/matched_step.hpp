#pragma once
// A multi-ported step on circuits of its own (Addanki 2025, extended to unions of permutations).
//
// A node has d ports of rate b / d. A union of k permutations of v bytes per sender each takes
//
//   k <= d   one configuration, floor(d / k) ports for every permutation: v d / (floor(d/k) b)
//   k > d    ceil(k / d) configurations one after the other, each with a delay of its own: d
//            permutations each in turn, the rest at last
//
// The first is the one way to match such a step here, also where d is no multiple of k and ports
// stay idle. The second is a plan, not an optimum: which permutations share a configuration, and
// whether one may be divided, is a scheduling problem of its own. What no plan of direct circuits
// beats: a node with w transfers sends w v bytes at b, and meets its different peers d at a time.

#include <vector>

#include "kernels/collective.hpp"
#include "kernels/topology.hpp"

namespace lightsweep::kernels {

struct MatchedStep {
    double stretch = 1;             ///< time over that of the busiest node's bytes at rate b, >= 1
    std::int64_t rounds = 1;        ///< configurations, each with a delay
    std::int64_t least_rounds = 1;  ///< no plan has fewer
};

/// Of a step on `ports` >= 1 ports.
MatchedStep matched_step(const Step& step, Node ports);

/// The configurations' parts of a step, in order; the step itself if one is enough. Permutations
/// in which nobody sends are left out if others are there.
std::vector<Step> rounds_of(const Step& step, Node ports);

/// The circuits of one round: the matching of one permutation at rate b, or of a union of at most
/// `ports`, each at floor(ports / permutations) * b / ports.
Topology round_circuits(const Step& round, Node ports);

}  // namespace lightsweep::kernels
