#pragma once
// The result file of a sweep before any work is done: which group holds what, over which axes.

#include "engine/layout.hpp"
#include "solvers/registry.hpp"
#include "sweeps/spec/sweep_spec.hpp"

namespace lightsweep::sweeps {

/// What one group of the file holds.
struct GroupPlan {
    enum class Kind { results, decisions, best, envelope };
    Kind kind;
    std::size_t grid;                        ///< index into the sweep's grids
    const solvers::SchedulerRow* scheduler;  ///< null for best
    std::vector<std::size_t> dimensions;     ///< the grid's dimensions that are axes, in order
    bool delay_is_last = false;              ///< the last axis is the reconfiguration delay alone
};

struct SweepLayout {
    engine::Layout layout;
    std::vector<GroupPlan> plans;  ///< one per group: arrays first, then ragged groups
};

SweepLayout make_layout(const Sweep& sweep);

/// What `best` chooses from at every point: a scheduler at one setting of the minimised dimensions.
struct Candidate {
    const solvers::SchedulerRow* scheduler;
    std::vector<std::size_t> settings;  ///< index per minimised dimension
    std::string name;                   ///< "addanki", "addanki on allreduce/swing"
};
/// Dimensions of the grid that `best` minimises over (without the schedulers).
std::vector<std::size_t> minimised_dimensions(const Sweep& sweep, const GridSpec& grid);
/// In the order of ties: the simplest scheduler first.
std::vector<Candidate> candidates(const Sweep& sweep, const GridSpec& grid);

/// Equal iff two sweeps give the same results; text of the sweep, its overrides and its files.
std::string fingerprint(const Sweep& sweep);

}  // namespace lightsweep::sweeps
