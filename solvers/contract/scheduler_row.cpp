#include "solvers/contract/scheduler_row.hpp"

#include <algorithm>

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
    const bool has_union = std::any_of(steps.begin(), steps.end(), [](const kernels::Step& step) {
        return !step.other_peers.empty();
    });
    if (!has_union || traits.plane_scheduler()) return std::nullopt;
    if (problem.measure.takes_shortest_paths)
        return problem.collective.transmitters.count > 0 && base.takes_transmitters
                   ? std::nullopt
                   : std::optional(Reason::unions_not_supported);
    if (base.multi_peer_steps == MultiPeerSteps::any) return std::nullopt;
    if (base.multi_peer_steps == MultiPeerSteps::none) return Reason::unions_not_supported;
    if (problem.costs.has_rounds()) return Reason::split_unions_not_supported;
    return std::nullopt;
}

}  // namespace

std::optional<Reason> why_not_applicable(const SchedulerRow& scheduler, const Problem& problem,
                                         const SchedulerOptions& options) {
    const auto& traits = scheduler.traits;
    const bool lanes = problem.measure.on_lanes();
    if (traits.never != Reason::none) return traits.never;
    if (problem.rings.has_value() != (traits.ring() != nullptr))
        return lanes ? Reason::other_topology : Reason::other_rules;
    if (!problem.collective.alternatives.empty() && !traits.chooses_algorithm)
        return Reason::needs_one_algorithm;
    if (lanes != traits.shares_lanes()) return Reason::other_rules;
    if (!lanes) return refuse_off_lanes(scheduler, problem, options);
    if (problem.subrings.restore && scheduler.reads_delay && !traits.restores)
        return Reason::restore_not_supported;
    return traits.why_not_applicable ? traits.why_not_applicable(problem, options) : std::nullopt;
}

}  // namespace lightsweep::solvers
