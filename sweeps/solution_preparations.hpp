#pragma once
// Points whose solution takes long and which many figures share: every different problem on switch
// planes is one preparation of the farm (engine/workload.hpp), solved once per sweep whatever the
// number of grids, groups and ranks that need it.

#include <map>
#include <optional>
#include <set>

#include "engine/workload.hpp"
#include "solvers/swot/solution_store.hpp"
#include "sweeps/grid_points.hpp"
#include "sweeps/sweep_layout.hpp"

namespace lightsweep::sweeps {

class SolutionPreparations {
  public:
    /// Options of every scheduler of the sweep, per grid.
    using Options = std::vector<std::map<std::string, solvers::SchedulerOptions>>;

    /// Keeps references: the grids' points must outlive it.
    SolutionPreparations(const std::vector<GridPoints>& points, const Options& options);

    std::size_t size() const { return places_.size(); }
    /// Scheduler, budget and problem, exactly.
    const std::string& key(std::size_t preparation) const { return keys_[preparation]; }
    /// Seconds of one core.
    double estimate(std::size_t preparation) const;
    /// Those of a group's points at the indices `at`, `at` + `extent` of its axes; dimensions that
    /// are no axes are taken whole. Of the group's scheduler, or of all where it has none.
    std::set<std::size_t> needs(const GroupPlan& plan, const std::vector<std::size_t>& at,
                                const std::vector<std::size_t>& extent) const;

    /// Solves it, as bytes. Throws what that throws.
    std::string prepare(std::size_t preparation) const;
    /// Takes a solution over; any thread.
    void adopt(std::size_t preparation, const engine::Preparation& result);

    /// Where structures find what was adopted.
    const std::shared_ptr<solvers::swot::SolutionStore>& store() const { return store_; }

  private:
    struct Place {
        std::size_t grid;
        std::uint64_t point;
        const solvers::SchedulerRow* scheduler;
        std::size_t part = 0;  ///< of the point's problems
    };
    using Ready = std::unique_ptr<solvers::PreparedScheduler>;
    /// The scheduler on the structure of a point; null where it cannot be used.
    Ready ready(const Place& place) const;
    /// The row that holds nothing but this point, as the scheduler reads it.
    template <class Use>
    void at_point(const Place& place, const solvers::PreparedScheduler& plan, Use use) const;
    void add_structure(std::size_t grid, const solvers::SchedulerRow& scheduler,
                       std::uint64_t structure);
    void add(const Place& place, const solvers::PreparedScheduler& plan);

    const std::vector<GridPoints>& points_;
    const Options& options_;
    std::vector<Place> places_;
    std::vector<std::string> keys_;
    std::map<std::string, std::size_t> by_key_;
    /// Per grid and scheduler the preparations of every point.
    using PerPoint = std::vector<std::vector<std::uint32_t>>;
    std::map<std::pair<std::size_t, std::string_view>, PerPoint> by_point_;
    std::shared_ptr<solvers::swot::SolutionStore> store_;
};

}  // namespace lightsweep::sweeps
