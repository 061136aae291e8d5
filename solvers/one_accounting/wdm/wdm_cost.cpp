#include "solvers/one_accounting/wdm/wdm_cost.hpp"

#include <algorithm>

#include "kernels/wdm/window_colours.hpp"

namespace lightsweep::solvers::one_accounting {

namespace {

using optree::ceil_div;

/// Cost of `halves` half items over circuits of `lanes` wavelengths each.
WdmCost held_cost(std::int64_t halves, std::int64_t lanes) {
    return {ceil_div(halves, 2 * lanes), 0,
            static_cast<double>(halves) / static_cast<double>(2 * lanes)};
}

}  // namespace

WdmCost coloured_cost(std::int64_t colours, std::int64_t wavelengths) {
    const auto full = colours / wavelengths, rest = colours % wavelengths;
    WdmCost cost{full, full, static_cast<double>(full)};
    if (rest > 0) cost.add({1, 1, 1.0 / static_cast<double>(wavelengths / rest)});
    return cost;
}

WdmCost direct_cost(const optree::RingTask& task, const optree::StageShape& shape, bool tree) {
    const auto colours = tree ? optree::tree_stage_colours(shape)
                              : kernels::lifted_wavelengths(shape.radix, shape.copies);
    auto cost = coloured_cost(colours, task.wavelengths);
    if (task.nodes <= 3) cost.reconfigurations = 0;
    return cost;
}

WdmCost relayed_cost(const optree::RingTask& task, const optree::StageShape& shape) {
    WdmCost cost;
    const auto items = shape.prefix * task.items_per_node;
    const bool halved = shape.radix % 2 == 0;
    for (const auto& group : residue_groups(shape.stride, task.wavelengths)) {
        const auto round = held_cost(2 * items, group.lanes);
        const auto rounds = shape.radius() - halved;
        cost.add({rounds * round.steps, 1, static_cast<double>(rounds) * round.items});
        if (halved) cost.add(held_cost(items, group.lanes));
    }
    if (shape.radix == task.nodes) cost.reconfigurations = 0;
    return cost;
}

std::vector<ResidueGroup> residue_groups(std::int64_t stride, std::int64_t wavelengths) {
    std::vector<ResidueGroup> groups;
    for (std::int64_t begin = 0; begin < stride; begin += wavelengths) {
        const auto size = std::min(wavelengths, stride - begin);
        groups.push_back({begin, size, wavelengths / size});
    }
    return groups;
}

}  // namespace lightsweep::solvers::one_accounting
