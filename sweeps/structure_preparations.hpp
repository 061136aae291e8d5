#pragma once
// Structures whose flows are expensive: each is a preparation of the farm (engine/workload.hpp),
// solved once per sweep whatever the number of tiles, schedulers and ranks that need it.

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
    /// Keeps references: the grids' points must outlive it.
    explicit StructurePreparations(const std::vector<GridPoints>& points);

    std::size_t size() const { return places_.size(); }
    /// What the costs are of: equal for equal structures, also of different grids.
    const std::string& key(std::size_t preparation) const { return keys_[preparation]; }
    /// Seconds of one core.
    double estimate(std::size_t preparation) const;
    /// The preparation of a structure (its flat number among the grid's), if it has one.
    std::optional<std::size_t> of(std::size_t grid, std::uint64_t structure) const;

    /// Computes the costs of a structure, as bytes. Throws what that throws.
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
    };
    void add(std::size_t grid, std::uint64_t structure, const Indices& indices);

    const std::vector<GridPoints>& points_;
    std::vector<Place> places_;
    std::vector<std::string> keys_;
    std::map<std::string, std::size_t> by_key_;
    std::map<std::pair<std::size_t, std::uint64_t>, std::size_t> by_structure_;
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

}  // namespace lightsweep::sweeps
