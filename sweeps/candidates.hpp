#pragma once
// What the group `best` compares at every point.

#include "solvers/registry.hpp"
#include "sweeps/spec/sweep_spec.hpp"

namespace lightsweep::sweeps {

/// What `best` chooses from at every point: a scheduler at one setting of the minimised dimensions.
struct Candidate {
    const solvers::SchedulerRow* scheduler;
    std::vector<std::size_t> settings;  ///< index per minimised dimension
    std::string name;                   ///< "addanki", "addanki on allreduce/swing"
};
/// Whether the scheduler's schedules are known as cost planes over the grid's reconfiguration
/// delay: of WDM rings not where they have a delay of their own.
bool lists_planes(const GridSpec& grid, const solvers::SchedulerRow& scheduler);
/// Dimensions of the grid that `best` minimises over (without the schedulers).
std::vector<std::size_t> minimised_dimensions(const Sweep& sweep, const GridSpec& grid);
/// All that the collectives of a grid may be run as where a scheduler chooses the algorithm, in
/// their order.
std::vector<std::string> algorithms_of(const GridSpec& grid);
/// In the order of ties: the simplest scheduler first.
std::vector<Candidate> candidates(const Sweep& sweep, const GridSpec& grid);

}  // namespace lightsweep::sweeps
