#include "solvers/optree/gather_construction.hpp"

#include "kernels/wdm/broadcast_bound.hpp"
#include "kernels/wdm/one_stage_colours.hpp"

namespace lightsweep::solvers::optree {

namespace {

using kernels::Direction;
using kernels::MulticastArcs;
using kernels::Node;

/// Writes the arcs of one item for all nodes in turn.
class ArcWriter {
  public:
    ArcWriter(const RingTask& task, MulticastArcs arcs, kernels::Lightpaths& out)
        : task_(task),
          arcs_(arcs),
          clockwise_(kernels::multicast_colours(arcs, task.nodes, 2) -
                     kernels::multicast_colours(arcs, task.nodes, 1)),
          counterclockwise_(kernels::multicast_colours(arcs, task.nodes, 1)),
          out_(out) {}

    /// Items of odd number: the mirror image.
    void write(std::int64_t item) {
        for (std::int64_t v = 0; v < task_.nodes; ++v) {
            const auto node = item % 2 ? task_.nodes - 1 - v : v;
            write_arc(kernels::clockwise_multicast_arc(arcs_, task_.nodes, v), node, item);
            write_arc(kernels::counterclockwise_multicast_arc(arcs_, task_.nodes, v), node, item);
        }
    }

  private:
    void write_arc(const kernels::ColouredArc& arc, std::int64_t node, std::int64_t item) {
        if (arc.length == 0) return;
        const auto direction = item % 2 ? kernels::other(arc.direction) : arc.direction;
        const auto ahead =
            direction == Direction::clockwise ? arc.length : task_.nodes - arc.length;
        const auto colour = first_colour(direction, item) + arc.colour;
        out_.push_back({static_cast<std::int32_t>(colour / task_.wavelengths),
                        static_cast<Node>(node), static_cast<Node>((node + ahead) % task_.nodes),
                        static_cast<std::int32_t>(node * task_.items_per_node + item),
                        static_cast<std::int16_t>(colour % task_.wavelengths), direction});
    }
    std::int64_t first_colour(Direction direction, std::int64_t item) const {
        const auto pairs = item / 2 * (clockwise_ + counterclockwise_);
        if (item % 2 == 0) return pairs;
        return pairs + (direction == Direction::clockwise ? clockwise_ : counterclockwise_);
    }

    const RingTask& task_;
    MulticastArcs arcs_;
    std::int64_t clockwise_, counterclockwise_;  ///< colours of an item with an even number
    kernels::Lightpaths& out_;
};

kernels::LightpathSchedule schedule_of(const RingTask& task, MulticastArcs arcs,
                                       std::int64_t steps) {
    auto schedule = kernels::ring_schedule(task.nodes, task.wavelengths, task.items_per_node);
    schedule.reception = kernels::Reception::every_node;
    schedule.stages.push_back({static_cast<std::int32_t>(steps), kernels::Dimension::along_rows,
                               [task, arcs](kernels::Lightpaths& out) {
                                   ArcWriter writer(task, arcs, out);
                                   for (std::int64_t i = 0; i < task.items_per_node; ++i)
                                       writer.write(i);
                               }});
    return schedule;
}

}  // namespace

GatherConstruction plan_multicast(const RingTask& task) {
    task.check();
    GatherConstruction plan;
    plan.task = task;
    plan.lower_bound =
        kernels::multicast_lower_bound(task.nodes, task.wavelengths, task.items_per_node);
    plan.possible = false;
    plan.reason =
        "no arcs of tapped lightpaths keep within " + std::to_string(task.longest) + " segments";
    for (const auto arcs : {MulticastArcs::halves, MulticastArcs::zigzag}) {
        if (kernels::longest_multicast_arc(arcs, task.nodes) > task.longest) continue;
        const auto steps = ceil_div(
            kernels::multicast_colours(arcs, task.nodes, task.items_per_node), task.wavelengths);
        if (plan.possible && steps >= plan.steps) continue;
        plan.possible = true;
        plan.reason.clear();
        plan.form = arcs == MulticastArcs::halves ? "tapped lightpaths over half the ring"
                                                  : "tapped lightpaths in a zigzag";
        plan.steps = plan.reconfigurations = steps;
        plan.schedule = schedule_of(task, arcs, steps);
    }
    return plan;
}

}  // namespace lightsweep::solvers::optree
