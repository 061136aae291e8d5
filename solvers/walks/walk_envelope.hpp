#pragma once
// The optimum over all walks through states as schedule costs: the schedules that no other beats in
// start-ups, hops, congestion and reconfigurations at once. Where costs on one topology rise and
// fall together they are few (BRIDGE: 15 for a reduce-scatter on 256 nodes; PCCL: about as many as
// rounds); found once per problem, their least is the optimum at every message, latency and
// delay.

#include <functional>
#include <limits>
#include <optional>

#include "solvers/contract/prepared_scheduler.hpp"

namespace lightsweep::solvers {

// Schedules as walks: one state per step, what every step costs in each state, and which state may
// follow which. Staying in a topology is free, changing it costs one delay.

/// A state is a topology in force; states beyond the topologies, if any, are those once more, with
/// steps carried out in another way. All bits of a decision are a state's.
struct WalkSpace {
    DecisionSpace decisions;
    std::vector<kernels::StepCosts> on;  ///< per state
    std::vector<std::size_t> own;        ///< per step: the state of its own circuits
    /// Start-ups beyond the step's own, [state][step]; empty: none anywhere.
    std::vector<std::vector<std::int32_t>> more_steps{};
    /// Whether a step may be in state `to` after one in `from`; empty: always.
    std::function<bool(std::size_t step, std::size_t from, std::size_t to)> may_follow{};

    std::size_t steps() const { return own.size(); }
    std::size_t states() const { return on.size(); }
    /// Which topology is in force in a state.
    std::size_t topology_of(std::size_t state) const {
        return decisions.canonical(state % decisions.topologies.size());
    }
};

/// A walk of one state per step as a decision, and as a schedule.
std::vector<std::uint64_t> decision_of(const WalkSpace& space,
                                       const std::vector<std::size_t>& states);
kernels::ListedSchedule schedule_of(const WalkSpace& space, const std::vector<std::size_t>& states);

/// Walks extended step by step; of those that end in one state, the dominated are dropped. Among
/// equals the one that changes earlier to a later state stays (of subrings: the lexicographically
/// smallest segments where distances rise). Exponential in the steps at worst: nothing once more
/// than `most` walks are under way.
std::optional<kernels::Envelope> walk_envelope(
    const WalkSpace& space, std::size_t most = std::numeric_limits<std::size_t>::max());

}  // namespace lightsweep::solvers
