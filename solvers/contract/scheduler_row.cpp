#include "solvers/contract/scheduler_row.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>

#include "kernels/collectives/transmitters.hpp"
#include "solvers/contract/prepared_envelope.hpp"

namespace lightsweep::solvers {

namespace {

/// On a base topology or on switch planes: reconfigurable switches of few ports.
std::optional<Reason> refuse_off_lanes(const SchedulerRow& scheduler, const Problem& problem,
                                       const SchedulerOptions& options) {
    const auto& traits = scheduler.traits;
    const auto base = traits.base();
    if (problem.measure.on_planes() != traits.plane_scheduler()) return Reason::other_rules;
    const auto block = problem.subrings.block;
    const bool lacks_ports = block == 0 || (block > 1 && !base.reads_subrings);
    if (scheduler.reads_delay && lacks_ports) return Reason::too_few_switch_ports;
    if (scheduler.reads_delay && problem.subrings.restore && !base.reads_subrings)
        return Reason::restore_not_supported;
    return traits.why_not_applicable ? traits.why_not_applicable(problem, options) : std::nullopt;
}

bool is_cut(const Problem& problem) {
    return std::ranges::any_of(problem.collective.steps, &kernels::Step::continues);
}

/// With steps of at most as many peers as a node has ports.
Subject cut(const Problem& problem) {
    auto parts = kernels::in_rounds(problem.collective, problem.collective.matching_ports());
    auto result = make_problem(std::move(parts), problem.base, problem.pool, problem.flow_gap,
                               problem.measure);
    result.subrings = problem.subrings;
    return std::make_shared<const Problem>(std::move(result));
}

/// A time that no cut beats.
Prepared bound_of_cuts(const Subject& problem) {
    const auto& costs = problem->costs;
    const double hops = std::accumulate(costs.active.begin(), costs.active.end(), 0.0);
    kernels::Envelope table(costs.steps(), costs.volume,
                            {{hops, 0, 0, kernels::base_throughout(costs.steps())}});
    return std::make_unique<PreparedEnvelope>(std::move(table), base_or_matching(problem));
}

constexpr double exact_enough = 1 - 1e-9;

class PreparedWithBound : public PreparedScheduler {
  public:
    /// more_steps: of the carried collective beyond the problem's.
    PreparedWithBound(Prepared achieved, Prepared bound, std::int32_t more_steps = 0)
        : PreparedScheduler(achieved->space()),
          more_steps_(more_steps),
          achieved_(std::move(achieved)),
          bound_(std::move(bound)) {}

    std::size_t bytes() const override { return achieved_->bytes() + bound_->bytes(); }
    /// The envelope of the schedules as achieved; its minimum is the reported time, not the bound.
    const kernels::Envelope* envelope() const override { return achieved_->envelope(); }
    std::vector<StepRun> step_runs(std::span<const std::uint64_t> decision) const override {
        return achieved_->step_runs(decision);
    }
    Particulars particulars(const kernels::DelayRow& row) const override {
        return achieved_->particulars(row);
    }
    std::vector<std::string> solution_keys(const kernels::DelayRow& row,
                                           std::size_t i) const override {
        return achieved_->solution_keys(row, i);
    }
    void solve_part(const kernels::DelayRow& row, std::size_t i, std::size_t part) const override {
        achieved_->solve_part(row, i, part);
    }

  protected:
    // The caller adds the computation before every step, once.
    void fill(const kernels::DelayRow& row, ResultRow& result) const override {
        thread_local ResultRow least;
        least.want_decisions = false;
        achieved_->evaluate_without_computation(row, result);
        bound_->evaluate_without_computation(row, least);
        for (std::size_t i = 0; i < result.size(); ++i) {
            result.lower_bound[i] = std::min(result.completion[i], least.lower_bound[i]);
            if (result.status[i] == Status::optimal &&
                result.lower_bound[i] < result.completion[i] * exact_enough)
                result.status[i] = Status::feasible;
        }
        if (more_steps_ > 0) result.more_steps.assign(result.size(), more_steps_);
    }

  private:
    std::int32_t more_steps_;
    Prepared achieved_, bound_;
};

/// Where flows are known between two certificates, twice.
Prepared prepare_certified(const SchedulerRow& scheduler, Subject problem,
                           const SchedulerOptions& options) {
    if (problem->is_exact() || scheduler.traits.bounds_itself)
        return scheduler.prepare(std::move(problem), options);
    auto optimistic = std::make_shared<const Problem>(problem->optimistic());
    return std::make_unique<PreparedWithBound>(scheduler.prepare(std::move(problem), options),
                                               scheduler.prepare(std::move(optimistic), options));
}

}  // namespace

std::optional<Reason> why_not_applicable(const SchedulerRow& scheduler, const Problem& problem,
                                         const SchedulerOptions& options) {
    const auto& traits = scheduler.traits;
    const bool lanes = problem.measure.on_lanes();
    if (traits.never != Reason::none) return traits.never;
    if (!traits.runs_on(problem.rings.has_value()))
        return lanes ? Reason::other_topology : Reason::other_rules;
    if (!problem.collective.alternatives.empty() && !traits.chooses_algorithm &&
        !traits.lists_plans)
        return Reason::needs_one_algorithm;
    if (lanes != traits.shares_lanes()) return Reason::other_rules;
    if (!lanes) return refuse_off_lanes(scheduler, problem, options);
    if (problem.subrings.restore && scheduler.reads_delay && !traits.restores)
        return Reason::restore_not_supported;
    return traits.why_not_applicable ? traits.why_not_applicable(problem, options) : std::nullopt;
}

Prepared prepare(const SchedulerRow& scheduler, Subject problem, const SchedulerOptions& options) {
    if (const auto why = why_not_applicable(scheduler, *problem, options))
        throw std::invalid_argument(std::string(scheduler.name) + ": " +
                                    std::string(row_of(*why).word) + "; take addanki");
    require_memory(scheduler.traits.bytes(size_of(*problem)), std::string(scheduler.name));
    const auto& traits = scheduler.traits;
    const auto steps = static_cast<std::int32_t>(problem->steps());
    const bool cuts =
        traits.base().multi_peer_steps == MultiPeerSteps::cut && problem->costs.has_rounds();
    if (cuts) problem = cut(*problem);
    auto own = prepare_certified(scheduler, problem, options);
    const bool came_cut = problem->measure.on_lanes() && is_cut(*problem);
    if (!cuts && (!came_cut || traits.bounds_itself)) return own;
    return std::make_unique<PreparedWithBound>(std::move(own), bound_of_cuts(problem),
                                               static_cast<std::int32_t>(problem->steps()) - steps);
}

}  // namespace lightsweep::solvers
