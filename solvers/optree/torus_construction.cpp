#include "solvers/optree/torus_construction.hpp"

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

}  // namespace

TorusConstruction plan_torus(const TorusShape& shape, std::int64_t wavelengths, Method method,
                             TorusOrder order) {
    const bool rows_first = order == TorusOrder::rows_first;
    const auto d = rows_first ? Dimension::along_rows : Dimension::along_columns;
    const auto e = rows_first ? Dimension::along_columns : Dimension::along_rows;
    TorusConstruction plan;
    plan.order = order;
    plan.first = plan_gather({shape.ring_length(d), wavelengths}, method);
    plan.second = plan_gather({shape.ring_length(e), wavelengths, shape.ring_length(d)}, method);
    plan.schedule = {.shape = shape,
                     .wavelengths = static_cast<std::int32_t>(wavelengths),
                     .reception = plan.first.schedule.reception};
    for (const auto& stage : plan.first.schedule.stages)
        plan.schedule.stages.push_back(spread(stage, shape, d, 1));
    for (const auto& stage : plan.second.schedule.stages)
        plan.schedule.stages.push_back(spread(stage, shape, e, shape.ring_length(d)));
    return plan;
}

TorusConstruction plan_torus(const TorusShape& shape, std::int64_t wavelengths, Method method) {
    auto rows = plan_torus(shape, wavelengths, method, TorusOrder::rows_first);
    auto columns = plan_torus(shape, wavelengths, method, TorusOrder::columns_first);
    return columns.steps() < rows.steps() ? columns : rows;
}

}  // namespace lightsweep::solvers::optree
