#include "solvers/frontier/gathers/gather_plans.hpp"

#include <algorithm>

namespace lightsweep::solvers::frontier {

namespace {

using Plans = std::vector<FrontierPlan>;

/// The reduce-scatter of a plan, then its all-gather, which starts on the circuits on which the
/// reduce-scatter ends.
FrontierPlan both_halves(const FrontierPlan& gather) {
    auto plan = reversed(gather);
    plan.text += ", both ways";
    for (std::size_t t = 0; t < gather.x_backwards.size(); ++t)
        plan.steps[plan.steps.size() - 1 - t].x = gather.x_backwards[t];
    plan.steps.insert(plan.steps.end(), gather.steps.begin(), gather.steps.end());
    plan.moves = both_movements(gather.moves, gather.moves);
    return plan;
}

/// All-gathers whose lanes change together, or never.
Plans half_plans(const FrontierBase& base, bool base_last, double effort) {
    auto plans = static_plans(base, effort);
    if (base.stays) return plans;
    append(plans, leave_once(base.nodes(), base.lanes, effort));
    append(plans, direct(base.nodes(), base.nodes(), base.lanes));
    if (base.lanes == 1) append(plans, strides(base.nodes(), base_last));
    return plans;
}

const Plans& nothing_to_do() {
    static const Plans one{{"static levels", "one node", {}}};
    return one;
}

}  // namespace

Moving both_movements(Moving scatter, Moving gather, std::vector<MovementStep> between) {
    return moving(
        [scatter = std::move(scatter), gather = std::move(gather), between = std::move(between)] {
            auto movement = backwards((*scatter)(), false);
            movement.steps.insert(movement.steps.end(), between.begin(), between.end());
            const auto forth = (*gather)();
            movement.steps.insert(movement.steps.end(), forth.steps.begin(), forth.steps.end());
            return movement;
        });
}

Movement breadth_first_movement(const Group& group, const std::vector<Stretch>& stretches) {
    Movement movement{group};
    auto layers = breadth_first_layers(group, stretches);
    std::size_t t = 0;
    for (const auto& [generators, steps] : stretches)
        for (int step = 0; step < steps && t < layers.size(); ++step, ++t)
            movement.copy(generators, generators, {std::move(layers[t])});
    return movement;
}

Plans gather_plans(const FrontierBase& base, bool backwards, double effort) {
    const Node n = base.nodes();
    if (n == 1) return nothing_to_do();
    auto plans = half_plans(base, backwards, effort);
    if (backwards)
        for (auto& plan : plans) plan = reversed(std::move(plan));
    plans = without_dominated(std::move(plans));
    if (base.stays) return plans;
    append(plans, mixed_gathers(base, backwards, effort));
    append(plans, chord_gathers(base, backwards, effort));
    append(plans, alternating(base, backwards, false));
    return plans;
}

Plans all_reduce_plans(const FrontierBase& base, double effort) {
    const Node n = base.nodes();
    if (n == 1) return nothing_to_do();
    Plans plans;
    for (const auto& gather : half_plans(base, true, effort)) plans.push_back(both_halves(gather));
    append(plans, whole_vectors(base));
    append(plans, hybrids(base));
    append(plans, uneven_hybrids(base));
    append(plans, torus_hybrids(base));
    append(plans, walk_all_reduces(n, base.lanes));
    if (base.stays)
        std::erase_if(plans, [](const FrontierPlan& plan) { return plan.changes() > 0; });
    plans = without_dominated(std::move(plans));
    if (base.stays) return plans;
    append(plans, circulant_tilings(n, base.lanes, effort));
    append(plans, mixed_all_reduces(base, effort));
    append(plans, chord_all_reduces(base, effort));
    append(plans, alternating(base, false, true));
    append(plans, alternating_hybrids(base));
    return plans;
}

}  // namespace lightsweep::solvers::frontier
