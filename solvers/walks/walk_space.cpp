#include "solvers/walks/walk_space.hpp"

namespace lightsweep::solvers {

std::vector<std::uint64_t> decision_of(const WalkSpace& space,
                                       const std::vector<std::size_t>& states) {
    auto decision = kernels::base_throughout(space.steps(), space.decisions.bits);
    for (std::size_t i = 0; i < states.size(); ++i)
        kernels::put_state(decision, i, states[i], space.decisions.bits);
    return decision;
}

kernels::ListedSchedule schedule_of(const WalkSpace& space,
                                    const std::vector<std::size_t>& states) {
    kernels::ListedSchedule schedule{0, 0, 0, decision_of(space, states)};
    const auto& rules = space.decisions.rules;
    std::size_t before =
        rules.free_start && !states.empty() ? space.topology_of(states.front()) : 0;
    for (std::size_t i = 0; i < states.size(); ++i) {
        schedule.hops += space.on[states[i]].hops[i];
        schedule.congestion += space.on[states[i]].base_congestion(i);
        schedule.reconfigurations += space.topology_of(states[i]) != before;
        before = space.topology_of(states[i]);
    }
    if (rules.restore && before != 0) ++schedule.reconfigurations;
    return schedule;
}

}  // namespace lightsweep::solvers
