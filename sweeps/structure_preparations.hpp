#pragma once
// Flows that are expensive: the costs of one collective on one base, also of a pool, are one
// preparation of the farm (engine/workload.hpp), computed once per sweep whatever the number of
// structures, tiles, schedulers and ranks that need them.

#include <map>
#include <mutex>
#include <optional>
#include <set>

#include "engine/workload.hpp"
#include "sweeps/grid_points.hpp"
#include "sweeps/sweep_layout.hpp"

namespace lightsweep::sweeps {

class StructurePreparations {
  public:
    /// Keeps references: the grids' points must outlive it. with_pools: some scheduler reads them.
    StructurePreparations(const std::vector<GridPoints>& points, bool with_pools);

    std::size_t size() const { return places_.size(); }
    /// What the costs are of: equal for equal collectives on equal bases, also of different grids.
    const std::string& key(std::size_t preparation) const { return keys_[preparation]; }
    /// Seconds of one core.
    double estimate(std::size_t preparation) const { return places_[preparation].seconds; }
    /// The preparations of a structure (its flat number among the grid's), by its bases: its own,
    /// then those of the pool. Nothing for a cheap one; shorter if all others are.
    using Parts = std::vector<std::optional<std::size_t>>;
    const Parts& of(std::size_t grid, std::uint64_t structure) const;

    /// Computes the costs, as bytes. Throws what that throws.
    std::string prepare(std::size_t preparation) const;
    /// Takes them over; any thread.
    void adopt(std::size_t preparation, const engine::Preparation& result);
    /// Costs that were adopted, or else computed here and now (outside the farm). Throws
    /// std::runtime_error with what prepare threw.
    kernels::StepCosts costs(std::size_t preparation) const;

  private:
    struct Place {
        std::size_t grid;
        Indices indices;
        std::size_t base;
        double seconds;
    };
    void add_grid(std::size_t grid, bool with_pool);
    /// The preparation of a base, if it is expensive.
    std::optional<std::size_t> add(std::size_t grid, const Indices& indices, std::size_t base,
                                   const kernels::Topology& topology);

    const std::vector<GridPoints>& points_;
    std::vector<Place> places_;
    std::vector<std::string> keys_;
    std::map<std::string, std::size_t> by_key_;
    std::map<std::pair<std::size_t, std::uint64_t>, Parts> by_structure_;
    mutable std::mutex mutex_;
    std::map<std::size_t, engine::Preparation> adopted_;
};

/// The indices of a structure: those of the parameters are left open.
Indices structural_part(const GridSpec& grid, Indices indices);

/// Flat numbers of the structures that a task touches; `at` and `extent` are the task's indices
/// along the group's axes, dimensions that are no axes are taken whole.
std::set<std::uint64_t> structures_of(const GridSpec& grid, const GroupPlan& plan,
                                      const std::vector<std::size_t>& at,
                                      const std::vector<std::size_t>& extent);

/// Flat numbers of the points that a task touches, in the same terms.
std::vector<std::uint64_t> flat_points(const GridSpec& grid, const GroupPlan& plan,
                                       const std::vector<std::size_t>& at,
                                       const std::vector<std::size_t>& extent);

}  // namespace lightsweep::sweeps
