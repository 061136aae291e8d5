#pragma once
// Runs of Bruck's steps carried out as rings in windows: what BRIDGE's subrings allow beside Bruck.
//
// r steps of a near reduce-scatter from stride d = 2^t on hand partial sums d, 2 d, ..., (2^r - 1)
// d nodes on. A ring on the subring of stride d does the same with neighbours only: in 2^r - 1
// steps every partial sum moves on by d, the farthest first, each step with m / 2^(t+r) bytes and
// no shared link. In total the bytes of the r steps, their hops, and 2^r - r - 1 start-ups more. An
// all-gather runs backwards, the nearest blocks first. Distances are counted as integers below n
// and never wrap, so that this holds for any n; where blocks run out, a window has fewer steps.

#include "kernels/collective.hpp"

namespace lightsweep::kernels {

/// Consecutive steps of a collective that one window replaces.
struct RingWindow {
    std::size_t first, count;
};

/// Steps of the ring that stand for one step by 2^exponent in a window on stride 2^t, t <=
/// exponent.
std::int64_t ring_steps(std::int64_t n, std::size_t exponent, std::size_t t);

/// The collective with these windows, in order and disjoint, each within a reduce-scatter or an
/// all-gather. Takes near Bruck on one port with its exact volumes, `exponents` those of its steps;
/// of a sequence every part by itself.
Collective with_ring_windows(const Collective& bruck, const std::vector<std::size_t>& exponents,
                             const std::vector<RingWindow>& windows);

}  // namespace lightsweep::kernels
