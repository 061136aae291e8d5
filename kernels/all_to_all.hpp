#pragma once
// All-to-alls that send every block straight to its target, and the one over a hypercube; by Bruck:
// kernels/bruck.hpp.

#include "kernels/collective.hpp"

namespace lightsweep::kernels {

/// Shifts by 1, 2, ..., n - 1.
Collective all_to_all_shift(Node n);
/// The same, so many at once; the last step has the rest.
Collective all_to_all_ported(Node n, Node ports);
/// Exchanges with j xor 1, 2, ..., n - 1; n a power of two.
Collective all_to_all_xor(Node n);
/// Exchange over bit k: every block whose origin and target differ there and is not across yet. n a
/// power of two.
Collective all_to_all_hypercube(Node n, Order order);

}  // namespace lightsweep::kernels
