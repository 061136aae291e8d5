#pragma once
// Preparations for expensive flows: the step costs of one collective on one base, also of a pool,
// are one preparation of the farm (engine/journal/workload.hpp). They are computed once per sweep,
// for all structures, tiles, schedulers and ranks that need them.

#include <map>
#include <mutex>
#include <optional>
#include <set>

#include "engine/journal/workload.hpp"
#include "sweeps/farm/sweep_layout.hpp"
#include "sweeps/rules/rules.hpp"

namespace lightsweep::sweeps {

class StructurePreparations {
  public:
    /// Keeps references: the grids' points must outlive this object. with_pools: some scheduler
    /// reads pools.
    StructurePreparations(const AllPoints& points, bool with_pools);

    std::size_t size() const { return places_.size(); }
    /// Key of the costs, equal for equal collectives on equal bases, also in different grids.
    const std::string& key(std::size_t preparation) const { return keys_[preparation]; }
    /// Estimated seconds of one core.
    double estimate(std::size_t preparation) const { return places_[preparation].seconds; }
    /// The preparations of a structure (by its flat number in the grid), one per base: its own
    /// base, then those of the pool. An entry is empty if its costs are cheap; the list is shorter
    /// if all further ones are.
    using Parts = std::vector<std::optional<std::size_t>>;
    const Parts& of(std::size_t grid, std::uint64_t structure) const;

    /// Computes the costs and returns them as bytes. Throws what the computation throws.
    std::string prepare(std::size_t preparation) const;
    /// Stores costs; callable from any thread.
    void adopt(std::size_t preparation, const engine::Preparation& result);
    /// The adopted costs, or costs computed now (outside the farm). Throws std::runtime_error with
    /// the message of prepare()'s exception.
    kernels::StepCosts costs(std::size_t preparation) const;

  private:
    struct Place {
        std::size_t grid;
        Indices indices;
        std::size_t base;
        double seconds;
    };
    void add_grid(std::size_t grid, bool with_pool);
    /// The preparation of a base; nothing if its costs are cheap.
    std::optional<std::size_t> add(std::size_t grid, const Indices& indices, std::size_t base,
                                   const kernels::Topology& topology);

    const AllPoints& points_;
    std::vector<Place> places_;
    std::vector<std::string> keys_;
    std::map<std::string, std::size_t> by_key_;
    std::map<std::pair<std::size_t, std::uint64_t>, Parts> by_structure_;
    mutable std::mutex mutex_;
    std::map<std::size_t, engine::Preparation> adopted_;
};

/// The indices of a structure: the indices of parametric dimensions are left open.
Indices structural_part(const GridSpec& grid, Indices indices);

/// The problem of a point's structure, by the point's flat number; nothing where the scheduler
/// cannot be used, for which the rows give the reason.
std::optional<solvers::Problem> usable_problem(const GridPoints& points, std::uint64_t point,
                                               const solvers::SchedulerRow& scheduler,
                                               const solvers::SchedulerOptions& options);

/// Flat numbers of the structures that a task touches. `at` and `extent` are the task's indices
/// along the group's axes; dimensions that are not axes are taken whole.
std::set<std::uint64_t> structures_of(const GridSpec& grid, const FileGroup& plan,
                                      const std::vector<std::size_t>& at,
                                      const std::vector<std::size_t>& extent);

/// Flat numbers of the points that a task touches, with the same arguments.
std::vector<std::uint64_t> flat_points(const GridSpec& grid, const FileGroup& plan,
                                       const std::vector<std::size_t>& at,
                                       const std::vector<std::size_t>& extent);

// Estimates of structures for planning, without building them: number of steps, and which
// schedulers apply.

/// Estimated runs of equal steps, which schedulers measure once: long collectives repeat few
/// steps, except all-to-alls and steps that are cut into several.
double n_runs(const GridPoints& points, const Indices& indices);

class StructureEstimates {
  public:
    /// Estimate of one structure.
    ///
    ///   open   a collective of that name exists on so many nodes, and the topology on its degree
    ///   rings  a WDM ring: schedulers of lanes do not apply there, nor ring schedulers elsewhere
    ///   any    the algorithm is left open: on lanes only a portfolio applies
    ///   uneven  a matrix of bytes, which a base that stays carries by a linear program
    ///   steps  steps of its collective
    ///   runs   runs of equal steps, which determine the time of preparing a scheduler
    struct One {
        bool open = false, rings = false, any = false, uneven = false;
        double steps = 0, runs = 0, build_seconds = 0;
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
