#pragma once
// Linear costs of the schedules of one structure, as listed in /envelopes, and the candidates that
// have no list there.

#include <iosfwd>
#include <string>
#include <vector>

#include "analysis/read/grid_view.hpp"
#include "kernels/envelopes/axis_pieces.hpp"

namespace lightsweep::analysis {

/// Cost of one schedule, linear in the parameters:
///
///     time = steps * per_step_latency + hops * per_hop_latency
///          + transmission * message / bandwidth + reconfigurations * delay
using ScheduleCost = kernels::ScheduleCost;

/// Factors of a schedule cost [s]; message_time = message / bandwidth.
struct LatencyPoint {
    double per_step_latency, per_hop_latency, message_time;
};

/// Time of one schedule as one parameter grows. Over the delay: `fixed` [s] and its number of
/// reconfigurations. Over the message: its time without bytes [s] and the time per byte.
struct CostLine {
    double fixed, slope;
};

/// The list whose schedules are the optimum of a grid: best of all schedulers where the file has
/// it, otherwise addanki, bridge or pccl by its rules, pccl-portfolio, or segments. Throws BadInput
/// if the grid has the envelopes of none.
std::string optimum_of(const GridView& grid);

/// Its schedule costs in /envelopes/<grid>/<optimum_of>, at the structural place of the panel;
/// empty if the collective does not exist there. Throws as optimum_of does.
std::vector<ScheduleCost> read_schedule_costs(const GridView& grid, const Panel& panel);
/// Schedule costs of any scheduler with a group in /envelopes.
std::vector<ScheduleCost> read_schedule_costs(const GridView& grid, const Panel& panel,
                                              const std::string& scheduler);
/// Names behind the codes of a list at the panel's structure, in the list's order.
std::vector<std::string> names_in_list(const GridView& grid, const Panel& panel,
                                       const std::string& path, const std::string& column);
/// Name of the candidate behind each schedule of /envelopes/<grid>/best, in order:
/// "bridge@bruck,ring-uni".
std::vector<std::string> read_winners(const GridView& grid, const Panel& panel);
/// Whether the file has the group /envelopes/<grid>/best with the schedules of all candidates.
bool has_portfolio(const GridView& grid);

/// Throws IoError for a stored code that the file gives no name.
[[noreturn]] void refuse_code(const GridView& grid, const std::string& place);
/// Index of the list's first schedule in the columns of its group.
std::size_t first_plane(const GridView& grid, const Panel& panel, const std::string& scheduler);

/// The schedule costs as lines over the delay.
std::vector<CostLine> at(const std::vector<ScheduleCost>& costs, const LatencyPoint& point);

// Candidates of the group `best` without a list in /envelopes. The lists are then exact for the
// other candidates only.

/// Names of those that apply at the panel's structure, such as "segments@shift,ring". Empty for a
/// file without /unlisted, which has no such information.
std::vector<std::string> unlisted_candidates(const GridView& grid, const Panel& panel);

/// Whether the file has this information.
bool knows_unlisted(const GridView& grid);

/// Name of the scheduler at the panel's place along the axes that `best` minimises over:
/// "segments@shift,ring"; the plain name if it minimises over no axis.
std::string candidate_at(const GridView& grid, const Panel& panel, const std::string& scheduler);

/// All candidates as text, with the first few of every scheduler: "threshold, segments@shift,ring
/// and 2 more of segments".
std::string in_words(const std::vector<std::string>& candidates);

/// Prints a note for a structure that has results but no list of schedules: beyond a limit on their
/// number, bridge and pccl find the optimum by a recurrence at every point, and the linear costs of
/// their schedules are not known. It stands under the panel's title and returns true if the optimum
/// of the panel has results; the caller knows that its list of schedule costs is empty. Otherwise
/// does nothing.
bool note_missing_list(const GridView& grid, const Panel& panel, std::ostream& out);

}  // namespace lightsweep::analysis
