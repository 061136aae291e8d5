#include "sweeps/rows/topology_names.hpp"

#include <algorithm>

#include "kernels/envelopes/decision_mask.hpp"

namespace lightsweep::sweeps {

namespace {

constexpr std::string_view separator = "; ", rest = " ...";
constexpr std::size_t most_bytes = 8 * name_words;

std::string name_of(const kernels::Permutation& circuits, const kernels::Collective& collective) {
    const bool named =
        circuits.as_shift() || circuits.as_exclusive_or() || circuits.as_translation();
    for (std::size_t i = 0; !named && i < collective.steps.size(); ++i) {
        const auto& step = collective.steps[i];
        if (step.peer == circuits ||
            std::ranges::find(step.other_peers, circuits) != step.other_peers.end())
            return "peers of step " + std::to_string(i);
    }
    return circuits.describe();
}

/// Names of the topologies behind the states of `collective`'s steps; the first one is the base.
std::string names_used(const std::vector<kernels::Topology>& topologies,
                       const kernels::Collective& collective,
                       const std::function<std::size_t(std::size_t step)>& state_of) {
    std::vector<bool> seen(topologies.size(), false);
    std::string text;
    for (std::size_t i = 0; i < collective.steps.size(); ++i) {
        const std::size_t state = state_of(i);
        if (seen[state]) continue;
        seen[state] = true;
        const std::string name = state == 0 ? "base" : topology_name(topologies[state], collective);
        const std::string next = (text.empty() ? "" : std::string(separator)) + name;
        if (text.size() + next.size() + rest.size() > most_bytes) return text + std::string(rest);
        text += next;
    }
    return text;
}

}  // namespace

bool names_topologies(const solvers::SchedulerRow& scheduler) {
    const auto& traits = scheduler.traits;
    return traits.shares_lanes() && traits.ring() == nullptr && !traits.plane_scheduler() &&
           !traits.is_formula && !traits.lists_plans;
}

std::string topology_name(const kernels::Topology& topology,
                          const kernels::Collective& collective) {
    if (topology.kind() != kernels::Topology::Kind::lanes) return topology.describe();
    const auto& lanes = topology.lane_list();
    std::string name;
    for (const auto& one : lanes)
        name += (name.empty() ? "" : " | ") +
                (lanes.size() > 1 ? std::to_string(one.count) + " x " : "") +
                name_of(one.circuits, collective);
    return name;
}

std::string names_used(const solvers::DecisionSpace& space,
                       std::span<const std::uint64_t> decision) {
    if (!space.decoder)
        return names_used(space.topologies, space.structure->collective, [&](std::size_t step) {
            return kernels::state_at(decision, step, space.bits);
        });
    const auto carried = space.decode(decision);
    return names_used(carried.schedule.topologies, carried.collective,
                      [&](std::size_t step) { return carried.schedule.choice[step]; });
}

std::vector<std::uint64_t> words_of(const std::string& text) {
    std::vector<std::uint64_t> words(name_words, 0);
    for (std::size_t i = 0; i < std::min(text.size(), most_bytes); ++i)
        words[i / 8] |= std::uint64_t{static_cast<unsigned char>(text[i])} << (8 * (i % 8));
    return words;
}

}  // namespace lightsweep::sweeps
