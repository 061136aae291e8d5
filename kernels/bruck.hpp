#pragma once
// Bruck's collectives with ascending distances and falling volumes, as BRIDGE schedules them: the
// large volumes travel the short way. With r = ports + 1, digits count in base r:
//
//   reduce-scatter   step k = 0, 1, ...: node j sends to j + i r^k, on port i = 1..ports, the
//                    partial sums for all nodes whose distance has the digit i at place k and
//                    nothing below
//   all-gather       the same exponents in falling order: j's blocks so far go to j + i r^k
//   all-to-all       all blocks whose distance has the digit i at place k; places in rising or, as
//                    well, in falling order
//   all-reduce       reduce-scatter, then all-gather; or `latency`: the whole vector in every step
//
// Sources: Bruck et al. 1997 (k-port index and concatenation); BRIDGE, sections 3.1 to 3.5. Volumes
// are those that blocks need, for any n; the share of a step is that of its busiest port.

#include <string_view>

#include "kernels/collective.hpp"

namespace lightsweep::kernels {

/// ceil(log_(ports + 1) n): 0 for one node.
int bruck_steps(std::int64_t n, std::int64_t ports = 1);

/// Share of the step by `stride`, a power of two, of a reduce-scatter or all-gather on one port.
double bruck_share(Node n, std::int64_t stride);

Collective bruck_reduce_scatter(Node n, Node ports);
Collective bruck_all_gather(Node n, Node ports);
Collective bruck_all_reduce(Node n, Node ports);
/// far: places from the highest down, so that it begins where another one ended.
Collective bruck_all_to_all(Node n, Node ports, Order order = Order::near);
/// The usual order, on one port: an all-gather over j -> j - 2^k with 1, 2, 4, ... blocks, and a
/// reduce-scatter that runs it backwards in time.
Collective far_bruck_all_gather(Node n);
Collective far_bruck_reduce_scatter(Node n);
/// n a power of two: otherwise some contributions would be added twice.
Collective bruck_latency_all_reduce(Node n);

/// The volumes that BRIDGE states where n is no power of two: m/2 in every step of an all-to-all
/// and m/2, m/4, ... in a reduce-scatter, but m (n - 2^(s-1)) / n in the one of the largest
/// distance. Replaces the shares; nobody checks blocks against them. Powers of two stay as they
/// are. Throws std::invalid_argument if the collective is none of the above on one port.
Collective with_bridge_volumes(Collective collective);

}  // namespace lightsweep::kernels
