#pragma once
// Results of a scheduler along one row of reconfiguration delays: one column per part of the
// completion time, with a status, a bound and, on request, the decisions.

#include <memory>
#include <string_view>
#include <vector>

#include "kernels/cost/cost.hpp"
#include "kernels/envelopes/envelope.hpp"
#include "kernels/parallel/aligned_vector.hpp"
#include "kernels/planes/plane_groups.hpp"
#include "solvers/contract/status.hpp"

namespace lightsweep::solvers {

/// A plan on switch planes. The unit of its data is a second of all planes together.
struct SwitchSchedule {
    kernels::GroupSchedule schedule;  ///< no steps: none was built
    bool over_relays = false;         ///< groups send over several hops; else every plane is alone
    /// Whose steps it carries; null: the problem's own.
    std::shared_ptr<const kernels::Collective> collective{};
};

/// Times of collectives side by side [s]: each on planes of its own (infinite if there are too few
/// planes), and all as common steps.
struct TwoWays {
    double partition, merged;
};
inline constexpr std::string_view way_names[] = {"merged", "partition"};

/// Results along one row of delays, as columns [s unless stated]. Columns are kernels::row_padding
/// elements longer than size(); these elements have no meaning.
struct ResultRow {
    using Column = kernels::parallel::AlignedVector<double>;
    Column completion, startup, propagation, transmission, congestion, reconfiguration, lower_bound;
    kernels::parallel::AlignedVector<std::int32_t> n_reconfigurations;
    std::vector<Status> status;
    std::vector<Reason> reason;
    /// Start-ups in addition to the problem's steps; empty: none.
    std::vector<std::int32_t> more_steps;
    /// Where the algorithm is chosen: the index of the chosen alternative (-1: no schedule), and
    /// the computation of its steps [s], which `computation` does not include. Otherwise empty.
    std::vector<std::int32_t> algorithm;
    std::vector<double> more_computation;
    std::vector<TwoWays> ways;  ///< of collectives side by side where both are tried, else empty
    /// Schedules on switch planes, if decisions are wanted.
    std::vector<SwitchSchedule> plane_plans;
    kernels::parallel::AlignedVector<std::uint64_t>
        decision;  ///< [delays][words]; untouched unless wanted
    bool want_decisions = false;
    /// Computation of the problem's steps, equal in every result of the row [s].
    double computation = 0;

    /// Makes room for n results of `words` decision words each; values are unspecified.
    void resize(std::size_t n, std::size_t words);
    std::size_t size() const { return size_; }
    /// The breakdown of result i; its total() is completion[i].
    kernels::CostBreakdown breakdown(std::size_t i) const;
    /// Number of steps of result i beyond the problem's.
    std::int32_t more_steps_of(std::size_t i) const {
        return more_steps.empty() ? 0 : more_steps[i];
    }
    /// Computation of all steps in result i [s].
    double computation_of(std::size_t i) const {
        return computation + (more_computation.empty() ? 0.0 : more_computation[i]);
    }
    /// Whether its collectives side by side have planes of their own.
    bool is_partition(std::size_t i) const { return completion[i] < ways[i].merged; }
    /// Relative gap of result i to the scheduler's lower bound: 1 - lower_bound / completion.
    double gap(std::size_t i) const {
        return completion[i] > 0 ? 1 - lower_bound[i] / completion[i] : 0.0;
    }
    /// Sets the parts of result i except the computation, and completion as their sum.
    void set(std::size_t i, const kernels::CostBreakdown& cost) {
        startup[i] = cost.startup;
        propagation[i] = cost.propagation;
        transmission[i] = cost.transmission;
        congestion[i] = cost.congestion;
        reconfiguration[i] = cost.reconfiguration;
        completion[i] = cost.total();
    }
    /// Sets result i as a proven optimum, which is its own lower bound.
    void set_optimum(std::size_t i, const kernels::CostBreakdown& cost,
                     std::int32_t reconfigurations);
    /// Marks results as errors whose schedule exists but whose time is not finite, because the
    /// parameters overflow. Returns their number.
    std::size_t reject_overflow();
    /// Fills the whole row as results without a schedule: times are infinite if infeasible, NaN
    /// otherwise.
    void fill_without_plan(Status what, Reason why);

  private:
    friend class PreparedScheduler;
    /// Adds the computation of all steps to every completion time and bound.
    void add_computation(double seconds);

    std::size_t size_ = 0;
};

}  // namespace lightsweep::solvers
