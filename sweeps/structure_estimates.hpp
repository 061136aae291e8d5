#pragma once
// What planning asks about structures without building them: how many steps, and who can be used.

#include <optional>

#include "sweeps/grid_points.hpp"

namespace lightsweep::sweeps {

class StructureEstimates {
  public:
    /// open   a collective of that name exists on so many nodes, and the topology on its degree
    /// rings  a WDM ring: schedulers of lanes are of no use there, nor those of rings elsewhere
    /// any    the algorithm is left open: on lanes of use to a portfolio alone
    /// steps  of its collective; what the time of a plan grows with
    struct One {
        bool open = false, rings = false, any = false;
        double steps = 0, build_seconds = 0;
    };

    /// Keeps a reference: the grids' points must outlive it.
    explicit StructureEstimates(const std::vector<GridPoints>& points);

    /// The structure by its flat number among the grid's.
    const One& of(std::size_t grid, std::uint64_t structure) const { return all_[grid][structure]; }
    /// Whether the scheduler may apply there, as far as names and sizes tell.
    bool open_to(const solvers::SchedulerRow& scheduler, std::size_t grid,
                 std::uint64_t structure) const;

  private:
    static One look_at(const GridPoints& points, std::uint64_t structure);
    std::vector<std::vector<One>> all_;  // per grid
};

}  // namespace lightsweep::sweeps
