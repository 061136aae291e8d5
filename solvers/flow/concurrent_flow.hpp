#pragma once
// Maximum concurrent flow theta(G, M) and hops of one step on any topology: the closed forms of the
// rings where they exist, a linear program where none does.
//
//   ring, any permutation   one variable per pair (its clockwise share): n + 1 variables
//   edge list               one commodity per sender: n * links + 1 variables
//
// Linear programs are certified: the flow found is scaled until no link is overloaded (a proven
// lower value) and the dual's link weights bound every flow (a proven upper value).

#include "kernels/ring_flow.hpp"

namespace lightsweep::solvers::flow {

/// theta with its certificates, theta_low <= theta <= theta_high.
struct CertifiedFlow {
    double theta_low, theta_high;
    kernels::Node hops;
};

/// Exact value for any topology and permutation of the same size. Throws std::runtime_error if a
/// linear program's certificates are further apart than 1e-9 relative.
kernels::StepFlow concurrent_flow(const kernels::Topology& topology,
                                  const kernels::Permutation& permutation);

/// Bidirectional ring of link capacity c [b] by the compact program: maximise theta, pair j sends
/// x_j clockwise and theta - x_j counterclockwise; 2n load rows.
CertifiedFlow ring_program(const kernels::Permutation& permutation, double capacity);

/// Any topology by the program over links, one commodity per sender; unreachable pairs give 0.
CertifiedFlow link_program(const kernels::Topology& topology,
                           const kernels::Permutation& permutation);

/// Upper bound on theta from link weights w >= 0: sum of c w / sum over pairs of the w-distance
/// (strong duality makes it tight for the dual's weights). Infinite if no pair has a distance.
double weight_bound(const kernels::Topology& topology, const kernels::Permutation& permutation,
                    const std::vector<double>& weights);

}  // namespace lightsweep::solvers::flow
