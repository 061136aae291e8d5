#include "solvers/contract/scheduler_row.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace lightsweep::solvers {

namespace {

/// On a base topology or on switch planes: reconfigurable switches of few ports, and steps that
/// send to several peers at once.
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
    if (traits.why_not_applicable)
        if (const auto why = traits.why_not_applicable(problem, options)) return why;
    const auto& steps = problem.collective.steps;
    const bool has_union = std::ranges::any_of(
        steps, [](const kernels::Step& step) { return !step.other_peers.empty(); });
    if (!has_union || traits.plane_scheduler()) return std::nullopt;
    if (problem.measure.takes_shortest_paths)
        return traits.stays ||
                       (problem.collective.transmitters.count > 0 && base.takes_transmitters)
                   ? std::nullopt
                   : std::optional(Reason::unions_not_supported);
    if (base.multi_peer_steps == MultiPeerSteps::any) return std::nullopt;
    if (base.multi_peer_steps == MultiPeerSteps::none) return Reason::unions_not_supported;
    if (problem.costs.has_rounds()) return Reason::split_unions_not_supported;
    return std::nullopt;
}

constexpr double exact_enough = 1 - 1e-9;

class PreparedWithBound : public PreparedScheduler {
  public:
    PreparedWithBound(Prepared achieved, Prepared bound)
        : PreparedScheduler(achieved->space()),
          achieved_(std::move(achieved)),
          bound_(std::move(bound)) {}

    std::size_t bytes() const override { return achieved_->bytes() + bound_->bytes(); }
    /// The envelope of the schedules as achieved; its minimum is the reported time, not the bound.
    const kernels::Envelope* envelope() const override { return achieved_->envelope(); }
    std::vector<StepRun> step_runs(std::span<const std::uint64_t> decision) const override {
        return achieved_->step_runs(decision);
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
    }

  private:
    Prepared achieved_, bound_;
};

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
                                    std::string(row_of(*why).word) +
                                    "; take addanki, or single permutations");
    require_memory(scheduler.traits.bytes(size_of(*problem)), std::string(scheduler.name));
    if (problem->is_exact() || scheduler.traits.bounds_itself)
        return scheduler.prepare(std::move(problem), options);
    auto optimistic = std::make_shared<const Problem>(problem->optimistic());
    return std::make_unique<PreparedWithBound>(scheduler.prepare(std::move(problem), options),
                                               scheduler.prepare(std::move(optimistic), options));
}

}  // namespace lightsweep::solvers
