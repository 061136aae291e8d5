#pragma once
// Bruck's collectives with ascending distances and falling volumes, as BRIDGE schedules them: large
// volumes travel short distances. With r = ports + 1, digits are counted in base r:
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
// are exact for any n. The share of a step is the share of its busiest port. Limit case: for n =
// 2^s on one port a reduce-scatter sends m/2, m/4, ..., m/n.

#include "kernels/collectives/collective.hpp"

namespace lightsweep::kernels {

/// Number of steps: ceil(log_(ports + 1) n); 0 for one node.
int bruck_steps(std::int64_t n, std::int64_t ports = 1);

/// Share of m that the step by `stride` (a power of two) carries in a one-port reduce-scatter or
/// all-gather.
double bruck_share(Node n, std::int64_t stride);

Collective bruck_reduce_scatter(Node n, Node ports);
Collective bruck_all_gather(Node n, Node ports);
Collective bruck_all_reduce(Node n, Node ports);
/// With Order::far the places run from the highest down, so that the collective begins with the
/// topology on which a near one ended.
Collective bruck_all_to_all(Node n, Node ports, Order order = Order::near);
/// Textbook order on one port: the all-gather uses j -> j - 2^k with 1, 2, 4, ... blocks; the
/// reduce-scatter is the same steps backwards in time.
Collective far_bruck_all_gather(Node n);
Collective far_bruck_reduce_scatter(Node n);
/// Sends the whole vector in every step. n must be a power of two: otherwise some contributions
/// would be added twice.
Collective bruck_latency_all_reduce(Node n);

/// Replaces the shares by the volumes that BRIDGE states where n is no power of two: m/2 in every
/// step of an all-to-all; m/2, m/4, ... in a reduce-scatter, except m (n - 2^(s-1)) / n in the step
/// of the largest distance. These shares are not checked against blocks. For powers of two nothing
/// changes. Throws std::invalid_argument if the collective is not one of those above on one port.
Collective with_bridge_volumes(Collective collective);

}  // namespace lightsweep::kernels
