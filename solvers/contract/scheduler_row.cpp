#include "solvers/contract/scheduler_row.hpp"

#include <algorithm>

namespace lightsweep::solvers {

namespace {

/// On a base topology or on switch planes: reconfigurable switches of few ports, and steps that
/// send to several peers at once.
std::optional<Reason> refuse_off_lanes(const SchedulerRow& scheduler, const Problem& structure,
                                       const SchedulerOptions& options) {
    const auto& traits = scheduler.traits;
    const auto base = traits.base();
    if (structure.measure.on_planes() != traits.plane_scheduler()) return Reason::other_rules;
    const auto block = structure.subrings.block;
    const bool lacks_ports = block == 0 || (block > 1 && !base.reads_subrings);
    if (scheduler.reads_delay && lacks_ports) return Reason::too_few_switch_ports;
    if (scheduler.reads_delay && structure.subrings.restore && !base.reads_subrings)
        return Reason::restore_not_supported;
    if (traits.refuse)
        if (const auto why = traits.refuse(structure, options)) return why;
    const auto& steps = structure.collective.steps;
    const bool has_union = std::any_of(steps.begin(), steps.end(), [](const kernels::Step& step) {
        return !step.other_peers.empty();
    });
    if (!has_union || traits.plane_scheduler()) return std::nullopt;
    if (structure.measure.takes_shortest_paths)
        return structure.collective.transmitters.count > 0 && base.takes_transmitters
                   ? std::nullopt
                   : std::optional(Reason::unions_not_supported);
    if (base.multi_peer_steps == MultiPeerSteps::any) return std::nullopt;
    if (base.multi_peer_steps == MultiPeerSteps::none) return Reason::unions_not_supported;
    if (structure.costs.has_rounds()) return Reason::split_unions_not_supported;
    return std::nullopt;
}

}  // namespace

std::optional<Reason> why_not_applicable(const SchedulerRow& scheduler, const Problem& structure,
                                         const SchedulerOptions& options) {
    const auto& traits = scheduler.traits;
    const bool lanes = structure.measure.on_lanes();
    if (traits.never != Reason::none) return traits.never;
    if (structure.rings.has_value() != (traits.ring() != nullptr))
        return lanes ? Reason::other_topology : Reason::other_rules;
    if (!structure.collective.alternatives.empty() && !traits.chooses_algorithm)
        return Reason::needs_one_algorithm;
    if (lanes != traits.shares_lanes()) return Reason::other_rules;
    if (!lanes) return refuse_off_lanes(scheduler, structure, options);
    if (structure.subrings.restore && scheduler.reads_delay && !traits.restores)
        return Reason::restore_not_supported;
    return traits.refuse ? traits.refuse(structure, options) : std::nullopt;
}

}  // namespace lightsweep::solvers
