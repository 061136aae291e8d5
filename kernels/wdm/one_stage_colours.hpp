#pragma once
// All-to-all in one stage on a line and on a ring: routes and wavelengths in closed form, O(1) per
// arc, with the fewest possible wavelengths.
//
// Line, L = floor(N/2): every arc a -> b belongs to the pair (i, j) whose arc crosses the middle
// from i to L + j. At most one arc ends at i before it, and at most one starts at L + j after it,
// so the three share a colour.
//
// Ring: a colour is a tiling of the circle. With M = floor(N/2), the pair i < j < M owns the four
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
    std::int64_t colour = 0;  ///< 0 .. line_wavelengths(N) - 1, or ring_wavelengths(N) - 1
};

/// Arc source -> destination on a line of n nodes; source != destination.
inline ColouredArc line_arc(std::int64_t n, std::int64_t source, std::int64_t destination) {
    if (source > destination) {
        auto arc = line_arc(n, n - 1 - source, n - 1 - destination);
        arc.direction = Direction::counterclockwise;
        return arc;
    }
    const std::int64_t left = n / 2, right = n - left;
    const auto length = destination - source;
    const auto colour = [&](std::int64_t i, std::int64_t j) {
        return ColouredArc{Direction::clockwise, length, i * right + j};
    };
    if (destination < left) return colour(destination, source);
    if (source < left) return colour(source, destination - left);
    return colour(destination - left - 1, source - left);
}

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

}  // namespace lightsweep::kernels
