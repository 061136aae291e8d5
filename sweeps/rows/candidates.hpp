#pragma once
// Candidates of the group `best`: the schedulers and settings that it compares at every point; and
// the axes and constants of a grid's groups.

#include "engine/journal/layout.hpp"
#include "solvers/contract/scheduler_row.hpp"
#include "sweeps/spec/sweep_spec.hpp"

namespace lightsweep::sweeps {

/// One choice of `best`: a scheduler at one setting of the minimised dimensions.
struct Candidate {
    const solvers::SchedulerRow* scheduler;
    std::vector<std::size_t> settings;  ///< one index per minimised dimension
    std::string name;                   ///< "addanki", "addanki on allreduce/swing"
};
/// Whether the scheduler's schedules are known as linear costs over the grid's reconfiguration
/// delay. On WDM rings this fails where they have a delay of their own.
bool lists_envelope(const GridSpec& grid, const solvers::SchedulerRow& scheduler);
/// Dimensions of the grid that `best` minimises over, besides the schedulers.
std::vector<std::size_t> minimised_dimensions(const Sweep& sweep, const GridSpec& grid);
/// All algorithms that the grid's collectives may run, in order, where a scheduler chooses the
/// algorithm.
std::vector<std::string> algorithms_of(const GridSpec& grid);
/// The candidates in the order of ties: the simplest scheduler first.
std::vector<Candidate> candidates(const Sweep& sweep, const GridSpec& grid);

// Common parts of a grid's groups in the result file: axes, and the grid's constants.

engine::Axis axis_of(const GridDimension& dimension);

/// Constants of the grid as attributes: the keys that are not axes.
engine::Attributes constants_of(const Sweep& sweep, const GridSpec& grid);

}  // namespace lightsweep::sweeps
