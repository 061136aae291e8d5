#pragma once
// Exact concurrent flow of many shifts on a circulant (co-prime rings and their unions).
//
// Averaging an optimal flow over all rotations leaves an optimal flow, so one commodity 0 -> t is
// enough: its flow over links j -> j + a_g, summed over j, is the load of every link of class g. A
// walk with k_g steps of class g reaches t iff sum of k_g a_g = t (mod n), in any order of its
// steps. Let K_t be the counts k >= 0 that reach t, and c_g the capacities:
//
//   1 / theta = min over x in conv(K_t) of max over g of x_g / c_g                        (primal)
//             = max over y >= 0, sum of c_g y_g = 1, of min over k in K_t of y k          (dual)
//
// This is a linear program with one row per class. A simplex method that generates its columns
// solves it. Because the classes commute, min y k for every t follows from one pass over the
// residues per class, O(n classes). Sixteen shifts are priced at a time, each under its own
// weights.
//
// Two heuristics save most of the work. A shift begins with the walks of solved shifts that are one
// step or one swap of steps away, and the weights of any shift bound all others. In a young program
// some weights are zero and would be answered by walks of a thousand useless steps; until nothing
// more is found, such weights are raised a little. Both sides of the program are certificates:
// counts that were found, and the best weights seen.
//
// Check by hand: with the one offset 1, the only walk of shift t has t steps, so theta = c / t.

#include <span>
#include <vector>

#include "kernels/flow/step_flow.hpp"
#include "kernels/topologies/topology.hpp"

namespace lightsweep::kernels {

/// Flows of j -> j + t for every t in `shifts`, 0 <= t < n. The certificates are computed from the
/// counts and the weights themselves and agree to about 1e-13. Only the last digits of the results
/// depend on the set of shifts. Throws std::invalid_argument if the topology is not a circulant.
std::vector<StepFlow> circulant_flows(const Topology& topology, std::span<const Node> shifts);

}  // namespace lightsweep::kernels
