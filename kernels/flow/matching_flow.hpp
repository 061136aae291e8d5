#pragma once
// Concurrent flow on the circuits of a matching that was set up for an earlier step. Every node has
// at most one link out and one in, so the graph is a union of cycles and paths, each pair has at
// most one route, and theta = 1 / (pairs on the busiest link). Limit case: the step's own matching
// has theta = 1.

#include "kernels/flow/step_flow.hpp"

namespace lightsweep::kernels {

/// Exact flow of `demand` over circuits of rate b from j to standing(j); both must have the same
/// nodes. O(log n) for two shifts, O(1) for two exclusive-ors, O(n) otherwise.
StepFlow matching_flow(const Permutation& standing, const Permutation& demand);

}  // namespace lightsweep::kernels
