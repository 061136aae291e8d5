#pragma once
// What has to be set up to go from one topology to another, counted link by link.

#include "kernels/topology.hpp"

namespace lightsweep::kernels {

/// Links of `wanted` that `standing` lacks, as a share of all links of `wanted`; 0 if it has none.
double new_link_share(const Topology& standing, const Topology& wanted);

/// Transmit ports whose target has to be set. A node has as many ports as links on `base`, at least
/// one; a base gives each of its links a port, a matching points all ports of a sender at its peer.
/// Ports that `wanted` leaves dark are not counted; a port that was dark is.
std::int64_t changed_ports(const Topology& base, const Topology& standing, const Topology& wanted);

/// Both have the same links of the same capacities.
bool same_circuits(const Topology& a, const Topology& b);

}  // namespace lightsweep::kernels
