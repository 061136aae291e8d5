#pragma once
// Estimates of structures for planning, without building them: number of steps, and which
// schedulers apply.


#include "sweeps/rules/rules.hpp"

namespace lightsweep::sweeps {

class StructureEstimates {
  public:
    /// Estimate of one structure.
    ///
    ///   open   a collective of that name exists on so many nodes, and the topology on its degree
    ///   rings  a WDM ring: schedulers of lanes do not apply there, nor ring schedulers elsewhere
    ///   any    the algorithm is left open: on lanes only a portfolio applies
    ///   steps  steps of its collective, which determine the time of preparing a scheduler
    struct One {
        bool open = false, rings = false, any = false;
        double steps = 0, build_seconds = 0;
    };

    /// Keeps a reference: the grids' points must outlive this object.
    explicit StructureEstimates(const AllPoints& points);

    /// The estimate of a structure, by its flat number in the grid.
    const One& of(std::size_t grid, std::uint64_t structure) const { return all_[grid][structure]; }
    /// Whether the scheduler may apply there, judged by names and sizes only.
    bool open_to(const solvers::SchedulerRow& scheduler, std::size_t grid,
                 std::uint64_t structure) const;

  private:
    static One look_at(const GridPoints& points, std::uint64_t structure);
    std::vector<std::vector<One>> all_;  // per grid
};

}  // namespace lightsweep::sweeps
