#pragma once
// Slices: how an uneven all-to-all is cut into circuits that stand for a while, and how switch
// planes share them.
//
// A slice is a partial permutation and a duration; a plane pays a latency L per slice and a delay D
// per change. All bytes are there at the start, so that there is no barrier: every plane runs on
// its own clock, and a plane with slices t_1 .. t_a ends at sum t + a L + (a - 1) D from a free
// start.

#include <vector>

#include "kernels/matrices/byte_matrix.hpp"
#include "kernels/planes/plane_problem.hpp"

namespace lightsweep::solvers::matrices {

using kernels::ByteMatrix;
using kernels::Node;

struct Slice {
    std::vector<Node> to;  ///< receiver of every node; -1: the port idles
    double bytes;          ///< duration, in bytes of one plane
};
using Slices = std::vector<Slice>;

/// Equal planes.
struct PlaneSet {
    int count = 1;
    double byte_time = 0;  ///< of one plane [s]
    double latency = 0;    ///< of every slice [s]
    double delay = 0;      ///< of a change [s]
    kernels::InitialPlanes initial = kernels::InitialPlanes::free;

    /// Whether a plane holds its first slice from the start.
    bool holds(std::size_t first_slice) const {
        using kernels::InitialPlanes;
        return initial == InitialPlanes::free ||
               (initial == InitialPlanes::first && first_slice == 0);
    }
};

/// One use of a plane, in seconds; the change before it ends at its start.
struct PlaneTurn {
    int plane;
    std::size_t slice;
    double start, end;
    bool changes;
};

/// A plan on planes. value: when the last plane ends [s].
struct MatrixPlan {
    double value = 0;
    double startup = 0, transmission = 0;  ///< of the plane that ends last [s]
    std::vector<PlaneTurn> turns{};
};

/// Slices of one permutation become one, at the place of the first.
Slices merged(Slices slices);

/// Longest first, each to the plane that can start it first.
MatrixPlan share_by_list(const Slices& slices, const PlaneSet& planes);
/// Every plane carries its part of every slice.
MatrixPlan share_together(const Slices& slices, const PlaneSet& planes);

/// Shifts in turn: shift t on plane (t - 1) mod k, in ascending order.
MatrixPlan share_in_turn(const Slices& shifts, const PlaneSet& planes);
/// All shifts in turn twice: every node spreads its row evenly over all n nodes, and when every
/// plane has ended that, all bytes go on to their receivers. A plane of several shifts changes back
/// to its first one meanwhile. The slices are all n - 1 shifts.
MatrixPlan share_two_passes(const ByteMatrix& matrix, const PlaneSet& planes);

/// Slice s on plane on[s], in the order of the list.
MatrixPlan share_as_said(const Slices& slices, const std::vector<int>& on, const PlaneSet& planes);

/// Lower bounds of plans in which bytes take one hop; a start that is not free raises them [s].
struct MatrixBounds {
    double volume = 0;    ///< the busiest line at full bandwidth: holds for relayed bytes too
    double count = 0;     ///< some plane shows the fullest line so many partners
    double line = 0;      ///< work, latencies and delays of one line, shared by all planes
    double standing = 0;  ///< some plane changes, or none does
    double single_hop() const;
};
/// With proofs: a node sends and receives at most the bandwidth of all planes (volume). Of a line
/// with sum r and z entries let plane j show a_j partners. Then sum a_j >= z, so that some
/// a_j >= a = ceil(z / k) and the time is at least a L + (a - 1) D (count); and if u planes are
/// used, u times the time is at least r + max(z, u) L + max(0, z - u) D, which is weakest at u = k
/// (line). Either some plane changes, D + 2 L, or the z partners own planes for good (standing).
/// O(n^2 log n).
MatrixBounds bounds_of(const ByteMatrix& matrix, const PlaneSet& planes);

}  // namespace lightsweep::solvers::matrices
