#include "solvers/one_accounting/wdm/wdm_cost.hpp"

#include <algorithm>

#include "kernels/wdm/broadcast_bound.hpp"
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

ColourSplits::ColourSplits(std::int64_t wavelengths)
    : wavelengths_(wavelengths), hulls_{{{0, 0, 0.0, 0}}} {
    for (std::int64_t width = wavelengths; width > 0;
         width = wavelengths / (wavelengths / width + 1))
        widths_.push_back(width);
}

void ColourSplits::extend() {
    const auto colours = static_cast<std::int64_t>(hulls_.size());
    std::vector<Point> points;
    for (const auto width : widths_) {
        const auto& before = hulls_[std::max(colours - width, std::int64_t{})];
        for (std::size_t i = 0; i < before.size(); ++i)
            points.push_back({before[i].steps + 1, std::min(width, colours),
                              before[i].items + 1 / static_cast<double>(wavelengths_ / width), i});
    }
    std::ranges::sort(points, {}, [](const Point& one) { return std::pair(one.steps, one.items); });
    std::vector<Point> hull;
    for (const auto& point : points) {
        if (!hull.empty() && point.items > hull.back().items - 1e-12) continue;
        const auto is_above = [&](const Point& a, const Point& b) {
            return (b.items - a.items) * static_cast<double>(point.steps - a.steps) >
                   (point.items - a.items) * static_cast<double>(b.steps - a.steps) - 1e-12;
        };
        while (hull.size() > 1 && is_above(hull[hull.size() - 2], hull.back())) hull.pop_back();
        hull.push_back(point);
    }
    hulls_.push_back(std::move(hull));
}

std::vector<std::vector<std::int64_t>> ColourSplits::of(std::int64_t colours) {
    const auto left = static_cast<std::size_t>(colours % wavelengths_);
    while (hulls_.size() <= left) extend();
    std::vector<std::vector<std::int64_t>> found;
    for (const auto& last : hulls_[left]) {
        auto& rest = found.emplace_back();
        auto colour = left;
        for (const Point* at = &last; colour > 0; at = &hulls_[colour][at->before]) {
            rest.push_back(at->width);
            colour -= static_cast<std::size_t>(at->width);
        }
    }
    return found;
}

std::int64_t direct_colours(const optree::StageShape& shape, bool tree) {
    return tree ? optree::tree_stage_colours(shape)
                : kernels::lifted_wavelengths(shape.radix, shape.copies);
}

std::vector<std::pair<std::int64_t, std::int64_t>> direct_runs(
    std::int64_t colours, std::int64_t wavelengths, const std::vector<std::int64_t>& rest) {
    std::vector<std::pair<std::int64_t, std::int64_t>> runs{{wavelengths, colours / wavelengths}};
    if (rest.empty() && colours % wavelengths > 0) runs.emplace_back(colours % wavelengths, 1);
    for (const auto width : rest) runs.emplace_back(width, 1);
    return runs;
}

WdmCost direct_cost(const optree::RingTask& task, std::int64_t colours,
                    const std::vector<std::int64_t>& rest) {
    WdmCost cost;
    for (const auto& [width, steps] : direct_runs(colours, task.wavelengths, rest))
        cost.add({steps, task.nodes > 3 ? steps : 0,
                  static_cast<double>(steps) / static_cast<double>(task.wavelengths / width)});
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

namespace {

using Launches = std::array<optree::StepLaunches, 2>;

/// Reduces the assignments of one step to `wavelengths`; false, without any change, if they do not
/// fit.
bool narrow(Launches& step, std::int64_t nodes, std::int64_t wavelengths) {
    std::array<optree::HopAssignment, 2> narrowed;
    for (std::size_t d = 0; d < 2; ++d) {
        auto found = optree::assign_hops(nodes, wavelengths, step[d].hops());
        if (!found) return false;
        narrowed[d] = std::move(*found);
    }
    for (std::size_t d = 0; d < 2; ++d) step[d].assignment = std::move(narrowed[d]);
    return true;
}

bool leads_to_neighbours(const Launches& step) {
    return std::ranges::all_of(step, [](const auto& direction) {
        const auto hops = direction.hops();
        return std::ranges::all_of(hops, [](auto hop) { return hop == 1; });
    });
}

}  // namespace

std::vector<bool> WdmBroadcast::charged() const {
    std::vector<bool> steps;
    bool lit = true;
    for (const auto& launches : plan.launches) {
        lit = lit && leads_to_neighbours(launches);
        steps.push_back(!lit);
    }
    return steps;
}

WdmCost WdmBroadcast::cost() const {
    WdmCost cost;
    const auto reconfigures = charged();
    for (std::size_t step = 0; step < parts.size(); ++step)
        cost.add({1, reconfigures[step] ? 1 : 0, 1.0 / static_cast<double>(parts[step])});
    return cost;
}

bool wdm_broadcast_is_one_stage(const optree::RingTask& task) {
    return kernels::gather_lower_bound(task.nodes, task.wavelengths, 1) <= 1;
}

WdmBroadcast wdm_broadcast(const optree::RingTask& task) {
    WdmBroadcast found{optree::plan_broadcast(task), {}};
    auto& plan = found.plan;
    for (std::size_t step = 0; step < plan.launches.size(); ++step) {
        const auto load = std::max({plan.load(step, 0), plan.load(step, 1), std::int64_t{1}});
        auto parts = std::max<std::int64_t>(1, task.wavelengths / load);
        while (parts > 1 &&
               !narrow(plan.launches[step], plan.virtual_nodes, task.wavelengths / parts))
            --parts;
        found.parts.push_back(parts);
    }
    return found;
}

}  // namespace lightsweep::solvers::one_accounting
