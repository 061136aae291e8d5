#pragma once
// A set of rules: one paper's accounting, or the one accounting for all, as an object.
//
// Everything that differs between sets of rules is asked here: the keys that they read, what they
// refuse, the problem and the parameters at a point (through their GridPoints), what a step costs
// (StepMeasure), which schedulers they know. A further set of rules is one file with one row, and
// one line in rules_table.cpp; nothing outside this folder names one.

#include <memory>
#include <span>
#include <string_view>

#include "solvers/registry/registry.hpp"
#include "sweeps/points/grid_points.hpp"
#include "sweeps/spec/documents/fault.hpp"
#include "sweeps/spec/values/vocabulary.hpp"

namespace lightsweep::sweeps {

struct Rules {
    std::string_view name;
    std::string_view summary;  ///< the accounting in one sentence, for the manual

    /// Keys that only some sets of rules know, of which this one knows these.
    std::span<const std::string_view> own_keys{};
    /// Keys that its schedulers need, and that a grid may leave out all the same.
    std::span<const std::string_view> free_keys{};

    /// The table with the rows of its schedulers, in the order of ties, and whether schedulers with
    /// these traits belong to it. Who carries a schedule out, and what its rows have beyond the
    /// common ones, follows from the scheduler's hardware, which is among its traits.
    std::span<const solvers::SchedulerRow> (*table)() = solvers::scheduler_table;
    bool (*knows)(const solvers::SchedulerTraits& traits) = nullptr;
    /// The keys that such a scheduler reads and needs.
    SchedulerEntry (*keys)(const solvers::SchedulerRow& scheduler) = nullptr;
    /// Adds every fault of a grid that is one under these rules alone.
    void (*check)(const GridSpec& grid, Faults& faults) = nullptr;
    /// Problems and parameters at the points of a grid.
    std::unique_ptr<const GridPoints> (*points)(const GridSpec& grid) = nullptr;

    /// Everything is compared with everything: what does not fit is not applicable, and no fault.
    bool compares_everything = false;
    /// planes share the node's bandwidth; elsewhere they are read with plane_bandwidth only.
    bool planes_share_bandwidth = false;
    /// Knows uneven all-to-alls, whose matrix has their bytes.
    bool takes_matrices = false;
    /// Custom steps may be labels, which name no peers.
    bool takes_labels = false;
    /// `best` has a bound on every scheduler that there can be.
    bool bounds_all_schedulers = false;
    /// Algorithms whose steps may have several peers end with this; empty: all that have ports.
    std::string_view ported_algorithms{};
    /// Adds the fault of a grid whose nodes form none of its base topologies; or null.
    void (*report_no_base)(const GridSpec& grid, Faults& faults) = nullptr;
};

/// All sets of rules, in the order of the manual.
std::span<const Rules* const> rules_table();
/// The rules of that name. Without a name the first: studies have none, and no schedulers either.
/// Throws std::invalid_argument for a name that is none.
const Rules& find_rules(std::string_view name);

/// The row of a scheduler that the rules know, and all rows of their table.
const solvers::SchedulerRow& find_scheduler(std::string_view name, std::string_view rules);
std::span<const solvers::SchedulerRow> scheduler_table(std::string_view rules);

/// Points of a grid by its own rules.
std::unique_ptr<const GridPoints> points_of(const GridSpec& grid);
/// Those of every grid of a sweep.
using AllPoints = std::vector<std::unique_ptr<const GridPoints>>;

/// Adds the faults that one set of rules has with a grid, its own keys among them.
void check_rules(const GridSpec& grid, Faults& faults);

/// Puts rules at the end of the table for as long as it lives: how a test adds rules of its own.
class AddedRules {
  public:
    explicit AddedRules(const Rules& rules);
    ~AddedRules();
    AddedRules(const AddedRules&) = delete;
    AddedRules& operator=(const AddedRules&) = delete;
};

}  // namespace lightsweep::sweeps
