// The points of a sweep that are studies.
#include <time.h>

#include "sweeps/farm/row_walk.hpp"
#include "sweeps/farm/sweep_workload.hpp"
#include "sweeps/rows/result_columns.hpp"

namespace lightsweep::sweeps {

namespace {

/// Processor time of this thread [s]; other threads do not count.
double thread_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

StudyRow SweepWorkload::study_row(const FileGroup& plan, const Indices& indices) {
    const GridSpec& grid = sweep_.grids[plan.grid];
    const Study& study = find_study(grid.study);
    const Point point = grid.at(indices);
    if (!plan.scheduler) return study.row(point, nullptr);
    if (!grid.applicable(indices))
        return {{}, solvers::Status::not_applicable, solvers::Reason::no_such_algorithm};
    const auto used = ready(plan.grid, indices, *plan.scheduler);
    const auto parameters = points_[plan.grid]->parameters(indices, *used->structure);
    const PlannedCollective planned(used, parameters);
    return study.row(point, &planned);
}

std::size_t SweepWorkload::fill_study(const FileGroup& plan, RowWalk& walk, engine::Tile& tile) {
    const Indices indices = walk.indices();
    const std::size_t at = walk.offset();
    if (!sweep_.grids[plan.grid].selected(indices)) {
        exclude_point(at, tile);
        return 0;
    }
    try {
        const double before = thread_seconds();
        const StudyRow row = study_row(plan, indices);
        if (plan.kind == FileGroup::Kind::study_timing)
            tile.f64(0)[at] = thread_seconds() - before;
        else
            store_study(row, at, tile);
        return row.status == solvers::Status::error;
    } catch (const NotApplicable& refusal) {
        store_without_plan(solvers::Status::not_applicable, refusal.reason, at, 1, tile);
        return 0;
    } catch (const std::exception& failure) {
        note_failure(plan, failure.what());
        store_without_plan(solvers::Status::error, solvers::Reason::evaluation_failed, at, 1, tile);
        return 1;
    }
}

}  // namespace lightsweep::sweeps
