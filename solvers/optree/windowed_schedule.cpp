#include "solvers/optree/windowed_schedule.hpp"

#include "kernels/window_colours.hpp"

namespace lightsweep::solvers::optree {

namespace {

using kernels::Direction;
using kernels::Lightpath;
using kernels::Lightpaths;
using kernels::Node;

/// Calls that all nodes make alike, one stage or one round of it.
struct StageWriter {
    const RingTask& task;
    const StageShape& shape;
    Lightpaths& out;

    std::int64_t previous_stride() const { return task.nodes / shape.prefix; }
    /// Of the item numbered `k` among those of one node's class, seen from residue v mod s.
    std::int64_t copy(std::int64_t v, std::int64_t k) const {
        return k * shape.stride + v % shape.stride;
    }
    std::int64_t held() const { return shape.prefix * task.items_per_node; }

    /// v sends item k of the class of node `origin` over `length` positions.
    void send(std::int64_t v, std::int64_t origin, std::int64_t k, std::int64_t length,
              Direction direction, std::int64_t colour) const {
        const auto n = task.nodes;
        const auto ahead =
            direction == Direction::clockwise ? length * shape.stride : n - length * shape.stride;
        const auto owner =
            (origin + n) % previous_stride() + k / task.items_per_node * previous_stride();
        out.push_back(
            {static_cast<std::int32_t>(colour / task.wavelengths), static_cast<Node>(v),
             static_cast<Node>((v + ahead) % n),
             static_cast<std::int32_t>(owner * task.items_per_node + k % task.items_per_node),
             static_cast<std::int16_t>(colour % task.wavelengths), direction});
    }
    /// Position of v along its direction of travel.
    std::int64_t position(std::int64_t v, Direction direction) const {
        const auto p = v / shape.stride;
        return direction == Direction::clockwise ? p : shape.positions - 1 - p;
    }
};

constexpr Direction both[] = {Direction::clockwise, Direction::counterclockwise};

void write_direct(const StageWriter& writer, std::int64_t v, std::int64_t k) {
    const auto n = writer.shape.radix, copy = writer.copy(v, k);
    const auto tilings = kernels::ring_pair_tilings(n);
    for (const auto direction : both)
        for (std::int64_t length = 1; 2 * length < n; ++length)
            writer.send(v, v, k, length, direction,
                        copy * tilings +
                            kernels::ring_tiling(n, writer.position(v, direction) % n, length));
    if (n % 2) return;
    const auto tiling = copy * (n / 2) + v / writer.shape.stride % (n / 2);
    writer.send(v, v, k, n / 2, both[tiling % 2], writer.shape.copies * tilings + tiling / 2);
}

kernels::LightpathStage direct_stage(const RingTask& task, const StageShape& shape) {
    const auto cost = stage_cost(task, shape, {shape.radix, {}});
    return {static_cast<std::int32_t>(cost.steps), kernels::Dimension::along_rows,
            [task, shape](Lightpaths& out) {
                const StageWriter writer{task, shape, out};
                for (std::int64_t v = 0; v < task.nodes; ++v)
                    for (std::int64_t k = 0; k < writer.held(); ++k) write_direct(writer, v, k);
            }};
}

/// One round: hops 1 .. reach for every copy, and `half_hop` (0: none) for every second one.
struct Round {
    std::int64_t radius, half_hop;
    kernels::HopPlan hops;
};

void write_hops(const StageWriter& writer, const Round& round, std::int64_t v, std::int64_t k,
                Direction direction) {
    const auto p = writer.position(v, direction), ring = writer.shape.positions;
    const auto back = round.radius * writer.shape.stride;
    const auto origin = direction == Direction::clockwise ? v + writer.task.nodes - back : v + back;
    for (const auto& pair : round.hops.pairs) {
        const kernels::RingBlocks blocks(ring, pair.first + pair.second);
        const auto colour = writer.copy(v, k) * round.hops.wavelengths + pair.begin;
        writer.send(v, origin, k, pair.first, direction, colour + blocks.place(p));
        if (pair.second)
            writer.send(v, origin, k, pair.second, direction,
                        colour + blocks.place((p - pair.first + ring) % ring));
    }
    const auto copy = writer.copy(v, k);
    if (round.half_hop == 0 || both[copy % 2] != direction) return;
    const kernels::RingBlocks blocks(ring, round.half_hop);
    writer.send(v, origin, k, round.half_hop, direction,
                writer.shape.copies * round.hops.wavelengths + copy / 2 * blocks.wavelengths() +
                    blocks.place(p));
}

kernels::LightpathStage round_stage(const RingTask& task, const StageShape& shape, std::int64_t d,
                                    std::int64_t radius) {
    const bool last = radius + d == shape.radius(), halved = last && shape.radix % 2 == 0;
    const Round round{radius, halved ? d : 0, kernels::plan_hops(shape.positions, d - halved)};
    const auto steps = ceil_div(round_colours(shape, d, last), task.wavelengths);
    return {static_cast<std::int32_t>(steps), kernels::Dimension::along_rows,
            [task, shape, round](Lightpaths& out) {
                const StageWriter writer{task, shape, out};
                for (std::int64_t v = 0; v < task.nodes; ++v)
                    for (std::int64_t k = 0; k < writer.held(); ++k)
                        for (const auto direction : both)
                            write_hops(writer, round, v, k, direction);
            }};
}

}  // namespace

kernels::LightpathSchedule windowed_schedule(const RingTask& task, const RadixPlan& plan) {
    auto schedule = kernels::ring_schedule(static_cast<Node>(task.nodes),
                                           static_cast<std::int32_t>(task.wavelengths),
                                           static_cast<std::int32_t>(task.items_per_node));
    std::int64_t prefix = 1;
    for (const auto& stage : plan.stages) {
        const StageShape shape(task, stage.radix, prefix);
        prefix *= stage.radix;
        if (stage.rounds.empty()) schedule.stages.push_back(direct_stage(task, shape));
        std::int64_t radius = 0;
        for (const auto d : stage.rounds) {
            schedule.stages.push_back(round_stage(task, shape, d, radius));
            radius += d;
        }
    }
    return schedule;
}

}  // namespace lightsweep::solvers::optree
