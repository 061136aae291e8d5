#include "solvers/optree/trees/tree_schedule.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "kernels/wdm/window_colours.hpp"

namespace lightsweep::solvers::optree {

namespace {

using kernels::Direction;
using kernels::Lightpaths;
using kernels::Node;
using Items = std::vector<std::int32_t>;

void check_radices(const RingTask& task, const std::vector<std::int64_t>& radices) {
    task.check();
    std::int64_t product = 1;
    for (const auto radix : radices) {
        if (radix < 2)
            throw std::invalid_argument("radix " + std::to_string(radix) + ": must be at least 2");
        product = std::min(product * std::min(radix, task.nodes), task.nodes);
    }
    if (product < task.nodes)
        throw std::invalid_argument("the radices' product is " + std::to_string(product) +
                                    ": must be at least the number of nodes, " +
                                    std::to_string(task.nodes));
}

/// Number of colours of a stage per direction.
std::int64_t stage_colours(const RingTask& task, const std::vector<Group>& groups,
                           std::int64_t radix, const std::vector<std::int64_t>& held) {
    if (groups.size() == 1) {
        const auto parts = split_group(groups[0], radix);
        return kernels::lifted_wavelengths(static_cast<std::int64_t>(parts.size()),
                                           parts.front().size() * task.items_per_node);
    }
    std::int64_t most = 0;
    for (const auto& group : groups)
        if (group.size() > 1) most = std::max(most, line_load(split_group(group, radix), held));
    return most;
}

/// Writes the lightpaths of one stage: colour -> (step, wavelength).
struct TreeWriter {
    const RingTask& task;
    Lightpaths& out;

    void send(std::int64_t from, std::int64_t to, std::int32_t item, Direction direction,
              std::int64_t colour) const {
        out.push_back({static_cast<std::int32_t>(colour / task.wavelengths),
                       static_cast<Node>(from), static_cast<Node>(to), item,
                       static_cast<std::int16_t>(colour % task.wavelengths), direction});
    }
};

/// Writes the first stage: members are in order around the ring; a copy is a class and an item.
void write_ring(const TreeWriter& writer, const std::vector<Group>& parts,
                const std::vector<Items>& held) {
    const auto p = static_cast<std::int64_t>(parts.size()), m = writer.task.items_per_node;
    std::vector<GroupClass> classes;
    for_each_class(parts, [&](const GroupClass& members) { classes.push_back(members); });
    const auto tilings = kernels::ring_pair_tilings(p),
               copies = static_cast<std::int64_t>(classes.size()) * m;
    const auto send = [&](const GroupClass& members, std::int64_t copy, std::int64_t i,
                          std::int64_t j) {
        const auto& from = members[i];
        const auto item = held[from.node][copy % m];
        auto arc = kernels::ring_arc(p, i, j);
        auto colour = copy * tilings + arc.colour;
        if (2 * arc.length == p) {
            const auto tiling = copy * (p / 2) + i % (p / 2);
            arc.direction = tiling % 2 ? Direction::counterclockwise : Direction::clockwise;
            colour = copies * tilings + tiling / 2;
        }
        writer.send(from.node, members[j].node, item, arc.direction, colour);
    };
    for (std::int64_t copy = 0; copy < copies; ++copy) {
        const auto& members = classes[copy / m];
        for (std::int64_t i = 0; i < p; ++i)
            for (std::int64_t j = 0; j < p; ++j)
                if (i != j && !members[i].proxy) send(members, copy, i, j);
    }
}

/// An interval on a group's line: its sender sends all its items to its receiver.
struct Interval {
    std::int64_t from, to;
};

/// Writes the intervals of a group's line in one direction.
void write_intervals(const TreeWriter& writer, const Group& group, std::vector<Interval> intervals,
                     const std::vector<Items>& held, Direction direction) {
    const auto place = [&](std::int64_t node) {
        return direction == Direction::clockwise ? node - group.begin : group.end - 1 - node;
    };
    std::ranges::sort(intervals, [&](const auto& a, const auto& b) {
        return std::pair(place(a.from), place(a.to)) < std::pair(place(b.from), place(b.to));
    });
    kernels::IntervalColours colours(group.size());
    for (const auto& [from, to] : intervals)
        for (const auto item : held[from])
            writer.send(from, to, item, direction, colours.take(place(from), place(to)));
}

void write_line(const TreeWriter& writer, const Group& group, const std::vector<Group>& parts,
                const std::vector<Items>& held) {
    std::vector<Interval> up, down;
    for_each_class(parts, [&](const GroupClass& members) {
        for (const auto& from : members)
            for (const auto& to : members)
                if (!from.proxy && from.node != to.node)
                    (to.node > from.node ? up : down).push_back({from.node, to.node});
    });
    write_intervals(writer, group, std::move(up), held, Direction::clockwise);
    write_intervals(writer, group, std::move(down), held, Direction::counterclockwise);
}

/// `sizes`: number of items that every node held at the start of the stage.
void gather_items(const GroupClass& members, const std::vector<std::size_t>& sizes,
                  std::vector<Items>& held) {
    for (std::size_t i = 0; i < members.size(); ++i)
        for (std::size_t j = 0; j < members.size(); ++j) {
            if (i == j || members[j].proxy) continue;
            const auto from = static_cast<std::size_t>(members[j].node);
            auto& target = held[members[i].node];
            target.insert(target.end(), held[from].begin(),
                          held[from].begin() + static_cast<std::ptrdiff_t>(sizes[from]));
        }
}

std::vector<Items> own_items(const RingTask& task) {
    std::vector<Items> held(static_cast<std::size_t>(task.nodes));
    for (std::int64_t item = 0; item < task.nodes * task.items_per_node; ++item)
        held[item / task.items_per_node].push_back(static_cast<std::int32_t>(item));
    return held;
}

void gather_stage(const std::vector<Group>& groups, std::int64_t radix, std::vector<Items>& held) {
    std::vector<std::size_t> sizes;
    for (const auto& items : held) sizes.push_back(items.size());
    for (const auto& group : groups)
        for_each_class(split_group(group, radix),
                       [&](const GroupClass& members) { gather_items(members, sizes, held); });
}

/// Writes the lightpaths of stage number `stage`; the earlier stages are replayed to find the items
/// that nodes hold.
void write_stage(const RingTask& task, const std::vector<std::int64_t>& radices, std::size_t stage,
                 Lightpaths& out) {
    auto held = own_items(task);
    std::vector<Group> groups{{0, task.nodes}};
    for (std::size_t i = 0; i < stage; ++i) {
        gather_stage(groups, radices[i], held);
        groups = next_stage(groups, radices[i]);
    }
    const TreeWriter writer{task, out};
    if (stage == 0) return write_ring(writer, split_group(groups[0], radices[0]), held);
    for (const auto& group : groups)
        if (group.size() > 1) write_line(writer, group, split_group(group, radices[stage]), held);
}

}  // namespace

std::vector<std::int64_t> tree_colours(const RingTask& task,
                                       const std::vector<std::int64_t>& radices) {
    check_radices(task, radices);
    std::vector<std::int64_t> colours;
    std::vector<std::int64_t> held(static_cast<std::size_t>(task.nodes), task.items_per_node);
    std::vector<Group> groups{{0, task.nodes}};
    for (const auto radix : radices) {
        colours.push_back(stage_colours(task, groups, radix, held));
        for (const auto& group : groups) gather_counts(split_group(group, radix), held);
        groups = next_stage(groups, radix);
    }
    return colours;
}

kernels::LightpathSchedule tree_schedule(const RingTask& task,
                                         const std::vector<std::int64_t>& radices) {
    const auto colours = tree_colours(task, radices);
    auto schedule = kernels::ring_schedule(task.nodes, task.wavelengths, task.items_per_node);
    for (std::size_t stage = 0; stage < radices.size(); ++stage)
        schedule.stages.push_back(
            {static_cast<std::int32_t>(ceil_div(colours[stage], task.wavelengths)),
             kernels::Dimension::along_rows,
             [task, radices, stage](Lightpaths& out) { write_stage(task, radices, stage, out); }});
    return schedule;
}

}  // namespace lightsweep::solvers::optree
