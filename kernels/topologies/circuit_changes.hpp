#pragma once
// Counts the links or ports that must be set up to go from one topology to another.

#include "kernels/topologies/topology.hpp"

namespace lightsweep::kernels {

/// Share of the links of `wanted` that `standing` lacks; 0 if `wanted` has no links.
double new_link_share(const Topology& standing, const Topology& wanted);

/// Number of transmit ports whose target has to be set. A node has as many ports as links on
/// `base`, but at least one. A base gives each of its links a port; a matching points all ports of
/// a sender at its peer. A port that `wanted` leaves dark does not count; a port that was dark
/// does.
std::int64_t changed_ports(const Topology& base, const Topology& standing, const Topology& wanted);

/// Whether both have the same links with the same capacities.
bool same_circuits(const Topology& a, const Topology& b);

}  // namespace lightsweep::kernels
