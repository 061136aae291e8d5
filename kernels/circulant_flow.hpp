#pragma once
// Shifts on circulants (co-prime rings and their unions): exact concurrent flow of many at once.
//
// Averaging an optimal flow over all rotations leaves an optimal flow, so one commodity 0 -> t says
// all: its flow over links j -> j + a_g, all j together, is the load of every link of class g. A
// walk that takes k_g steps of class g reaches t iff sum of k_g a_g = t (mod n), and any order of
// its steps will do. With K_t the counts k >= 0 that reach t and c_g the capacities,
//
//   1 / theta = min over x in conv(K_t) of max over g of x_g / c_g                        (primal)
//             = max over y >= 0, sum of c_g y_g = 1, of min over k in K_t of y k          (dual)
//
// a linear program of one row per class, solved by a simplex method that generates its columns:
// min y k for every t follows from one pass over the residues per class, O(n classes), because the
// classes commute. Sixteen shifts are priced at a time, each under its own weights. Most of the way
// is spared: a shift begins with the walks of solved shifts a step or a swap of steps away, and
// the weights of any shift bound all others. While a program is young some of its weights are zero
// and would be answered by walks of a thousand useless steps; until it finds nothing more it is
// priced with those lifted a little.
// Both sides are certificates: counts found, and the best weights seen.

#include <span>

#include "kernels/step_flow.hpp"
#include "kernels/topology.hpp"

namespace lightsweep::kernels {

/// Flows of j -> j + t for every t of `shifts`, 0 <= t < n. The certificates are computed from the
/// counts and the weights themselves and agree to about 1e-13. The result depends on the set of
/// shifts in its last digits only. Throws std::invalid_argument if the topology is no circulant.
std::vector<StepFlow> circulant_flows(const Topology& topology, std::span<const Node> shifts);

}  // namespace lightsweep::kernels
