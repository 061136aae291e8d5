#pragma once
// Validator of lightpath schedules. It does not know how they were made: it marks every segment of
// every lightpath and moves every item. It checks that
//
// (i)   a lightpath stays on its ring and covers 1 .. n-1 segments, its wavelength and step exist;
// (ii)  no two share (step, fibre, segment, wavelength);
// (iii) the sender holds the item at the start of the step;
// (iv)  at the end every node holds every item;
// (v)   nothing is delivered twice.
//
// Where lightpaths are tapped (Reception::every_node), every node that one passes receives its
// item.
//
// The slots of a step are bits: one row of segments per (ring, direction, wavelength). A lightpath
// of h segments costs h / 64 words, and steps of several stages are checked in parallel. Memory: 2
// w N bits per thread, N^2 m bits of holdings, and the lightpaths of a few stages at a time.
// time.

#include <string>

#include "kernels/wdm/lightpath_schedule.hpp"

namespace lightsweep::kernels {

struct CheckedSchedule {
    /// Empty, or the first fault with condition, step and lightpath.
    std::string fault{};
    std::int64_t steps = 0;       ///< steps up to the last one with a lightpath
    std::int64_t deliveries = 0;  ///< receptions; one per lightpath unless lightpaths are tapped

    bool valid() const { return fault.empty(); }
};

/// Checks an all-gather: (i) to (v); duplicates are allowed if once_each is false.
CheckedSchedule check_all_gather(const LightpathSchedule& schedule, bool once_each = true);

/// Checks a reduce-scatter: (i), (ii), and for each item every node but its owner sends one partial
/// sum, after the last one that it received. Every contribution is then added exactly once. Does
/// not accept tapped lightpaths.
CheckedSchedule check_reduce_scatter(const LightpathSchedule& schedule);

/// Checks an all-reduce: the first half of the stages as a reduce-scatter, the rest as an
/// all-gather.
CheckedSchedule check_all_reduce(const LightpathSchedule& schedule);

}  // namespace lightsweep::kernels
