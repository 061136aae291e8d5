#include "kernels/schedule.hpp"

#include <algorithm>

#include "kernels/decision_mask.hpp"

namespace lightsweep::kernels {

Schedule base_or_matching(const Topology& base, const std::vector<Permutation>& steps,
                          const std::vector<std::uint64_t>& decision) {
    Schedule schedule{{base}, {}};
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (!is_matched(decision, i)) {
            schedule.choice.push_back(0);
            continue;
        }
        const Topology wanted = Topology::matching(steps[i]);
        auto found = std::find(schedule.topologies.begin() + 1, schedule.topologies.end(), wanted);
        schedule.choice.push_back(static_cast<std::size_t>(found - schedule.topologies.begin()));
        if (found == schedule.topologies.end()) schedule.topologies.push_back(wanted);
    }
    return schedule;
}

}  // namespace lightsweep::kernels
