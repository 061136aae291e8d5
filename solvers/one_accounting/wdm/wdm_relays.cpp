#include "solvers/one_accounting/wdm/wdm_relays.hpp"

#include <algorithm>
#include <numeric>

namespace lightsweep::solvers::one_accounting {

namespace {

using kernels::Direction;
using kernels::Lightpaths;
using kernels::Node;
using optree::RingTask;
using optree::StageShape;

constexpr Direction both[] = {Direction::clockwise, Direction::counterclockwise};

/// One round of one group of residues: every node sends the pieces [first, last) of the class of
/// the node `back` positions behind to the next position, over the lanes of its residue.
struct RelayRound {
    std::int64_t nodes, stride, classes;  ///< items with equal owner modulo `classes` are together
    ResidueGroup group;
    std::int64_t back, pieces;
    std::int64_t first, last;
    Direction direction;

    void write(Lightpaths& out) const {
        for (std::int64_t v = 0; v < nodes; ++v)
            if (v % stride >= group.begin && v % stride < group.begin + group.size)
                for (auto t = first; t < last; ++t) write_piece(out, v, t);
    }

  private:
    std::int64_t moved(std::int64_t v, std::int64_t positions) const {
        const auto ahead = positions * stride % nodes;
        return direction == Direction::clockwise ? (v + ahead) % nodes
                                                 : (v + nodes - ahead) % nodes;
    }
    void write_piece(Lightpaths& out, std::int64_t v, std::int64_t t) const {
        const auto origin = moved(v, (nodes / stride - back) % (nodes / stride));
        const auto owner = origin % classes + t / pieces * classes;
        const auto lane = (t - first) % group.lanes;
        out.push_back({static_cast<std::int32_t>((t - first) / group.lanes), static_cast<Node>(v),
                       static_cast<Node>(moved(v, 1)),
                       static_cast<std::int32_t>(owner * pieces + t % pieces),
                       static_cast<std::int16_t>((v % stride - group.begin) * group.lanes + lane),
                       direction});
    }
};

/// Adds two simultaneous rounds, one per direction, as steps of at most one item per lane.
void add_rounds(const RelayRound (&rounds)[2], WdmSchedule& schedule) {
    const auto slots = (rounds[0].last - rounds[0].first) / rounds[0].group.lanes;
    for (std::int64_t begin = 0; begin < slots; begin += rounds[0].pieces)
        schedule.step_slots.push_back(
            static_cast<std::int32_t>(std::min(rounds[0].pieces, slots - begin)));
    schedule.slots.stages.push_back({static_cast<std::int32_t>(slots),
                                     kernels::Dimension::along_rows,
                                     [a = rounds[0], b = rounds[1]](Lightpaths& out) {
                                         a.write(out);
                                         b.write(out);
                                     }});
}

}  // namespace

std::int64_t relayed_pieces(const RingTask& task, const StageShape& shape) {
    const auto halves = shape.radix % 2 == 0 ? 2 : 1;
    std::int64_t pieces = 1;
    for (const auto& group : residue_groups(shape.stride, task.wavelengths))
        pieces =
            std::lcm(pieces, halves * group.lanes / std::gcd(shape.prefix, halves * group.lanes));
    return pieces;
}

void add_relays(const RingTask& task, const StageShape& shape, WdmSchedule& schedule) {
    const std::int64_t pieces = schedule.slots.items_per_node, all = shape.prefix * pieces;
    for (const auto& group : residue_groups(shape.stride, task.wavelengths))
        for (std::int64_t back = 0; back < shape.radius(); ++back) {
            const bool halved = shape.radix % 2 == 0 && back + 1 == shape.radius();
            RelayRound rounds[2];
            for (int d = 0; d < 2; ++d) {
                const auto first = halved && d == 1 ? all / 2 : 0,
                           last = halved && d == 0 ? all / 2 : all;
                rounds[d] = {task.nodes, shape.stride, task.nodes / shape.prefix,
                             group,      back,         pieces,
                             first,      last,         both[d]};
            }
            add_rounds(rounds, schedule);
        }
}

void add_around(const RingTask& task, WdmSchedule& schedule) {
    const auto w = task.wavelengths;
    for (std::int64_t back = 0; back + 1 < task.nodes; ++back)
        add_rounds({{task.nodes, 1, task.nodes, {0, 1, w}, back, 2 * w, 0, w, both[0]},
                    {task.nodes, 1, task.nodes, {0, 1, w}, back, 2 * w, w, 2 * w, both[1]}},
                   schedule);
}

}  // namespace lightsweep::solvers::one_accounting
