#pragma once
// Regimes: the ranges along an axis in which each schedule is best, and the critical delays at
// which the optimum changes its kind. Computed in rational numbers
// (kernels/envelopes/axis_pieces.hpp).

#include <string>
#include <vector>

#include "analysis/envelopes/schedule_costs.hpp"

namespace lightsweep::analysis {

/// The parameter that grows along a line; the others have the values of the file.
enum class Growing {
    delay,   ///< the reconfiguration delay: critical delays
    message  ///< the message: critical message sizes
};

/// Parameters as the file has them, for arithmetic without rounding. The growing one is not read.
struct AxisPoint {
    double per_step_latency;  ///< [s]
    double per_hop_latency;   ///< latency of a link [s]
    double hop_cost;          ///< links per hop
    double bandwidth;         ///< bandwidth of a node [B/s]
    double message;           ///< [B]
    double delay;             ///< [s]
};

/// A range on which one schedule is best; longer than a point.
struct Regime {
    std::size_t schedule;  ///< its index
    double from, to;
};

/// The best schedule as one parameter grows from 0 on: pieces in order, each up to the next, the
/// last without an end. Of equal schedules the first one counts; infinite ones are never best.
/// Throws std::invalid_argument with name and value if a parameter is negative or not finite, or if
/// the bandwidth is 0.
std::vector<Regime> regimes_of(const std::vector<ScheduleCost>& costs, Growing growing,
                               const AxisPoint& point);

/// The delays at which the optimum changes its kind [s].
///
///   static_above      static is optimal from here on and not below; 0 if it always is, infinite if
///                     the base cannot carry the collective
///   every_step_below  reconfiguring before every step is optimal up to here; 0 if it is optimal
///                     for no delay > 0
///   between           number of other schedules that are optimal for some delay in between
struct CriticalDelays {
    double static_above = 0, every_step_below = 0;
    std::size_t between = 0;
};

/// Critical delays from the pieces over the delay. The every-step schedule is the one with `most`
/// reconfigurations: one before every step (addanki: its steps), or as many as any schedule has
/// (bridge).
///
/// Check by hand: static takes 10 s, every-step 2 s + 4 * delay; both critical delays are 2 s.
CriticalDelays critical_delays(const std::vector<ScheduleCost>& costs,
                               const std::vector<Regime>& regimes, double most);

// Parameters of a cell of a grid, as schedule costs need them, and the axes that remain when one
// parameter is solved for instead of read.

/// Number of a key at a cell of the panel; throws BadInput with a remedy if the file has none.
double needed(const GridView& grid, const Panel& panel, const char* key, std::size_t row,
              std::size_t column = 0);

/// Latency of a link [s], times hop_cost if the grid has it.
double per_hop_latency(const GridView& grid, const Panel& panel, std::size_t row,
                       std::size_t column = 0);

/// Message [B]; 1 for a custom collective, because its steps carry their bytes.
double message_of(const GridView& grid, const Panel& panel, std::size_t row,
                  std::size_t column = 0);

/// Bandwidth of a node [B/s].
double bandwidth_of(const GridView& grid, const Panel& panel, std::size_t row,
                    std::size_t column = 0);

/// Factors of a schedule cost at the cell, except the delay.
LatencyPoint point_of(const GridView& grid, const Panel& panel, std::size_t row,
                      std::size_t column = 0);

/// Whether the axis holds the key, alone or zipped with others.
bool has_key(const engine::Axis& axis, const std::string& key);

/// All parameters at the cell; the growing one stays 0.
AxisPoint axis_point_of(const GridView& grid, const Panel& panel, Growing growing, std::size_t row,
                        std::size_t column = 0);

/// All axes of the optimum (optimum_of) except the one of this key; zipped axes stay. The best of
/// all schedulers lacks the axes over which it is the minimum.
std::vector<engine::Axis> axes_without(const GridView& grid, const std::string& key);

/// The last parametric axis with several values; its values become the rows of a table. Null if
/// there is none.
const engine::Axis* row_axis(const std::vector<engine::Axis>& axes);

}  // namespace lightsweep::analysis
