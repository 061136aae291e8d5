#pragma once
// The cost planes of one structure, and the reconfiguration delays at which the best one changes.

#include <limits>
#include <vector>

#include "analysis/grid_view.hpp"

namespace lightsweep::analysis {

/// One schedule as what it costs, linear in the parameters:
///
///     time = n_steps * per_step_latency + hops * per_hop_latency
///          + (volume + congestion) * message / bandwidth + reconfigurations * delay
struct CostPlane {
    double n_steps, hops, volume, congestion, reconfigurations;
};

/// What the planes are multiplied with [s]; message_time = message / bandwidth.
struct LatencyPoint {
    double per_step_latency, per_hop_latency, message_time;
};

/// A schedule's time as one parameter grows and the others stand: over the delay, `fixed` [s] and
/// its reconfigurations; over the message, its time without bytes and the time per byte.
struct CostLine {
    double fixed, slope;
};

/// Where a line is lowest, on more than a point.
struct Regime {
    std::size_t line;
    double from, to;
};

/// The delays at which the optimum changes its nature [s].
///
/// static_above     static is optimal from here on, and not below; 0 if it always is, infinite if
/// the
///                  base cannot carry the collective at all
/// every_step_below reconfiguring before every step is optimal up to here; 0 if it never is for a
///                  delay > 0
/// between          number of other schedules that are optimal for some delay in between
struct CriticalDelays {
    double static_above = 0, every_step_below = 0;
    std::size_t between = 0;
};

/// The scheduler whose planes are the optimum of a grid: addanki, bridge or pccl, by its rules,
/// pccl-portfolio or segments.
/// Throws BadInput when the grid has the envelopes of none.
std::string optimum_of(const GridView& grid);

/// Its planes, /envelopes/<grid>/<optimum_of>, at the structural place of the panel; empty if the
/// collective does not exist there. Throws what optimum_of throws.
std::vector<CostPlane> read_planes(const GridView& grid, const Panel& panel);
/// Those of any scheduler that has a group in /envelopes, and where they begin in its columns.
std::vector<CostPlane> read_planes(const GridView& grid, const Panel& panel,
                                   const std::string& scheduler);
/// The names behind the codes of a list at the panel's structure, in the list's order.
std::vector<std::string> names_in_list(const GridView& grid, const Panel& panel,
                                       const std::string& path, const std::string& column);
/// Whose planes those of /envelopes/<grid>/best are: "bridge@bruck,ring-uni", in their order.
std::vector<std::string> read_winners(const GridView& grid, const Panel& panel);
/// Whether the file has the schedules of all candidates of the group `best`.
bool has_portfolio(const GridView& grid);
/// Whether the place was computed and holds no schedule (as opposed to: not computed).
bool is_empty_list(const GridView& grid, const Panel& panel, const std::string& scheduler);
std::size_t first_plane(const GridView& grid, const Panel& panel, const std::string& scheduler);

/// Lines over the delay.
std::vector<CostLine> at(const std::vector<CostPlane>& planes, const LatencyPoint& point);

/// The lower envelope of the lines over 0 and up, in order; the last one has no end. Of equal lines
/// the first.
std::vector<Regime> regimes(const std::vector<CostLine>& lines);

/// From the lower envelope of the lines over delay >= 0. Every-step is the line that reconfigures
/// `most` times: before every step (addanki: n_steps), or as often as any schedule (bridge).
///
/// Two lines, static 10 s and every-step 2 s + 4 * delay: both critical delays are 2 s.
CriticalDelays critical_delays(const std::vector<CostLine>& lines, double most);

}  // namespace lightsweep::analysis
