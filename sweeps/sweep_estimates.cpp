// How long the tasks of a sweep take, for their order and the time left.
#include <algorithm>

#include "engine/task_space.hpp"
#include "sweeps/row_walk.hpp"
#include "sweeps/sweep_workload.hpp"

namespace lightsweep::sweeps {

double SweepWorkload::structure_seconds(const GroupPlan& plan, const Indices& indices) const {
    const double steps = points_[plan.grid].n_steps(indices);
    const auto& parts = preparations_->of(plan.grid, structure_number(plan.grid, indices));
    const bool is_prepared = !parts.empty() && parts[0];
    if (!points_[plan.grid].has_topology(indices)) return 0;
    double seconds = is_prepared ? 0 : points_[plan.grid].build_seconds(indices);
    if (plan.scheduler) return seconds + plan.scheduler->prepare_seconds(steps);
    for (const auto& candidate : candidates_[plan.grid])
        seconds += candidate.scheduler->prepare_seconds(steps);
    return seconds;
}

double SweepWorkload::study_seconds(const GroupPlan& plan, Indices indices) const {
    const GridSpec& grid = sweep_.grids[plan.grid];
    std::replace(indices.begin(), indices.end(), open_index, std::size_t{0});
    const double own = find_study(grid.study).seconds(grid.at(indices));
    if (!plan.scheduler || !grid.applicable(indices)) return own;
    return own + plan.scheduler->point_seconds(points_[plan.grid].n_steps(indices));
}

double SweepWorkload::estimate(engine::Task task) const {
    const GroupPlan& plan = layout_.plans[task.group];
    const GridSpec& grid = sweep_.grids[plan.grid];
    if (plan.is_events()) return 1e-4;  // its solution is prepared, or quick
    if (plan.kind == GroupPlan::Kind::portfolio) {
        auto indices = grid_indices(grid, plan, block_of(task).at);
        std::replace(indices.begin(), indices.end(), open_index, std::size_t{0});
        return structure_seconds(plan, indices);
    }
    if (plan.is_list())
        return structure_seconds(plan,
                                 grid.indices(task.index * (grid.points() / grid.structures())));
    const auto& group = layout_.layout.arrays[task.group];
    const auto tiles = group.chunk_grid();
    std::vector<std::size_t> origin(tiles.size());
    double points = 1, structures = 1;
    std::uint64_t rest = task.index;
    for (std::size_t i = tiles.size(); i-- > 0; rest /= tiles[i]) {
        origin[i] = (rest % tiles[i]) * group.chunk[i];
        const double extent =
            static_cast<double>(std::min(group.chunk[i], group.axes[i].size() - origin[i]));
        points *= extent;
        if (grid.dimensions[plan.dimensions[i]].structural) structures *= extent;
    }
    Indices indices = grid_indices(grid, plan, origin);
    if (plan.is_study()) {
        const double shared = plan.scheduler ? structures * structure_seconds(plan, indices) : 0.0;
        return shared + points * study_seconds(plan, indices);
    }
    for (const std::size_t d : minimised_[plan.grid])
        if (indices[d] == open_index) indices[d] = 0;
    const double steps = points_[plan.grid].n_steps(indices);
    // Solutions that are shared are preparations, with estimates of their own.
    const auto seconds = [steps](const solvers::SchedulerRow& scheduler) {
        return scheduler.traits.shares_solutions ? 1e-5 : scheduler.point_seconds(steps);
    };
    double per_point = plan.scheduler ? seconds(*plan.scheduler) : 0.0;
    if (!plan.scheduler)
        for (const auto& candidate : candidates_[plan.grid])
            per_point += seconds(*candidate.scheduler);
    // Encoding a point costs about 0.1 us whatever computed it.
    return structures * structure_seconds(plan, indices) + points * (per_point + 1e-7);
}

}  // namespace lightsweep::sweeps
