// Estimated times of a sweep's tasks, for their order and for the time left.
#include <algorithm>
#include <cmath>

#include "sweeps/farm/row_walk.hpp"
#include "sweeps/farm/sweep_workload.hpp"

namespace lightsweep::sweeps {

namespace {

constexpr double list_seconds = 1e-4;  // of events; its solution is prepared, or fast
constexpr double event_seconds = 5e-7, event_bytes = 100;
constexpr double encode_seconds = 1e-7;
constexpr double task_seconds = 2e-5;             // of the journal and the file, beside its points
constexpr double bound_seconds = 8e-6;            // of any scheduler on lanes, at a point of `best`
constexpr double shared_solution_seconds = 1e-5;  // it is a preparation with its own estimate

// Compression in the file of numbers, and of words that are mostly zeros.
constexpr double list_compression = 0.2, zeros_compression = 0.002, lightpath_compression = 0.007;
constexpr double events_per_step = 6;
constexpr double characters_of_search = 2e4;
constexpr double runs_on_rings = 4;  // runs of equal steps in a schedule

double point_seconds(const solvers::SchedulerRow& scheduler, double runs) {
    const auto& traits = scheduler.traits;
    // continues from a shared solution
    const bool goes_on = traits.shares_lanes() && !traits.ends_by_budget;
    return traits.shares_solutions && !goes_on ? shared_solution_seconds
                                               : scheduler.point_seconds(runs);
}

/// Memory of the largest row of a study, among at most 100,000 of its points [B].
double largest_row(const GridSpec& grid) {
    const auto bytes = grid.study.empty() ? nullptr : find_study(grid.study).bytes;
    double largest = 0;
    for (std::uint64_t p = 0; bytes && p < grid.points(); p += 1 + grid.points() / 100'000)
        largest = std::max(largest, bytes(grid.at(grid.indices(p))));
    return largest;
}

}  // namespace

double SweepWorkload::plan_seconds(std::size_t grid, std::uint64_t structure,
                                   const solvers::SchedulerRow& scheduler, Planned& planned) const {
    if (!planned.insert({grid, structure, &scheduler}).second) return 0;
    const auto& one = structures_->of(grid, structure);
    const auto& parts = preparations_->of(grid, structure);
    const bool is_built =
        (!parts.empty() && parts[0]) || !planned.insert({grid, structure, nullptr}).second;
    const bool flows =
        one.uneven && scheduler.traits.stays && one.steps < solvers::most_carried_nodes;
    const double flow = flows ? 1e-9 * std::pow(one.steps, 4.5) : 0;
    return (is_built ? 0 : one.build_seconds) + scheduler.prepare_seconds(one.runs) + flow;
}

double SweepWorkload::study_seconds(const FileGroup& plan, Indices indices) const {
    const GridSpec& grid = sweep_.grids[plan.grid];
    std::replace(indices.begin(), indices.end(), open_index, std::size_t{0});
    const double own = find_study(grid.study).seconds(grid.at(indices));
    if (!plan.scheduler || !grid.applicable(indices)) return own;
    return own + plan.scheduler->point_seconds(n_runs(*points_[plan.grid], indices));
}

std::set<std::uint64_t> SweepWorkload::structures_in(const FileGroup& plan,
                                                     const Block& block) const {
    const GridSpec& grid = sweep_.grids[plan.grid];
    const std::uint64_t parametric = grid.points() / grid.structures();
    auto numbers = structures_of(grid, plan, block.at, block.extent);
    const auto chosen = [&](std::size_t d) {
        const auto among = [d](const auto& all) { return std::ranges::find(all, d) != all.end(); };
        return among(plan.dimensions) || (!plan.scheduler && among(minimised_[plan.grid]));
    };
    for (std::size_t d = 0; d < grid.n_structural_dimensions(); ++d)
        if (!chosen(d))  // an axis that the scheduler does not read
            std::erase_if(numbers, [&](std::uint64_t number) {
                return grid.indices(number * parametric)[d] != 0;
            });
    return numbers;
}

double SweepWorkload::schedules_seconds(const FileGroup& plan, const Block& block, double points,
                                        Planned& planned) const {
    double seconds = 0;
    for (const std::uint64_t number : structures_in(plan, block)) {
        const double runs = structures_->of(plan.grid, number).runs;
        const auto add = [&](const solvers::SchedulerRow& scheduler) {
            if (!structures_->open_to(scheduler, plan.grid, number)) return;
            seconds += plan_seconds(plan.grid, number, scheduler, planned) +
                       points * point_seconds(scheduler, runs);
        };
        if (plan.scheduler) {
            add(*plan.scheduler);
            continue;
        }
        for (const auto& name : sweep_.schedulers) add(find_scheduler(name, sweep_.rules));
    }
    return seconds;
}

double SweepWorkload::bounds_seconds(const FileGroup& plan, const Block& block) const {
    if (plan.scheduler || !find_scheduler(sweep_.schedulers[0], sweep_.rules).traits.shares_lanes())
        return 0;
    const bool lanes = std::ranges::any_of(structures_in(plan, block), [&](std::uint64_t number) {
        const auto& one = structures_->of(plan.grid, number);
        return one.open && !one.rings;
    });
    return lanes ? bound_seconds : 0;
}

std::uint64_t SweepWorkload::locality(engine::Task task) const {
    const FileGroup& plan = layout_.plans[task.group];
    const GridSpec& grid = sweep_.grids[plan.grid];
    Indices at = structural_place(plan.grid, grid_indices(grid, plan, block_of(task).at));
    for (const std::size_t d : minimised_[plan.grid]) at[d] = 0;
    return 1 + grid.flat(at) * sweep_.grids.size() + plan.grid;
}

double SweepWorkload::estimate(engine::Task task) const {
    Planned none;
    return estimate(task, none);
}

std::function<double(engine::Task)> SweepWorkload::estimates_in_order() const {
    return
        [this, planned = Planned()](engine::Task task) mutable { return estimate(task, planned); };
}

double SweepWorkload::estimate(engine::Task task, Planned& planned) const {
    const FileGroup& plan = layout_.plans[task.group];
    const GridSpec& grid = sweep_.grids[plan.grid];
    const Block block = block_of(task);
    if (plan.is_events()) {
        double seconds = list_seconds;
        for (const std::uint64_t structure : structures_in(plan, block))
            seconds += event_seconds * events(plan.grid, structure);
        return seconds;
    }
    if (plan.is_list()) return task_seconds + schedules_seconds(plan, block, 0, planned);
    double points = 1, structures = 1;
    for (std::size_t i = 0; i < block.extent.size(); ++i) {
        const auto extent = static_cast<double>(block.extent[i]);
        (grid.dimensions[plan.dimensions[i]].structural ? structures : points) *= extent;
    }
    if (plan.is_points()) return structures * points * encode_seconds;
    if (!plan.is_study())
        return schedules_seconds(plan, block, points, planned) +
               structures * points * (encode_seconds + bounds_seconds(plan, block));
    const double shared = plan.scheduler ? schedules_seconds(plan, block, 0, planned) : 0.0;
    return shared + structures * points * study_seconds(plan, grid_indices(grid, plan, block.at));
}

double SweepWorkload::events(std::size_t grid, std::uint64_t structure) const {
    const auto& one = structures_->of(grid, structure);
    if (!one.rings) return events_per_step * one.steps;
    const GridSpec& spec = sweep_.grids[grid];
    const auto at = spec.indices(structure * (spec.points() / spec.structures()));
    return std::pow(points_[grid]->size(at).nodes, 2);
}

/// Measured: the optimum over many walks has about twenty schedules, over few steps fewer.
double SweepWorkload::list_elements(const FileGroup& plan, std::uint64_t structure) const {
    const double steps = structures_->of(plan.grid, structure).steps;
    if (plan.is_events()) return events(plan.grid, structure);
    if (plan.kind == FileGroup::Kind::unlisted) return 1;
    if (plan.scheduler && !structures_->open_to(*plan.scheduler, plan.grid, structure)) return 0;
    if (plan.kind == FileGroup::Kind::searches)
        return searches_->needs(plan, structure).empty() ? 0 : characters_of_search;
    const double schedules = 1 + std::log2(1 + steps);
    if (plan.kind != FileGroup::Kind::steps) return schedules;
    return schedules * (plan.scheduler->traits.ring() == nullptr ? steps : runs_on_rings);
}

SweepWorkload::Memory SweepWorkload::memory() const {
    Memory memory;
    for (std::size_t g = 0; g < sweep_.grids.size(); ++g) {
        const GridSpec& grid = sweep_.grids[g];
        memory.largest = std::max(memory.largest, largest_row(grid));
        for (std::uint64_t s = 0; s < grid.structures(); ++s) {
            const auto indices = grid.indices(s * (grid.points() / grid.structures()));
            if (!structures_->of(g, s).open) continue;
            auto size = points_[g]->size(indices);
            if (structures_->of(g, s).rings) size.steps = 0;  // lightpaths alone
            const double problem = solvers::problem_bytes(size);
            memory.kept += problem;
            for (const auto& name : sweep_.schedulers) {
                const auto& scheduler = find_scheduler(name, sweep_.rules);
                if (!structures_->open_to(scheduler, g, s)) continue;
                const double own = scheduler.traits.bytes(size);
                const double told =
                    !sweep_.schedules ? 0
                    : scheduler.traits.ring()
                        ? event_bytes * events(g, s)
                        : solvers::answer_bytes(size, scheduler.traits.plane_scheduler());
                memory.largest = std::max(memory.largest, problem + own + told);
                // Trees are searched in memory that is given back.
                if (!scheduler.traits.ring()) memory.kept += own;
            }
        }
    }
    // Measured: the heap loses about half as much. The largest problem is one of those kept.
    memory.kept = std::max(memory.largest,
                           1.5 * std::min(memory.kept, static_cast<double>(most_cached_bytes)));
    return memory;
}

double SweepWorkload::list_bytes(std::size_t ragged) const {
    const auto& layout = layout_.layout;
    const auto& group = layout.ragged[ragged];
    const FileGroup& plan = layout_.plans[layout.arrays.size() + ragged];
    const double structures = static_cast<double>(sweep_.grids[plan.grid].structures());
    double bytes = 0;
    for (std::uint64_t s = 0; s < sweep_.grids[plan.grid].structures(); ++s) {
        double element = 0;
        const bool lightpaths = plan.is_events() && structures_->of(plan.grid, s).rings;
        for (const auto& column : group.columns) {
            const auto all = static_cast<double>(column.point_bytes());
            element +=
                column.has_width_dimension()
                    ? zeros_compression * all +
                          list_compression * std::min(all, 2 * structures_->of(plan.grid, s).steps)
                    : (lightpaths ? lightpath_compression : list_compression) * all;
        }
        bytes += list_elements(plan, s) * element;
    }
    // Lists over other axes than the structures': events, and the best of all.
    return bytes * static_cast<double>(engine::product(group.shape())) / structures;
}

}  // namespace lightsweep::sweeps
