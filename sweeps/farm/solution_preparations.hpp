#pragma once
// Preparations for solutions that take long and are shared by many figures: every distinct problem
// on switch planes is one preparation of the farm (engine/journal/workload.hpp). It is solved once
// per sweep, for all grids, groups and ranks that need it.

#include <map>
#include <set>

#include "engine/journal/workload.hpp"
#include "solvers/swot/plane_scheduler.hpp"
#include "sweeps/farm/sweep_layout.hpp"
#include "sweeps/rules/rules.hpp"

namespace lightsweep::sweeps {

class SolutionPreparations {
  public:
    /// Keeps references: the grids' points must outlive this object.
    SolutionPreparations(const AllPoints& points, const GridOptions& options);

    std::size_t size() const { return places_.size(); }
    /// Exact text of scheduler, budget and problem.
    const std::string& key(std::size_t preparation) const { return keys_[preparation]; }
    /// Estimated seconds of one core.
    double estimate(std::size_t preparation) const;
    /// Preparations of a group's points at the indices `at` .. `at` + `extent` of its axes;
    /// dimensions that are not axes are taken whole. They belong to the group's scheduler, or to
    /// all schedulers if the group has none.
    std::set<std::size_t> needs(const FileGroup& plan, const std::vector<std::size_t>& at,
                                const std::vector<std::size_t>& extent) const;

    /// Solves the problem and returns the solution as bytes. Throws what the solver throws.
    std::string prepare(std::size_t preparation) const;
    /// Stores a solution; callable from any thread.
    void adopt(std::size_t preparation, const engine::Preparation& result);

    /// The store in which problems find the adopted solutions.
    const std::shared_ptr<solvers::swot::SolutionStore>& store() const { return store_; }

  private:
    struct Place {
        std::size_t grid;
        std::uint64_t point;
        const solvers::SchedulerRow* scheduler;
        std::size_t part = 0;  ///< index among the point's problems
    };
    using Ready = std::unique_ptr<solvers::PreparedScheduler>;
    /// The scheduler on the problem of a point; null where it cannot be used.
    Ready ready(const Place& place) const;
    /// Calls `use` with the row of this single point, as the scheduler reads it.
    template <class Use>
    void at_point(const Place& place, const solvers::PreparedScheduler& plan, Use use) const;
    void add_structure(std::size_t grid, const solvers::SchedulerRow& scheduler,
                       std::uint64_t structure);
    void add(const Place& place, const solvers::PreparedScheduler& plan);

    const AllPoints& points_;
    const GridOptions& options_;
    std::vector<Place> places_;
    std::vector<std::string> keys_;
    std::map<std::string, std::size_t> by_key_;
    /// Per grid and scheduler: the preparations of every point.
    using PerPoint = std::vector<std::vector<std::uint32_t>>;
    std::map<std::pair<std::size_t, std::string_view>, PerPoint> by_point_;
    std::shared_ptr<solvers::swot::SolutionStore> store_;
};

}  // namespace lightsweep::sweeps
