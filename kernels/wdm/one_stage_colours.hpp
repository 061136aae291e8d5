#pragma once
// All-to-all in one stage on a ring: routes and wavelengths in closed form, O(1) per arc, with the
// fewest possible wavelengths.
//
// A colour is a tiling of the circle. With M = floor(N/2), the pair i < j < M owns the four
// consecutive arcs between i, j, i + M, j + M. Even N: arcs of length M, two per tiling, alternate
// between the directions. Odd N: node 2M closes the circle. The other fibre carries the mirror
// image v -> N-1-v.
//
//       i ------> j            colour of the pair (i, j), N = 2M
//       ^         |
//      j+M <---- i+M

#include <cstdint>

namespace lightsweep::kernels {

/// Clockwise means towards the next higher node number.
enum class Direction : std::uint8_t { clockwise, counterclockwise };

inline Direction other(Direction d) {
    return d == Direction::clockwise ? Direction::counterclockwise : Direction::clockwise;
}

struct ColouredArc {
    Direction direction = Direction::clockwise;
    std::int64_t length = 0;  ///< segments
    std::int64_t colour = 0;  ///< 0 .. ceil(floor(N^2/4) / 2) - 1
};

/// Number of tilings per direction that hold the arcs shorter than half the ring.
inline std::int64_t ring_pair_tilings(std::int64_t n) {
    const std::int64_t half = n / 2;
    return n % 2 == 0 ? half * (half - 1) / 2 : half * (half + 1) / 2;
}

/// Colour of the clockwise arc source -> source + length, 0 < 2 * length < n.
inline std::int64_t ring_tiling(std::int64_t n, std::int64_t source, std::int64_t length) {
    const std::int64_t half = n / 2, destination = (source + length) % n;
    if (n % 2 == 1) {
        if (source == n - 1) return half * (half - 1) / 2 + destination;
        if (destination == n - 1) return half * (half - 1) / 2 + source - half;
        if (length == half && source < half) return half * (half - 1) / 2 + source;
    }
    const auto a = source % half, b = destination % half;
    const auto i = a < b ? a : b, j = a < b ? b : a;
    return i * (2 * half - i - 1) / 2 + j - i - 1;
}

/// Arc source -> destination on a ring of n nodes, the shorter way round; source != destination.
inline ColouredArc ring_arc(std::int64_t n, std::int64_t source, std::int64_t destination) {
    const auto ahead = destination > source ? destination - source : destination - source + n;
    if (2 * ahead == n) {
        const auto tiling = source % ahead;
        return {tiling % 2 == 0 ? Direction::clockwise : Direction::counterclockwise, ahead,
                ring_pair_tilings(n) + tiling / 2};
    }
    if (2 * ahead < n) return {Direction::clockwise, ahead, ring_tiling(n, source, ahead)};
    return {Direction::counterclockwise, n - ahead, ring_tiling(n, n - 1 - source, n - ahead)};
}

// Drop-and-continue lightpaths of an all-gather on a ring: the arcs of each node's item and their
// wavelengths, in closed form, O(1) per node. Every node launches its item once clockwise over c
// segments and once counterclockwise over N - 1 - c, and all passed nodes receive it.
//
// A colour is a tiling of the circle, as in the one-stage design.
//
// Zigzag: number the nodes p_0, p_1, .. = 0, 1, -1, 2, -2, .. modulo N. p_k has c = k for even k
// and c = N - 1 - k for odd k. Clockwise, p_1 and p_2, p_3 and p_4, .. close a circle each: from
// p_k over N - 1 - k segments to p_(k+1), from there over k + 1 segments to p_k. Counterclockwise,
// p_0 and p_1, p_2 and p_3, .. do the same. No slot is idle: floor((N-1) / 2) + floor(N/2) = N - 1
// colours for N (N-1) receptions. Every second item uses the mirror image v -> N-1-v on the other
// fibre, which balances the two directions for even N.
//
//     p_1 ==> .. (N-2 segments) .. ==> p_2 ==> p_1          one clockwise colour
//
// Halves: c = floor(N/2), with the mirror image for every second item. Two nodes N/2 apart (for odd
// N: (N-1)/2 apart) share a colour. No arc is longer than N/2, but each direction needs ceil(N/2)
// colours.

enum class MulticastArcs : std::uint8_t { halves, zigzag };

/// Number of colours of one direction for m items per node.
inline std::int64_t multicast_colours(MulticastArcs arcs, std::int64_t n, std::int64_t items) {
    if (arcs == MulticastArcs::halves) return n > 1 ? items * ((n + 1) / 2) : 0;
    return (items * (n - 1) + 1) / 2;
}

/// Longest arc [segments]; 0 for n = 1.
inline std::int64_t longest_multicast_arc(MulticastArcs arcs, std::int64_t n) {
    return arcs == MulticastArcs::halves ? n / 2 : n - 1;
}

/// Place k of node v in the zigzag order: p_k = v.
inline std::int64_t zigzag_place(std::int64_t n, std::int64_t v) {
    if (v == 0) return 0;
    return v <= n / 2 ? 2 * v - 1 : 2 * (n - v);
}

/// Clockwise arc of node v for an item of even number, with its colour among the colours of that
/// item; an arc of length 0 does not exist.
inline ColouredArc clockwise_multicast_arc(MulticastArcs arcs, std::int64_t n, std::int64_t v) {
    if (arcs == MulticastArcs::halves) {
        const auto half = n / 2;
        return {Direction::clockwise, half, v < 2 * half ? v % half : half};
    }
    const auto k = zigzag_place(n, v);
    return {Direction::clockwise, k % 2 ? n - 1 - k : k, (k - 1) / 2};
}

/// Counterclockwise arc of node v, in the same form.
inline ColouredArc counterclockwise_multicast_arc(MulticastArcs arcs, std::int64_t n,
                                                  std::int64_t v) {
    const auto c = clockwise_multicast_arc(arcs, n, v).length;
    if (arcs == MulticastArcs::halves) {
        const auto mirrored = clockwise_multicast_arc(arcs, n, n - 1 - v);
        return {Direction::counterclockwise, n - 1 - c, mirrored.colour};
    }
    return {Direction::counterclockwise, n - 1 - c, zigzag_place(n, v) / 2};
}

}  // namespace lightsweep::kernels
