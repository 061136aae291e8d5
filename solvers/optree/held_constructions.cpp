#include "solvers/optree/held_constructions.hpp"

#include <algorithm>

namespace lightsweep::solvers::optree {

namespace {

using kernels::Dimension;
using kernels::Lightpath;
using kernels::LightpathStage;
using kernels::Node;
using kernels::TorusShape;

/// The node at a position of a ring.
Node node_at(const TorusShape& shape, Dimension d, Node ring, Node position) {
    return d == Dimension::along_rows ? ring * shape.columns + position
                                      : position * shape.columns + ring;
}

/// The owner of a ring's item: in the first phase the node itself, in the second phase the node of
/// its first ring that the item's number names.
Node owner(const TorusShape& shape, Dimension d, Node ring, std::int32_t item, std::int64_t items) {
    const auto position = static_cast<Node>(item / items), k = static_cast<Node>(item % items);
    if (items == 1) return node_at(shape, d, ring, position);
    return node_at(shape, d, k, position);
}

/// A ring's stage on all rings of a dimension.
LightpathStage spread(const LightpathStage& stage, const TorusShape& shape, Dimension d,
                      std::int64_t items) {
    return {stage.steps, d, [stage, shape, d, items](kernels::Lightpaths& out) {
                kernels::Lightpaths paths;
                stage.build(paths);
                const Node rings = shape.nodes() / shape.ring_length(d);
                for (Node ring = 0; ring < rings; ++ring)
                    for (const auto& path : paths) {
                        auto copy = path;
                        copy.source = node_at(shape, d, ring, path.source);
                        copy.destination = node_at(shape, d, ring, path.destination);
                        copy.item = owner(shape, d, ring, path.item, items);
                        out.push_back(copy);
                    }
            }};
}

constexpr double rarely = 1e-6;  ///< a small weight that only breaks ties

struct Corner {
    std::int64_t steps, reconfigurations;

    bool operator==(const Corner&) const = default;
    double of(const ConstructionPrice& cost) const {
        return cost.per_step * static_cast<double>(steps) +
               cost.per_reconfiguration * static_cast<double>(reconfigurations);
    }
};

Corner corner_of(const GatherConstruction& plan) {
    return {plan.steps, plan.reconfigurations};
}

/// Weights at which two corners cost the same.
ConstructionPrice tie(const Corner& few_steps, const Corner& few_reconfigurations) {
    return {static_cast<double>(few_steps.reconfigurations - few_reconfigurations.reconfigurations),
            static_cast<double>(few_reconfigurations.steps - few_steps.steps)};
}

class CornerSearch {
  public:
    CornerSearch(const RingTask& task, RadixFamily family) : task_(task), family_(family) {}

    std::vector<GatherConstruction> run() {
        add(plan_radices(task_, family_, {1, rarely}));
        add(plan_radices(task_, family_, {rarely, 1}));
        if (found_.size() > 1) between(corner_of(found_[0]), corner_of(found_[1]));
        return std::move(found_);
    }

  private:
    void add(GatherConstruction plan) {
        const auto same = [&](const GatherConstruction& known) {
            return corner_of(known) == corner_of(plan);
        };
        if (std::ranges::none_of(found_, same)) found_.push_back(std::move(plan));
    }
    void between(const Corner& few_steps, const Corner& few_reconfigurations) {
        const auto cost = tie(few_steps, few_reconfigurations);
        auto plan = plan_radices(task_, family_, cost);
        const auto corner = corner_of(plan);
        if (corner.of(cost) >= few_steps.of(cost) * (1 - 1e-12)) return;
        add(std::move(plan));
        between(few_steps, corner);
        between(corner, few_reconfigurations);
    }

    const RingTask& task_;
    RadixFamily family_;
    std::vector<GatherConstruction> found_{};
};

/// Whether b is not a corner between a and c, which have fewer reconfigurations and fewer steps
/// respectively.
bool is_above(const Corner& a, const Corner& b, const Corner& c) {
    return (b.steps - a.steps) * (c.reconfigurations - a.reconfigurations) >=
           (c.steps - a.steps) * (b.reconfigurations - a.reconfigurations);
}

/// The corners of the lower hull alone.
std::vector<GatherConstruction> hull_of(std::vector<GatherConstruction> plans) {
    std::ranges::stable_sort(plans, [](const GatherConstruction& a, const GatherConstruction& b) {
        return std::pair(a.reconfigurations, a.steps) < std::pair(b.reconfigurations, b.steps);
    });
    std::vector<GatherConstruction> hull;
    for (auto& plan : plans) {
        if (!hull.empty() && hull.back().steps <= plan.steps) continue;
        while (hull.size() > 1 &&
               is_above(corner_of(hull[hull.size() - 2]), corner_of(hull.back()), corner_of(plan)))
            hull.pop_back();
        hull.push_back(std::move(plan));
    }
    return hull;
}

}  // namespace

GatherConstruction plan_torus(const TorusShape& shape, std::int64_t wavelengths, Method method,
                              TorusOrder order) {
    const bool rows_first = order == TorusOrder::rows_first;
    const auto d = rows_first ? Dimension::along_rows : Dimension::along_columns;
    const auto e = rows_first ? Dimension::along_columns : Dimension::along_rows;
    const auto first = plan_gather({shape.ring_length(d), wavelengths}, method);
    const auto second =
        plan_gather({shape.ring_length(e), wavelengths, shape.ring_length(d)}, method);
    GatherConstruction plan;
    plan.form = (rows_first ? "rows " : "columns ") + first.form + ", then " +
                (rows_first ? "columns " : "rows ") + second.form;
    plan.steps = first.steps + second.steps;
    plan.lower_bound = first.lower_bound + second.lower_bound;
    plan.reconfigurations = first.reconfigurations + second.reconfigurations;
    plan.schedule = {.shape = shape,
                     .wavelengths = static_cast<std::int32_t>(wavelengths),
                     .reception = first.schedule.reception};
    for (const auto& stage : first.schedule.stages)
        plan.schedule.stages.push_back(spread(stage, shape, d, 1));
    for (const auto& stage : second.schedule.stages)
        plan.schedule.stages.push_back(spread(stage, shape, e, shape.ring_length(d)));
    return plan;
}

GatherConstruction plan_torus(const TorusShape& shape, std::int64_t wavelengths, Method method) {
    auto rows = plan_torus(shape, wavelengths, method, TorusOrder::rows_first);
    auto columns = plan_torus(shape, wavelengths, method, TorusOrder::columns_first);
    const auto bound = std::min(rows.lower_bound, columns.lower_bound);
    auto& better = columns.steps < rows.steps ? columns : rows;
    better.lower_bound = bound;
    return std::move(better);
}

std::vector<GatherConstruction> plan_held_gathers(const RingTask& task, Method method) {
    std::vector<GatherConstruction> plans;
    plans.push_back(plan_gather(task, method));
    const bool relayed = method == Method::windowed || method == Method::optimal;
    if (relayed) plans.push_back(plan_strides(task));
    if (relayed || method == Method::lifted)
        for (auto& plan :
             CornerSearch(task, relayed ? RadixFamily::windowed : RadixFamily::lifted).run())
            plans.push_back(std::move(plan));
    std::erase_if(plans, [](const GatherConstruction& plan) { return !plan.possible; });
    for (auto& plan : plans) count_setups(plan);
    return hull_of(std::move(plans));
}

}  // namespace lightsweep::solvers::optree
