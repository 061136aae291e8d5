#pragma once
// Critical delays and message sizes without a grid: the regions in which each of a list of
// schedules is cheapest. All schedules have the same start-ups and the same bytes at full rate. The
// rest of their cost, divided by the latency of one link, is
//
//   hops + congestion * x + reconfigurations * y,   x = (message / bandwidth) / per_hop_latency
//                                                   y = delay / per_hop_latency
//
// In the quarter (x, y) >= 0 every schedule has one convex region, which is the same for all
// bandwidths and latencies. Two regions meet in a straight line. Read over y it gives the critical
// delays, piecewise linear in the message (BRIDGE's d_R); read over x it gives the critical message
// sizes.

#include <vector>

#include "kernels/envelopes/envelope.hpp"

namespace lightsweep::kernels {

struct RegionBoundary {
    /// Indices of the best schedules on the two sides: at smaller and at larger delays. Where the
    /// boundary is one message size: at larger and at smaller messages.
    std::int32_t below, above;
    double from_message, to_message;  ///< x of the two ends; the second may be infinite
    double from_delay, to_delay;      ///< y of the two ends; the second may be infinite
    /// On the boundary y = delay_per_hop + delay_per_message * x; NaN where it is one message size.
    double delay_per_hop, delay_per_message;
};

/// Boundaries of positive length between regions of positive area, sorted by (below, above). Empty
/// if schedules have different start-ups, because then the latency per step shapes the regions too.
/// Schedules that some topology cannot carry have no region. O(schedules^3) at worst, about
/// O(schedules^2).
std::vector<RegionBoundary> region_boundaries(const Envelope& table);

/// The table with slabs between the message sizes at which boundaries begin or end; unchanged if
/// there are no boundaries.
Envelope with_slabs(Envelope table);

}  // namespace lightsweep::kernels
