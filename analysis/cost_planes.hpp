#pragma once
// The cost planes of one structure, and the reconfiguration delays at which the best one changes.

#include <functional>
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

/// What grows along a line; the other parameters are those of the file.
enum class Growing {
    delay,   ///< the reconfiguration delay: critical delays
    message  ///< the message: critical message sizes
};

/// All of them as the file has them, for arithmetic that does not round. What grows is not read.
struct AxisPoint {
    double per_step_latency;  ///< [s]
    double per_hop_latency;   ///< [s], of a link
    double hop_cost;          ///< links of a hop
    double bandwidth;         ///< of a node [B/s]
    double message;           ///< [B]
    double delay;             ///< [s]
};

/// A schedule's time as one parameter grows and the others stand: over the delay, `fixed` [s] and
/// its reconfigurations; over the message, its time without bytes and the time per byte.
struct CostLine {
    double fixed, slope;
};

/// Where a plane is best, on more than a point.
struct Regime {
    std::size_t plane;
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

/// Who is best where, as one parameter grows from 0 on: in order, each piece up to the next, the
/// last without an end; of equal planes the first, infinite ones nowhere. In exact arithmetic,
/// which the caller of a report brings: in doubles, lines through one point leave pieces of no
/// width with winners of their own.
using FindRegimes = std::function<std::vector<Regime>(const std::vector<CostPlane>& planes,
                                                      Growing growing, const AxisPoint& point)>;

/// From the pieces over the delay. Every-step is the plane that reconfigures `most` times: before
/// every step (addanki: n_steps), or as often as any schedule (bridge).
///
/// Two planes, static 10 s and every-step 2 s + 4 * delay: both critical delays are 2 s.
CriticalDelays critical_delays(const std::vector<CostPlane>& planes,
                               const std::vector<Regime>& regimes, double most);

}  // namespace lightsweep::analysis
