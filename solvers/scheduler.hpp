#pragma once
// The contract of every scheduler: a registry row that says what it is and prepares a structure
// once, and a prepared plan that is evaluated over whole rows of reconfiguration delays.

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "kernels/decision_mask.hpp"
#include "kernels/parallel/aligned_vector.hpp"
#include "kernels/plane_minimum.hpp"
#include "kernels/schedule.hpp"
#include "kernels/step_costs.hpp"

namespace lightsweep::solvers {

/// What is known about a row of results. The order is the file's (engine/FORMAT.md).
enum class Status : std::int8_t {
    optimal,         ///< least over everything this scheduler may do
    feasible,        ///< a valid plan; lower_bound says how far from the optimum at most
    budget,          ///< the solver's budget ran out; still a valid plan with a bound
    formula,         ///< a closed form that no schedule was built for
    infeasible,      ///< no plan exists; completion_time is infinite
    not_applicable,  ///< the scheduler cannot be used on this structure
    excluded,        ///< ruled out by the sweep's `where`
    error,           ///< the evaluation failed; the log has the message
    missing,         ///< not computed
};
inline constexpr std::string_view status_names[] = {"optimal",  "feasible",   "budget",
                                                    "formula",  "infeasible", "not_applicable",
                                                    "excluded", "error",      "missing"};

/// Why a row has no ordinary value.
enum class Reason : std::int8_t {
    none,
    base_disconnects_step,  ///< some pair of a step has no path on the base
    nodes_not_supported,    ///< the algorithm needs another number of nodes
    no_such_algorithm,      ///< this primitive has no algorithm of that name
    where_filter,           ///< the sweep's `where` is false here
    node_limit,             ///< branch and bound stopped at its node limit
    evaluation_failed,      ///< an exception; see the log
    not_computed,
    too_few_ports,  ///< a node has more links on the base than ports
};
inline constexpr std::string_view reason_names[] = {"none",
                                                    "base_disconnects_step",
                                                    "nodes_not_supported",
                                                    "no_such_algorithm",
                                                    "where_filter",
                                                    "node_limit",
                                                    "evaluation_failed",
                                                    "not_computed",
                                                    "too_few_ports"};

/// One collective on one base topology: all the structural axes of a point.
struct Structure {
    kernels::Collective collective;
    kernels::Topology base;
    kernels::StepCosts costs;

    std::size_t steps() const { return collective.steps.size(); }
    /// 64-bit words of a decision mask, at least 1.
    std::size_t decision_words() const { return kernels::decision_words(steps()); }
};

/// Builds a structure; concurrent flow by solvers/flow.
Structure make_structure(kernels::Collective collective, kernels::Topology base);

/// Results along one row of delays, as columns [s unless said otherwise]. The columns are longer
/// than size() by kernels::row_padding elements of no meaning.
struct ResultRow {
    using Column = kernels::parallel::AlignedVector<double>;
    Column completion, startup, propagation, transmission, congestion, reconfiguration, lower_bound;
    kernels::parallel::AlignedVector<std::int32_t> n_reconfigurations;
    std::vector<Status> status;
    std::vector<Reason> reason;
    kernels::parallel::AlignedVector<std::uint64_t>
        decision;  ///< [delays][words]; left alone unless wanted
    bool want_decisions = false;

    /// Makes room for n results of `words` decision words each; values are unspecified.
    void resize(std::size_t n, std::size_t words);
    std::size_t size() const { return size_; }
    /// The breakdown of result i; its total() is completion[i].
    kernels::CostBreakdown breakdown(std::size_t i) const;
    /// How far result i may be from the best its scheduler can reach: 1 - lower_bound / completion.
    double gap(std::size_t i) const {
        return completion[i] > 0 ? 1 - lower_bound[i] / completion[i] : 0.0;
    }
    /// Sets the parts of result i and completion as their sum.
    void set(std::size_t i, const kernels::CostBreakdown& cost);
    /// Marks results whose time is no finite number although a plan exists (the parameters
    /// overflow) as errors; returns how many.
    std::size_t reject_overflow();
    /// All of the row without a plan: infinite if infeasible, NaN otherwise.
    void fill_without_plan(Status what, Reason why);

  private:
    std::size_t size_ = 0;
};

/// A structure made ready for one scheduler. Thread-safe once made; no state between calls.
class PreparedScheduler {
  public:
    virtual ~PreparedScheduler() = default;
    /// Fills one result per delay; equal however delays are cut into rows, to the last bit.
    virtual void evaluate(const kernels::DelayRow& row, ResultRow& result) const = 0;
    /// The non-dominated schedules as cost planes, if they are known: their least is the value
    /// everywhere in the parameters, gridded or not.
    virtual const kernels::PlaneTable* envelope() const { return nullptr; }
};

/// Options of one scheduler, as given under its name.
struct SchedulerOptions {
    int max_nodes = 100000;  ///< branch and bound nodes of a 0-1 program
};

/// One key under a scheduler's name in a sweep file.
struct OptionRow {
    std::string_view name, summary;
    int SchedulerOptions::*value;
};

struct SchedulerRow {
    std::string_view name;
    std::string_view paper;
    std::string_view summary;
    std::span<const OptionRow> options;
    bool reads_delay;  ///< whether reconfiguration_delay is an axis of its results
    /// Estimated seconds of one core for that many steps: to prepare a structure, and per point.
    double (*prepare_seconds)(double n_steps);
    double (*point_seconds)(double n_steps);
    std::unique_ptr<PreparedScheduler> (*prepare)(std::shared_ptr<const Structure>,
                                                  const SchedulerOptions&);
};

/// The schedule that one result's decision mask stands for.
kernels::Schedule schedule_of(const Structure& structure,
                              const std::vector<std::uint64_t>& decision);

}  // namespace lightsweep::solvers
