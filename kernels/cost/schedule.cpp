#include "kernels/cost/schedule.hpp"

#include <algorithm>

#include "kernels/cost/matched_step.hpp"

namespace lightsweep::kernels {

namespace {

/// Index of the matching, which is appended if it is new.
std::size_t place_of(const Topology& wanted, Schedule& schedule) {
    auto& all = schedule.topologies;
    const auto found =
        std::find(all.begin() + static_cast<std::ptrdiff_t>(schedule.n_bases), all.end(), wanted);
    const auto place = static_cast<std::size_t>(found - all.begin());
    if (found == all.end()) all.push_back(wanted);
    return place;
}

}  // namespace

Schedule bases_or_matching(const std::vector<Topology>& bases, const Collective& collective,
                           const std::vector<std::size_t>& state) {
    Schedule schedule{bases, {}, bases.size()};
    const Node ports = collective.matching_ports();
    for (std::size_t i = 0; i < collective.steps.size(); ++i) {
        if (state[i] < bases.size()) {
            schedule.choice.push_back(state[i]);
            continue;
        }
        const auto rounds = rounds_of(collective.steps[i], ports);
        schedule.choice.push_back(place_of(round_circuits(rounds.front(), ports), schedule));
        if (rounds.size() > 1) schedule.later.resize(collective.steps.size());
        for (std::size_t r = 1; r < rounds.size(); ++r)
            schedule.later[i].push_back(place_of(round_circuits(rounds[r], ports), schedule));
    }
    return schedule;
}

}  // namespace lightsweep::kernels
