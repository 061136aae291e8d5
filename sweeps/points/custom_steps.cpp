// Collectives that a sweep file states step by step, alone or in groups (grid_points.hpp).
#include "kernels/collectives/collective_algorithms.hpp"
#include "kernels/collectives/transmitters.hpp"
#include "sweeps/points/grid_points.hpp"

namespace lightsweep::sweeps {

using kernels::Node;

kernels::Permutation permutation_of(const CustomStep& step, Node n) {
    switch (step.form) {
        case CustomStep::Form::shift:
            return kernels::Permutation::shift(n, step.amount);
        case CustomStep::Form::xor_mask:
            return kernels::Permutation::exclusive_or(n, static_cast<Node>(step.amount));
        case CustomStep::Form::peer:
            return kernels::Permutation::list({step.peers.begin(), step.peers.end()});
        case CustomStep::Form::label:
            break;
    }
    return kernels::Permutation::labelled(n, static_cast<Node>(step.amount));
}

kernels::Collective collective_of(const std::vector<CustomStep>& list, Node n) {
    std::vector<kernels::Step> steps;
    for (const auto& step : list) {
        steps.push_back({permutation_of(step, n), step.bytes});
        std::vector<double> bytes{step.bytes};
        for (const auto& other : step.other_peers) {
            steps.back().other_peers.push_back(permutation_of(other, n));
            bytes.push_back(other.bytes);
        }
        kernels::set_bytes(steps.back(), bytes);
    }
    return kernels::custom_collective(std::move(steps));
}

kernels::Collective collective_of(const TraceEntry& entry, Node n,
                                  std::optional<kernels::Order> order) {
    const bool custom = entry.collective == "custom";
    const auto members = static_cast<Node>(entry.groups.members(n));
    auto all = custom ? collective_of(entry.steps, members)
                      : kernels::build_collective(entry.collective, members, order);
    for (auto& step : all.steps) step.share *= custom ? 1 : entry.message;
    if (!entry.groups.given()) return all;
    return kernels::in_groups(std::move(all), lists_of(entry.groups, n), n);
}

}  // namespace lightsweep::sweeps
