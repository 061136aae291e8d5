#pragma once
// Preparations for searches whose findings problems share (solvers::SharedSearch): every distinct
// one is a preparation of the farm (engine/journal/workload.hpp). It is done once per sweep, for
// all grids and ranks, and its lines go into the result, where a later sweep finds them.

#include <map>
#include <set>

#include "engine/journal/workload.hpp"
#include "sweeps/farm/sweep_layout.hpp"
#include "sweeps/rules/rules.hpp"

namespace lightsweep::sweeps {

class SearchPreparations {
  public:
    /// Keeps references: the grids' points must outlive this object.
    SearchPreparations(const AllPoints& points, const GridOptions& options);

    std::size_t size() const { return places_.size(); }
    /// What is searched, with the scheduler's name.
    const std::string& key(std::size_t preparation) const { return keys_[preparation]; }
    /// Estimated seconds of one core.
    double estimate(std::size_t preparation) const;
    /// The searches of a group on a structure, by its flat number in the grid: its scheduler's, or
    /// those of all schedulers.
    std::set<std::size_t> needs(const FileGroup& plan, std::uint64_t structure) const;

    /// Searches and returns the lines. Throws what the search throws.
    std::string prepare(std::size_t preparation) const;
    /// Hands the lines to the scheduler; callable from any thread.
    void adopt(std::size_t preparation, const engine::Preparation& result) const;

  private:
    struct Place {
        std::size_t grid;
        std::uint64_t structure;
        const solvers::SchedulerRow* scheduler;
    };
    void add(const Place& place);
    /// The problem of a structure; nothing where the scheduler cannot be used.
    std::optional<solvers::Problem> problem(const Place& place) const;
    const solvers::SchedulerOptions& options(const Place& place) const {
        return options_[place.grid].at(std::string(place.scheduler->name));
    }

    const AllPoints& points_;
    const GridOptions& options_;
    std::vector<Place> places_;
    std::vector<std::string> keys_;
    std::map<std::string, std::size_t> by_key_;
    using Whose = std::pair<std::size_t, std::string_view>;  ///< grid and scheduler
    std::map<Whose, std::map<std::uint64_t, std::size_t>> by_structure_;
};

}  // namespace lightsweep::sweeps
