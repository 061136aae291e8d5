#pragma once
// Lower bound on the steps of any all-gather by unicast lightpaths on a WDM ring.
//
// A T-step schedule needs S_T(N) <= 2 w T, where S_T(N) is the sum of the N smallest L1 norms of
// the integer points of Z^T. Proof: the first receptions of an item are a tree of depth <= T whose
// arcs are lightpaths. The cheapest such tree on N consecutive points has total length S_T(N),
// because no two of its arcs cross and its subtrees inject into the points of Z^T. All items
// together have 2 w N T slots. The proof needs neither symmetry nor wavelength continuity. It holds
// with duplicates, idle slots and items cut into pieces. It fails for multicast lightpaths.
//
// The shell of norm k has a(T,k) = sum_i 2^i C(T,i) C(k-1,i-1) points; S fills shells 0, 1, 2, ...
// S_T(N) / T falls with T, so bisection finds the least T; it fills at most about sqrt(N) shells.

#include <cstdint>

namespace lightsweep::kernels {

/// Number of points of Z^T with L1 norm k; the result `limit` stands for any larger number. T >= 1,
/// k >= 0.
std::int64_t shell_size(std::int64_t dimensions, std::int64_t norm, std::int64_t limit);

/// The largest full L1 ball with at most n points.
struct ShellFill {
    std::int64_t radius;  ///< of the ball
    std::int64_t inside;  ///< points of the ball, >= 1
    std::int64_t sum;     ///< sum of the n smallest norms: S_T(n)
};
/// Fills shells with n points; n in [1, 2^31), dimensions >= 1.
ShellFill fill_shells(std::int64_t dimensions, std::int64_t n);

/// Proven bound for N nodes with m items each: the least T with m S_T(N) <= 2 w T; 0 for N = 1.
/// Throws std::invalid_argument unless nodes, wavelengths and items_per_node are at least 1.
std::int64_t gather_lower_bound(std::int64_t nodes, std::int64_t wavelengths,
                                std::int64_t items_per_node = 1);

/// Bound with at most x transmitters per node and direction. It also counts launches: a node that
/// holds K items launches at most f(K) = max sum of x_h in one direction, where x_h <= K lightpaths
/// cover h segments (a neighbour needs an item once), sum of h x_h <= w and sum of x_h <= x. f is
/// concave, so f at the mean number of items bounds the mean. Hence T is at least the number of
/// steps of K -> K + 2 f(K) from m to m N, which is at least ceil(m (N-1) / (2x)).
std::int64_t gather_lower_bound_capped(std::int64_t nodes, std::int64_t wavelengths,
                                       std::int64_t transmitters, std::int64_t items_per_node = 1);

/// Bound where every node that a lightpath passes may receive its item (drop and continue). A slot
/// of (step, fibre, segment, wavelength) brings an item to at most one new node: N m (N-1) <= 2 w N
/// T, so T >= ceil(m (N-1) / (2w)); 0 for N = 1. Relays and wavelength converters do not lower it.
std::int64_t multicast_lower_bound(std::int64_t nodes, std::int64_t wavelengths,
                                   std::int64_t items_per_node = 1);

}  // namespace lightsweep::kernels
