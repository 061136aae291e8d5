#pragma once
// Relayed windows on rings of any size.
//
// Node u always holds the items u + A, with the same offsets A for all nodes, {0} at first. A round
// of stride s fetches what the neighbours at u + s and u - s hold and u does not: X = (A + s) \ A
// over the counterclockwise fibre, Y = (A - s) \ A over the clockwise one; an offset in both goes
// where there are fewer so far. Strides fall to 1; stride s_j is used for ceil((ceil(s_(j-1) / s_j)
// - 1) / 2) rounds, the last one until nothing is missing. All hops of a round are alike, so that
// its colours are max(|X|, |Y|) times the wavelengths of one hop.

#include "kernels/lightpath_schedule.hpp"
#include "solvers/optree/ring_task.hpp"

namespace lightsweep::solvers::optree {

/// What one round fetches, as offsets modulo N from the node that gets the items.
struct WindowRound {
    std::int64_t stride;
    std::vector<std::int64_t> ahead, behind;  ///< X from u + stride, Y from u - stride
};

struct GeneralWindows {
    std::vector<std::int64_t> strides{};
    std::vector<WindowRound> rounds{};
    std::int64_t steps = 0;
    bool possible = true;  ///< false: the longest lightpath allows no such plan
};

/// Rounds of a stride that is not the last, after strides down to `above`.
inline std::int64_t window_rounds(std::int64_t above, std::int64_t stride) {
    return ceil_div(ceil_div(above, stride) - 1, 2);
}

/// The rounds for these strides, falling to 1 and at most N / 2 (for N = 1: none);
/// std::invalid_argument otherwise.
GeneralWindows general_windows(const RingTask& task, const std::vector<std::int64_t>& strides);
/// The same, given up (not possible) as soon as it is known to take `limit` steps or more.
GeneralWindows general_windows_below(const RingTask& task, const std::vector<std::int64_t>& strides,
                                     std::int64_t limit);

/// The best found of up to four strides, three beyond 2048 nodes (heuristic): numbers of rounds per
/// stride are enumerated, each stride is the least that these numbers allow, or the next above.
/// Not possible if none takes fewer steps than `limit`.
GeneralWindows best_general_windows(const RingTask& task, std::int64_t limit = unlimited);

kernels::LightpathSchedule general_schedule(const RingTask& task, const GeneralWindows& plan);

}  // namespace lightsweep::solvers::optree
