#pragma once
// The least time of an uneven all-to-all on switch planes by a 0-1 program, a witness for up to
// most_program_nodes nodes; and the least load of links when a topology that stands carries it.

#include "kernels/topologies/topology.hpp"
#include "solvers/matrices/slices.hpp"

namespace lightsweep::solvers::matrices {

inline constexpr Node most_program_nodes = 6;

/// Plane j holds slices s = 1 .. a: pairs x in {0, 1} that are a matching, bytes y <= M x, and line
/// sums of y of at most t:
///
///   minimise E,   E >= sum over s of (t_s + L u_s) + D (slices that are used - 1)   of every plane
///
/// More slices than a cannot be better: a plane with a + 1 of them, or all planes together, would
/// need the known value.
struct ProgramResult {
    double bound;
    bool proven;
    int slices_per_plane;
    Slices slices{};        ///< of a plan that is faster than the known one; else empty
    std::vector<int> on{};  ///< the plane of each
};
/// known: the time of some plan. max_nodes: branch and bound nodes.
ProgramResult solve_matrix_program(const ByteMatrix& matrix, const PlaneSet& planes, double known,
                                   int max_nodes);

/// Bytes on the busiest link per capacity, when bytes flow over any routes (one commodity per
/// receiver): the least, and a proven lower bound on it. Limit case: a directed ring has one route.
/// On 128 nodes a ring takes 1 s and 50 MB, a torus 2 to 7 s; the time grows as n^4.5.
struct MatrixFlow {
    double load, bound;  ///< [B at a node's full bandwidth]; infinite if some pair is not connected
    Node hops;           ///< of the farthest pair that sends; -1: not connected
};
MatrixFlow flow_of(const ByteMatrix& matrix, const kernels::Topology& topology);

}  // namespace lightsweep::solvers::matrices
