#pragma once
// Replaces runs of Bruck's steps by rings in windows: the other way to use a BRIDGE subring.
//
// Take r steps of a near reduce-scatter from stride d = 2^t on. They hand partial sums on over d, 2
// d, ..., (2^r - 1) d nodes. A ring on the subring of stride d does the same among neighbours: in
// each of 2^r - 1 steps every partial sum moves on by d, the farthest first, with m / 2^(t+r) bytes
// per step and no shared link. In total it sends the same bytes over the same hops, with 2^r - r -
// 1 more start-ups. An all-gather runs backwards, the nearest blocks first. Distances are integers
// below n and never wrap, so this holds for any n; where blocks run out, a window has fewer steps.

#include "kernels/collectives/collective.hpp"

namespace lightsweep::kernels {

/// The ring: n - 1 steps to the next node, m/n each; a reduce-scatter or an all-gather.
Collective ring_pass(Node n, Primitive primitive);

/// Consecutive steps of a collective that one window replaces.
struct RingWindow {
    std::size_t first, count;
};

/// Number of ring steps that replace one step by 2^exponent in a window of stride 2^t, t <=
/// exponent.
std::int64_t ring_steps(std::int64_t n, std::size_t exponent, std::size_t t);

/// The collective with these windows, which must be in order, disjoint, and each inside a
/// reduce-scatter or an all-gather. Input: near Bruck on one port with its exact volumes, and the
/// `exponents` of its steps. In a sequence every part is treated by itself.
Collective with_ring_windows(const Collective& bruck, const std::vector<std::size_t>& exponents,
                             const std::vector<RingWindow>& windows);

}  // namespace lightsweep::kernels
