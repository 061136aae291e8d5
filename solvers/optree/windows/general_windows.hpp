#pragma once
// Relayed windows for an all-gather on WDM rings of any size.
//
// Node u always holds the items u + A, with the same offsets A for all nodes and A = {0} at first.
// A round of stride s fetches the items that the neighbours at u + s and u - s hold and u does not:
// X = (A + s) \ A over the counterclockwise fibre, Y = (A - s) \ A over the clockwise one. An
// offset that is in both goes to the smaller set. Strides fall to 1. Stride s_j is used for
// ceil((ceil(s_(j-1) / s_j) - 1) / 2) rounds, the last stride until nothing is missing. All hops of
// a round are equal, so its colours are max(|X|, |Y|) times the wavelengths of one hop.

#include "kernels/wdm/lightpath_schedule.hpp"
#include "solvers/optree/ring/ring_task.hpp"

namespace lightsweep::solvers::optree {

/// The items that one round fetches, as offsets modulo N from the receiving node.
struct WindowRound {
    std::int64_t stride;
    std::vector<std::int64_t> ahead, behind;  ///< X from u + stride, Y from u - stride
};

struct GeneralWindows {
    std::vector<std::int64_t> strides{};
    std::vector<WindowRound> rounds{};
    std::int64_t steps = 0;
    bool possible = true;  ///< false: the longest lightpath allows no such construction
};

/// Number of rounds of a stride that is not the last, after strides down to `above`.
inline std::int64_t window_rounds(std::int64_t above, std::int64_t stride) {
    return ceil_div(ceil_div(above, stride) - 1, 2);
}

/// The rounds for these strides, which must fall to 1 and be at most N / 2 (for N = 1: no strides);
/// otherwise throws std::invalid_argument. Stops (not possible) as soon as it is known to take
/// `limit` steps or more.
GeneralWindows general_windows(const RingTask& task, const std::vector<std::int64_t>& strides,
                               std::int64_t limit = unlimited);

/// The best construction found with up to four strides, three beyond 2048 nodes. Heuristic: numbers
/// of rounds per stride are enumerated, and each stride is the smallest that these numbers allow,
/// or the next larger one. Not possible if none takes fewer than `limit` steps.
GeneralWindows best_general_windows(const RingTask& task, std::int64_t limit = unlimited);

kernels::LightpathSchedule general_schedule(const RingTask& task, const GeneralWindows& plan);

}  // namespace lightsweep::solvers::optree
