#include "solvers/optree/windows/radix_program.hpp"

#include "kernels/wdm/window_colours.hpp"

namespace lightsweep::solvers::optree {

namespace {

using kernels::Direction;
using kernels::Lightpath;
using kernels::Lightpaths;
using kernels::Node;

/// Writes the calls that all nodes make equally, for one stage or one of its rounds.
struct StageWriter {
    const RingTask& task;
    const StageShape& shape;
    const SlotTable& slots;
    Lightpaths& out;

    std::int64_t previous_stride() const { return task.nodes / shape.prefix; }

    /// Node v sends item k of the class of node `origin` over `length` positions.
    void send(std::int64_t v, std::int64_t origin, std::int64_t k, std::int64_t length,
              Direction direction, std::int64_t colour) const {
        const auto n = task.nodes;
        const auto ahead =
            direction == Direction::clockwise ? length * shape.stride : n - length * shape.stride;
        const auto owner =
            (origin + n) % previous_stride() + k / task.items_per_node * previous_stride();
        const auto slot = slots.of(colour, k);
        out.push_back(
            {slot.step, static_cast<Node>(v), static_cast<Node>((v + ahead) % n),
             static_cast<std::int32_t>(owner * task.items_per_node + k % task.items_per_node),
             slot.wavelength, direction});
    }
    /// Position of v along its direction of travel.
    std::int64_t position(std::int64_t v, Direction direction) const {
        const auto p = v / shape.stride;
        return direction == Direction::clockwise ? p : shape.positions - 1 - p;
    }
};

constexpr Direction both[] = {Direction::clockwise, Direction::counterclockwise};

void write_direct(const StageWriter& writer, std::int64_t v, std::int64_t k) {
    const auto n = writer.shape.radix, stride = writer.shape.stride, residue = v % stride;
    const auto tilings = kernels::ring_pair_tilings(n);
    for (const auto direction : both)
        for (std::int64_t length = 1; 2 * length < n; ++length)
            writer.send(v, v, k, length, direction,
                        residue * tilings +
                            kernels::ring_tiling(n, writer.position(v, direction) % n, length));
    if (n % 2) return;
    const auto tiling = residue * (n / 2) + v / stride % (n / 2);
    const bool alone = tiling + 1 == stride * (n / 2) && tiling % 2 == 0;
    writer.send(v, v, k, n / 2, both[(alone ? k : tiling) % 2], stride * tilings + tiling / 2);
}

kernels::LightpathStage direct_stage(const RingTask& task, const StageShape& shape,
                                     const SlotTable& slots) {
    return {static_cast<std::int32_t>(slots.n_steps()), kernels::Dimension::along_rows,
            [task, shape, slots](Lightpaths& out) {
                const StageWriter writer{task, shape, slots, out};
                for (std::int64_t v = 0; v < task.nodes; ++v)
                    for (std::int64_t k = 0; k < shape.items(); ++k) write_direct(writer, v, k);
            }};
}

/// One round: hops 1 .. reach for every copy, and `half_hop` (0: none) for every second copy.
struct Round {
    std::int64_t radius, half_hop;
    kernels::HopConstruction hops;
};

void write_half_hop(const StageWriter& writer, const Round& round, std::int64_t v, std::int64_t k,
                    std::int64_t origin, Direction direction) {
    const auto stride = writer.shape.stride, residue = v % stride;
    const bool alone = residue + 1 == stride && residue % 2 == 0;
    if (both[(alone ? k : residue) % 2] != direction) return;
    const kernels::RingBlocks blocks(writer.shape.positions, round.half_hop);
    writer.send(v, origin, k, round.half_hop, direction,
                stride * round.hops.wavelengths + residue / 2 * blocks.wavelengths() +
                    blocks.place(writer.position(v, direction)));
}

void write_hops(const StageWriter& writer, const Round& round, std::int64_t v, std::int64_t k,
                Direction direction) {
    const auto p = writer.position(v, direction), ring = writer.shape.positions;
    const auto back = round.radius * writer.shape.stride;
    const auto origin = direction == Direction::clockwise ? v + writer.task.nodes - back : v + back;
    for (const auto& pair : round.hops.pairs) {
        const kernels::RingBlocks blocks(ring, pair.first + pair.second);
        const auto colour = v % writer.shape.stride * round.hops.wavelengths + pair.begin;
        writer.send(v, origin, k, pair.first, direction, colour + blocks.place(p));
        if (pair.second)
            writer.send(v, origin, k, pair.second, direction,
                        colour + blocks.place((p - pair.first + ring) % ring));
    }
    if (round.half_hop > 0) write_half_hop(writer, round, v, k, origin, direction);
}

kernels::LightpathStage round_stage(const RingTask& task, const StageShape& shape, std::int64_t d,
                                    std::int64_t radius, const SlotTable& slots) {
    const bool halved = radius + d == shape.radius() && shape.radix % 2 == 0;
    const Round round{radius, halved ? d : 0, kernels::plan_hops(shape.positions, d - halved)};
    return {static_cast<std::int32_t>(slots.n_steps()), kernels::Dimension::along_rows,
            [task, shape, round, slots](Lightpaths& out) {
                const StageWriter writer{task, shape, slots, out};
                for (std::int64_t v = 0; v < task.nodes; ++v)
                    for (std::int64_t k = 0; k < shape.items(); ++k)
                        for (const auto direction : both)
                            write_hops(writer, round, v, k, direction);
            }};
}

void add_rounds(const RingTask& task, const StageShape& shape, const WindowStage& stage,
                kernels::LightpathSchedule& schedule) {
    const auto backward = backward_rounds(stage);
    std::int64_t radius = 0;
    for (std::size_t i = 0; i < stage.rounds.size(); ++i) {
        const auto d = stage.rounds[i];
        const SlotTable slots{round_runs(shape, d, i + 1 == stage.rounds.size()), task.wavelengths,
                              stage.steps.empty() ? 0 : stage.steps[i], backward[i]};
        schedule.stages.push_back(round_stage(task, shape, d, radius, slots));
        radius += d;
    }
}

}  // namespace

kernels::LightpathSchedule windowed_schedule(const RingTask& task, const RadixConstruction& plan) {
    auto schedule = kernels::ring_schedule(task.nodes, task.wavelengths, task.items_per_node);
    std::int64_t prefix = 1;
    for (const auto& stage : plan.stages) {
        const StageShape shape(task, stage.radix, prefix);
        prefix *= stage.radix;
        const SlotTable direct{direct_runs(shape), task.wavelengths,
                               stage.steps.empty() ? 0 : stage.steps[0]};
        if (stage.rounds.empty())
            schedule.stages.push_back(direct_stage(task, shape, direct));
        else
            add_rounds(task, shape, stage, schedule);
    }
    return schedule;
}

}  // namespace lightsweep::solvers::optree
