#pragma once
// Schedules for parameters that are not known exactly: the least worst-case loss over an interval
// or a box, and the least expected time. Everything follows from schedule costs, which are linear.
//
// The time of a schedule is linear in the delay and in the message, and the least time of all is
// concave. Their difference is convex, and their ratio is quasi-convex: both are largest at a
// corner of the box. So a schedule's worst case is known exactly from its times at the corners.

#include <string>
#include <vector>

#include "analysis/envelopes/schedule_costs.hpp"

namespace lightsweep::analysis {

/// times[corner][schedule] [s]; infinite where a schedule cannot run.
using CornerTimes = std::vector<std::vector<double>>;

/// A schedule and the most that it loses against the best at any point of the box.
///
///   loss      the difference [s], or the ratio less 1 if it was asked for
///   relative  the ratio less 1 at the corner of the largest difference
struct WorstCase {
    std::size_t schedule = 0;
    double loss = 0, relative = 0;
};

/// What a schedule loses at worst.
WorstCase worst_case(const CornerTimes& times, std::size_t schedule, bool is_ratio);
/// The schedule that loses least at worst; the first of equal ones.
WorstCase least_worst_case(const CornerTimes& times, bool is_ratio);

/// An interval of the delay [s], or a distribution over it.
///
///   shares  empty: the delay lies anywhere between the first and the last value; otherwise one
///           share per value: so much of the distribution lies at or below it, evenly spread
///           between two values. What lies below the first and above the last stands at them
struct UncertainDelay {
    std::vector<double> values, shares{};

    /// What a planner would take who ignores the uncertainty: the geometric middle of the interval,
    /// or the median.
    double nominal() const;
    double mean() const;  ///< of the distribution
};

/// The answer for one point.
///
///   chosen        the schedule of least regret, or of least expected time
///   loss          its regret [s] and relative, at worst; or its expected time [s] and 0
///   least         no schedule whose time is linear in the delay has a smaller regret (or expected
///                 time), whether it is in a list or not, if the lists hold the optimum at every
///                 delay
///   nominal       the schedule that is best at the nominal delay, and its loss in the same measure
struct RobustChoice {
    WorstCase chosen, nominal;
    double least = 0;
};

/// Over the lines of the schedules at one point. Lower bound of the regret: at every delay a line
/// is not below the envelope, and between the ends it is the chord of its values there.
RobustChoice robust_choice(const std::vector<CostLine>& lines, const UncertainDelay& delay);

/// A table for a run-time system: cells between edges of the delay [s] and the message [B], row by
/// row over the messages.
///
///   schedule  the one that loses least at worst in the cell
///   bound     the most that it loses there, as a ratio less 1
struct LookupTable {
    std::vector<double> delays, messages;
    std::vector<std::size_t> schedule;
    std::vector<double> bound;
};

/// Fills the cells between the edges; `fixed` gives latencies and bandwidth.
LookupTable lookup_table(const std::vector<ScheduleCost>& costs, const LatencyPoint& fixed,
                         double bandwidth, std::vector<double> delays,
                         std::vector<double> messages);

}  // namespace lightsweep::analysis
