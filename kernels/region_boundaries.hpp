#pragma once
// Which of a list of schedules is best where, without a grid. All schedules have the same start-ups
// and the same bytes at full rate; what is left of their cost planes, over one link's latency, is
//
//   hops + congestion * x + reconfigurations * y,   x = (message / bandwidth) / per_hop_latency
//                                                   y = delay / per_hop_latency
//
// so that the quarter plane of (x, y) falls into one convex region per schedule, whatever bandwidth
// and latency are. Between two regions lies a straight line: read over y the critical delays,
// piecewise linear in the message (BRIDGE's d_R); read over x the critical message sizes.

#include <vector>

#include "kernels/plane_minimum.hpp"

namespace lightsweep::kernels {

struct RegionBoundary {
    /// Best on the two sides, as indices into the table: at smaller and at larger delays; where the
    /// boundary is one message size, at larger and at smaller messages.
    std::int32_t below, above;
    double from_message, to_message;  ///< x of its ends; the second may be infinite
    double from_delay, to_delay;      ///< y of its ends; the second may be infinite
    /// y = delay_per_hop + delay_per_message * x on it; NaN where it is one message size.
    double delay_per_hop, delay_per_message;
};

/// Boundaries of positive length between regions of positive area, by (below, above). Nothing if
/// planes have start-ups of their own: then the latency per step shapes the regions too. Schedules
/// that some topology cannot carry have no region. O(planes^3) at worst, about O(planes^2).
std::vector<RegionBoundary> region_boundaries(const PlaneTable& table);

/// The table with the slabs between the message sizes at which boundaries begin or end. As it is if
/// there are no boundaries to tell.
PlaneTable with_slabs(PlaneTable table);

}  // namespace lightsweep::kernels
