#pragma once
// A prepared scheduler: a problem made ready for one scheduler. It is evaluated over whole rows of
// reconfiguration delays, and it decodes its decisions into schedules.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "kernels/cost/timeline.hpp"
#include "kernels/envelopes/decision_mask.hpp"
#include "kernels/envelopes/envelope.hpp"
#include "kernels/execution/execution_plan.hpp"
#include "solvers/contract/problem.hpp"
#include "solvers/contract/result_row.hpp"

namespace lightsweep::solvers {

// Step runs: the steps of a listed schedule, in the terms of its schedule cost:
//
//   time of a step = startups per_step + hops per_hop + transmission (m / b),
//                    and before it  reconfigurations D
//
// Equal consecutive steps form one run. The sums over all runs equal the terms of the schedule
// cost.

struct DecisionSpace;

struct StepRun {
    std::int64_t steps;  ///< number of steps, all equal
    /// Topology in force, by its number in the decision; on WDM rings the stage.
    std::int32_t topology;
    double startups, hops, transmission;  ///< values of each step
    double reconfigurations;              ///< charged before each step

    bool same_steps(const StepRun& other) const {
        return topology == other.topology && startups == other.startups && hops == other.hops &&
               transmission == other.transmission && reconfigurations == other.reconfigurations;
    }
};

/// Largest number of runs; a schedule with more has none listed.
inline constexpr std::size_t most_step_runs = 4096;

/// Joins equal consecutive steps as they are added.
class StepRuns {
  public:
    void add(const StepRun& run);
    /// The runs; empty if there were too many.
    std::vector<StepRun> take();

  private:
    std::vector<StepRun> runs_;
    bool is_short_ = true;
};

/// Runs of a decision, from the replay of its schedule; hops and flow on a base are those that the
/// problem knows. Empty if there are too many.
std::vector<StepRun> replayed_runs(const DecisionSpace& space,
                                   std::span<const std::uint64_t> decision);

/// The same steps backwards in time: circuits that were set up before the first of some steps are
/// set up before the last of them.
std::vector<StepRun> backwards(const std::vector<StepRun>& runs);

/// A decoded decision: the steps that are carried out, and the topology of each.
struct DecodedSchedule {
    kernels::Collective collective;
    kernels::Schedule schedule;
};

/// Meaning of a decision's bits: the state of every step, and the rules by which changes are paid.
/// States are topologies in the order of their indices. With own_matching there is one more state,
/// the last one: each step's own matching.
struct DecisionSpace {
    Subject structure;
    std::vector<kernels::Topology> topologies;
    std::size_t n_bases = 1;  ///< the first n_bases topologies are bases, the others matchings
    bool own_matching = true;
    int bits = 1;  ///< bits per step, see kernels/envelopes/decision_mask.hpp
    kernels::ReconfigurationRules rules{};

    std::size_t words() const {
        return kernels::decision_words(entries == 0 ? structure->steps() : entries, bits);
    }
    /// Per topology the first one with the same circuits; changes between such topologies are free.
    /// Empty if all differ.
    std::vector<std::size_t> same_as{};
    /// Set where decisions change the steps themselves; otherwise empty, and the steps are the
    /// problem's.
    std::function<DecodedSchedule(std::span<const std::uint64_t> decision)> decoder{};
    /// Number of entries of a decision if it is not one per step; otherwise 0.
    std::size_t entries = 0;
    bool single_hop = false;  ///< true under rules = common where steps use their own circuits only

    /// Measures steps on the topologies by the problem's accounting.
    kernels::FlowOracle oracle() const;
    std::size_t canonical(std::size_t topology) const {
        return same_as.empty() ? topology : same_as[topology];
    }
    /// The schedule that one result's decision stands for.
    DecodedSchedule decode(std::span<const std::uint64_t> decision) const;
};

/// The space with one bit per step: the problem's base, or the step's matching (Addanki 2025, eq.
/// 7).
DecisionSpace base_or_matching(Subject structure);

/// A plan that is told in words.
struct PlanInWords {
    std::string family, text;
    double hops;  ///< sum over the steps
    double x;     ///< sum over the steps, in units of m/b
};

/// Figures by name; a dot in a name stands for a table.
using Figures = std::vector<std::pair<std::string, double>>;

/// What there is to say of one result beyond its columns: figures, and the turns of planes that run
/// on clocks of their own. An event's step is a place in `circuits`; its bytes are those of a pair.
struct Particulars {
    Figures figures{};
    std::vector<kernels::Permutation> circuits{};
    std::vector<kernels::PlaneEvent> events{};
};

/// A problem made ready for one scheduler. Thread-safe after construction; it keeps no state
/// between calls.
class PreparedScheduler {
  public:
    explicit PreparedScheduler(DecisionSpace space) : space_(std::move(space)) {}
    virtual ~PreparedScheduler() = default;
    /// Fills one result per delay. Results are equal to the last bit for every way of cutting
    /// delays into rows.
    void evaluate(const kernels::DelayRow& row, ResultRow& result) const;
    /// Evaluates without the computation before the steps, which adds the same time to every
    /// schedule.
    void evaluate_without_computation(const kernels::DelayRow& row, ResultRow& result) const {
        fill(row, result);
    }
    /// Meaning of its decisions.
    const DecisionSpace& space() const { return space_; }
    /// Estimated memory in addition to the problem's [B].
    virtual std::size_t bytes() const { return 0; }
    /// The non-dominated schedules as schedule costs, or null if they are not known. Their minimum
    /// is the scheduler's time at all parameters, also between the points of a grid.
    virtual const kernels::Envelope* envelope() const { return nullptr; }
    /// The lightpaths that a decision stands for; null outside WDM rings, for formulas, and where
    /// they are too many to be built.
    virtual const LightpathConstruction* lightpaths(std::uint64_t) const { return nullptr; }
    /// More about the row's first result, for `eval` and `schedule`.
    virtual Particulars particulars(const kernels::DelayRow&) const { return {}; }
    /// The plan of a decision in words, of schedulers with a list of plans (trait lists_plans).
    virtual std::optional<PlanInWords> plan_in_words(std::uint64_t) const { return std::nullopt; }
    /// That plan, carried out; throws std::invalid_argument with the reason where there is none.
    virtual kernels::PlannedExecution planned_execution(std::uint64_t,
                                                        const kernels::Parameters&) const {
        throw std::invalid_argument("execution plan: this scheduler lists no plans");
    }
    /// The steps of a decision's schedule, as runs; empty where they are not known or too many.
    virtual std::vector<StepRun> step_runs(std::span<const std::uint64_t> decision) const {
        return replayed_runs(space_, decision);
    }
    /// Exact keys of the problems behind result i of a row, if equal problems are solved once per
    /// sweep (trait shares_solutions); otherwise empty.
    virtual std::vector<std::string> solution_keys(const kernels::DelayRow&, std::size_t) const {
        return {};
    }
    /// Solves the problem of one key, and stores the result among the problem's known solutions.
    virtual void solve_part(const kernels::DelayRow&, std::size_t, std::size_t) const {}

  protected:
    const Problem& structure() const { return *space_.structure; }
    /// Fills all columns except the computation, which precedes every step and adds the same time
    /// to every schedule.
    virtual void fill(const kernels::DelayRow& row, ResultRow& result) const = 0;

  private:
    DecisionSpace space_;
};

using Prepared = std::unique_ptr<PreparedScheduler>;

}  // namespace lightsweep::solvers
