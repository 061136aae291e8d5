#pragma once
// The validator of lightpath schedules. It knows nothing of how they were made: it marks every
// segment of every lightpath and moves every item.
//
// (i)   a lightpath stays on its ring and covers 1 .. n-1 segments, its wavelength and step exist;
// (ii)  no two share (step, fibre, segment, wavelength);
// (iii) the sender holds the item at the start of the step;
// (iv)  at the end every node holds every item;
// (v)   nothing is delivered twice.
//
// Where lightpaths are tapped (Reception::every_node) all nodes that one passes receive its item.
//
// A step's slots are bits: one row of segments per (ring, direction, wavelength), so that a
// lightpath of h segments costs h / 64 words, and the steps of some stages are checked in parallel.
// Memory: 2 w N bits per thread, N^2 m bits of holdings, and the lightpaths of a few stages at a
// time.

#include <string>

#include "kernels/lightpath_schedule.hpp"

namespace lightsweep::kernels {

struct CheckedSchedule {
    /// Empty, or the first fault: condition, step and lightpath.
    std::string fault{};
    std::int64_t steps = 0;       ///< up to the last one that has a lightpath
    std::int64_t deliveries = 0;  ///< receptions: lightpaths, unless they are tapped

    bool valid() const { return fault.empty(); }
};

/// An all-gather: (i) to (v); duplicates are allowed if once_each is false.
CheckedSchedule check_all_gather(const LightpathSchedule& schedule, bool once_each = true);

/// A reduce-scatter: (i), (ii), and for each item every node but its owner sends one partial sum,
/// after the last one it received: each contribution is added exactly once. Not with tapped
/// lightpaths.
CheckedSchedule check_reduce_scatter(const LightpathSchedule& schedule);

/// An all-reduce: the first half of the stages a reduce-scatter, the rest an all-gather.
CheckedSchedule check_all_reduce(const LightpathSchedule& schedule);

}  // namespace lightsweep::kernels
