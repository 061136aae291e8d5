#include "kernels/schedule.hpp"

#include <algorithm>

namespace lightsweep::kernels {

Schedule bases_or_matching(const std::vector<Topology>& bases,
                           const std::vector<Permutation>& steps,
                           const std::vector<std::size_t>& state) {
    Schedule schedule{bases, {}, bases.size()};
    auto& all = schedule.topologies;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (state[i] < bases.size()) {
            schedule.choice.push_back(state[i]);
            continue;
        }
        const Topology wanted = Topology::matching(steps[i]);
        const auto found =
            std::find(all.begin() + static_cast<std::ptrdiff_t>(bases.size()), all.end(), wanted);
        schedule.choice.push_back(static_cast<std::size_t>(found - all.begin()));
        if (found == all.end()) all.push_back(wanted);
    }
    return schedule;
}

}  // namespace lightsweep::kernels
