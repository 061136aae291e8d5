#pragma once
// The fewest steps of any all-gather by unicast lightpaths on a WDM ring.
//
// A T-step schedule needs S_T(N) <= 2 w T, where S_T(N) is the sum of the N smallest L1 norms of
// the integer points of Z^T. Per item: the first receptions are a tree of depth <= T whose arcs are
// lightpaths; the cheapest such tree on N consecutive points has total length S_T(N) (no two of its
// arcs cross, and its subtrees inject into the points of Z^T). All items together have 2 w N T
// slots. The proof needs neither symmetry nor wavelength continuity and holds with duplicates, idle
// slots and items cut into pieces; it fails for multicast lightpaths.
//
// The shell of norm k has a(T,k) = sum_i 2^i C(T,i) C(k-1,i-1) points; S fills shells 0, 1, 2, ...
// S_T(N) / T falls in T, so the least T is found by bisection: about sqrt(N) shells at most.

#include <cstdint>

namespace lightsweep::kernels {

/// Points of Z^T with L1 norm k; `limit` stands for any number above it. T >= 1, k >= 0.
std::int64_t shell_size(std::int64_t dimensions, std::int64_t norm, std::int64_t limit);

/// The largest full ball with at most n points.
struct ShellFill {
    std::int64_t radius;  ///< of the ball
    std::int64_t inside;  ///< its points, >= 1
    std::int64_t sum;     ///< of the n smallest norms: S_T(n)
};
/// n in [1, 2^31), dimensions >= 1.
ShellFill fill_shells(std::int64_t dimensions, std::int64_t n);

/// The proven bound for N nodes with m items each: least T with m S_T(N) <= 2 w T; 0 for N = 1.
/// std::invalid_argument unless nodes, wavelengths and items_per_node are at least 1.
std::int64_t gather_lower_bound(std::int64_t nodes, std::int64_t wavelengths,
                                std::int64_t items_per_node = 1);

/// The same with at most x transmitters per node and direction. Also counted: a node that holds K
/// items launches at most f(K) = max sum of x_h in a direction, where x_h <= K lightpaths of h
/// segments (one neighbour needs an item once), sum of h x_h <= w, sum of x_h <= x. f is concave,
/// so that its value at the nodes' mean bounds the mean: T >= the steps of K -> K + 2 f(K) from m
/// to m N, which is at least ceil(m (N-1) / (2x)).
std::int64_t gather_lower_bound_capped(std::int64_t nodes, std::int64_t wavelengths,
                                       std::int64_t transmitters, std::int64_t items_per_node = 1);

/// Where every node that a lightpath passes may receive its item (drop and continue): a slot of
/// (step, fibre, segment, wavelength) brings an item to one new node at most, N m (N-1) <= 2 w N T,
/// so that T >= ceil(m (N-1) / (2w)); 0 for N = 1. Relays and wavelength converters do not help.
std::int64_t multicast_lower_bound(std::int64_t nodes, std::int64_t wavelengths,
                                   std::int64_t items_per_node = 1);

}  // namespace lightsweep::kernels
