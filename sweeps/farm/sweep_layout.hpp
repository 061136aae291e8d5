#pragma once
// Layout of a sweep's result file before any work is done: the content and the axes of every group.

#include <map>

#include "engine/journal/layout.hpp"
#include "solvers/contract/scheduler_row.hpp"
#include "sweeps/spec/sweep_spec.hpp"

namespace lightsweep::sweeps {

/// Content of one group of the file.
struct FileGroup {
    enum class Kind {
        results,
        decisions,
        events,
        best,
        points,
        envelope,
        steps,
        regions,
        searches,
        portfolio,
        unlisted,
        study,
        study_timing
    };
    bool is_study() const { return kind == Kind::study || kind == Kind::study_timing; }
    /// Whether it has one list per structure instead of values over the axes.
    bool is_list() const {
        return kind == Kind::envelope || kind == Kind::steps || kind == Kind::regions ||
               kind == Kind::searches || is_of_candidates();
    }
    /// Whether it covers all candidates of `best` together, over the structures without the
    /// minimised axes.
    bool is_of_candidates() const { return kind == Kind::portfolio || kind == Kind::unlisted; }
    /// Whether it only says for every point if the point is part of the sweep.
    bool is_points() const { return kind == Kind::points; }
    /// Whether it has one list of events per point of its axes.
    bool is_events() const { return kind == Kind::events; }
    Kind kind;
    std::size_t grid;                        ///< index into the sweep's grids
    const solvers::SchedulerRow* scheduler;  ///< null for best, and for studies without schedulers
    std::vector<std::size_t> dimensions;     ///< the grid's dimensions that are axes, in order
    /// True: the last axis is the reconfiguration delay alone.
    bool delay_is_last = false;
};

/// Options of every scheduler of a sweep by name, per grid.
using GridOptions = std::vector<std::map<std::string, solvers::SchedulerOptions>>;

struct SweepLayout {
    engine::Layout layout;
    std::vector<FileGroup> plans;  ///< one per group: arrays first, then ragged groups
};

/// Folder of the lists of what schedulers have searched (solvers::SharedSearch).
inline constexpr const char* searches_folder = "searches/";

SweepLayout make_layout(const Sweep& sweep);

}  // namespace lightsweep::sweeps
