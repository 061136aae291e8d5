#pragma once
// Lower bound of the transfers of an all-reduce, by the entropy of its paths, on any topology and
// for any operation.
//
// Fix an element, and for every source s and end v one causal path s = U_0, .., U_S = v. Draw the
// pair (s, v) at random; all logarithms are natural, L = log n. Step t takes the path along the
// edge E_t = (U_(t-1), U_t), which is a transfer, or a stay if both are the same node. Let
// a_t = H(s | U_t), b_t = H(v | U_t), so that a_0 = b_S = 0, a_S = b_0 = L, and none is above L.
//
//   (1) 2 L = H(s, v) <= H(E_t) + H(s | U_(t-1)) + H(v | U_t) = H(E_t) + a_(t-1) + b_t.
//   (2) a_t <= H(s, U_(t-1) | U_t) <= H(U_(t-1) | U_t) + a_(t-1); likewise
//       b_(t-1) <= H(U_t | U_(t-1)) + b_t.
//
// Let q_d be the probability that U_t gets d transfers in step t, d = 0..p, N_d the number of such
// nodes, and C_t >= sum of d N_d the transfers of step t. A node that gets d chooses among d + 1
// edges: H(U_(t-1) | U_t) <= sum of q_d log(d + 1), and H(E_t) <= sum of q_d log((d + 1) N_d / q_d)
// with N_0 <= n. With q = 1 - q_0 the best N_d for so many transfers give
//
//   (1')  L - a_(t-1) - b_t <= -q_0 log q_0 + q log(C_t / (n q)) + sum over d >= 1 of
//                              q_d log((d + 1) / d)
//   (2')  a_t - a_(t-1) <= sum of q_d log(d + 1).
//
// The same holds for the transfers that U_(t-1) sends, with b_(t-1) - b_t in (2'). The least sum of
// the C_t is a convex program. By weak duality any multipliers prove a bound: l_t of (1'), m_t of
// (2'), each for what is received and for what is sent, and parts w_t of C_t that add up to 1 over
// both. With K = max over d of l log((d + 1) / d) + m log(d + 1), where d = 1 or d = p, the least
// of a step over q and C_t is
//
//   l (1 - log(l / w)) - K - w exp(-K / l), or 0 if w exp(-K / l) > l,
//
// and what is left is linear in a_t and b_t in [0, L]. An interior-point method finds multipliers.
//
// Bound 4 limits the pairs of every node, where this one limits their mean alone: it is the greater
// where n is just below (p+1)^S, and this one is where steps are to spare.

#include <cstdint>

namespace lightsweep::kernels {

/// Bound 11 of gather_bounds.hpp: no all-reduce of an element has fewer transfers in so many steps,
/// each node sending to at most `peers` others and receiving from as many in a step. n >= 2,
/// (peers + 1)^steps >= n. 0 beyond 64 steps, and where no multipliers are found. About 2 ms per
/// ten steps.
double path_entropy_transfers(std::int64_t n, std::int64_t peers, std::int64_t steps);

}  // namespace lightsweep::kernels
