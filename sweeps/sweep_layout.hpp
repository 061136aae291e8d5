#pragma once
// The result file of a sweep before any work is done: which group holds what, over which axes.

#include "engine/layout.hpp"
#include "solvers/registry.hpp"
#include "sweeps/spec/sweep_spec.hpp"

namespace lightsweep::sweeps {

/// What one group of the file holds.
struct GroupPlan {
    enum class Kind {
        results,
        decisions,
        events,
        best,
        points,
        envelope,
        steps,
        regions,
        portfolio,
        unlisted,
        study,
        study_timing
    };
    bool is_study() const { return kind == Kind::study || kind == Kind::study_timing; }
    /// One list per structure, rather than values over the axes.
    bool is_list() const {
        return kind == Kind::envelope || kind == Kind::steps || kind == Kind::regions ||
               is_of_candidates();
    }
    /// Of all candidates of `best` together, over the structures without the minimised axes.
    bool is_of_candidates() const { return kind == Kind::portfolio || kind == Kind::unlisted; }
    /// Says of every point whether it is part of the sweep, and nothing else.
    bool is_points() const { return kind == Kind::points; }
    /// One list per point of its axes: what happens when.
    bool is_events() const { return kind == Kind::events; }
    Kind kind;
    std::size_t grid;                        ///< index into the sweep's grids
    const solvers::SchedulerRow* scheduler;  ///< null for best, and studies without schedulers
    std::vector<std::size_t> dimensions;     ///< the grid's dimensions that are axes, in order
    bool delay_is_last = false;              ///< the last axis is the reconfiguration delay alone
};

struct SweepLayout {
    engine::Layout layout;
    std::vector<GroupPlan> plans;  ///< one per group: arrays first, then ragged groups
};

SweepLayout make_layout(const Sweep& sweep);

}  // namespace lightsweep::sweeps
