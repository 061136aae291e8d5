// The ragged groups of a sweep: lists per structure, and events per point.
#include "engine/journal/manifest.hpp"
#include "kernels/parallel/for_each.hpp"
#include "sweeps/events/lightpath_events.hpp"
#include "sweeps/events/plane_events.hpp"
#include "sweeps/farm/row_walk.hpp"
#include "sweeps/farm/sweep_workload.hpp"
#include "sweeps/rows/envelope_row.hpp"
#include "sweeps/rows/topology_names.hpp"

namespace lightsweep::sweeps {

namespace {

constexpr std::size_t decision_place = 7;  // envelope_columns

}  // namespace

std::size_t SweepWorkload::append_events(const FileGroup& plan, const Indices& indices,
                                         engine::RaggedRow& row) {
    if (!sweep_.grids[plan.grid].selected(indices)) return 0;
    thread_local solvers::ResultRow result;
    result.want_decisions = true;
    std::shared_ptr<const ReadyScheduler> used;
    const double delay = points_[plan.grid]->delay(indices);
    const auto outcome = evaluate(plan, indices, *plan.scheduler, {&delay, 1}, result, used);
    if (outcome != Outcome::computed) return outcome == Outcome::failed;
    const auto& structure = *used->structure;
    if (structure.rings) {
        const auto* known = used->plan->lightpaths(result.decision[0]);
        if (!known) return 0;  // formulas, and schedules whose lightpaths are not built
        const auto& lightpaths = *known;
        if (count_lightpaths(lightpaths, *structure.rings) > most_listed_lightpaths) {
            note_failure(plan, too_many_lightpaths(lightpaths, *structure.rings));
            return 1;
        }
        append_lightpaths(in_steps(lightpaths, structure.rings->half), row);
        return 0;
    }
    const auto parameters = points_[plan.grid]->parameters(indices, structure);
    const auto run = run_planes(structure, parameters, result, 0);
    append_plane_events(
        run ? run->timeline.events : used->plan->particulars(kernels::row_at(parameters)).events,
        structure.planes, row);
    return 0;
}

template <class Act>
void SweepWorkload::for_each_candidate(const FileGroup& plan, Indices indices,
                                       const Act& act) const {
    const GridSpec& grid = sweep_.grids[plan.grid];
    const auto& all = candidates_[plan.grid];
    for (std::size_t c = 0; c < all.size(); ++c) {
        if (all[c].scheduler->traits.is_formula) continue;
        for (std::size_t i = 0; i < minimised_[plan.grid].size(); ++i)
            indices[minimised_[plan.grid][i]] = all[c].settings[i];
        if (grid.applicable(indices) && grid.verdict(structural_part(grid, indices)) != Verdict::no)
            act(c, indices);
    }
}

std::shared_ptr<const kernels::Envelope> SweepWorkload::schedules_of(
    const FileGroup& plan, const Indices& indices, const solvers::SchedulerRow& scheduler) {
    if (!lists_envelope(sweep_.grids[plan.grid], scheduler)) return nullptr;
    try {
        const auto used = ready(plan.grid, indices, scheduler);
        return {used, used->plan->envelope()};
    } catch (const NotApplicable&) {
        return nullptr;
    }
}

void SweepWorkload::append_portfolio(const FileGroup& plan, const Indices& indices,
                                     engine::RaggedRow& row) {
    PortfolioRow portfolio;
    for_each_candidate(plan, indices, [&](std::size_t c, const Indices& at) {
        const auto table = schedules_of(plan, at, *candidates_[plan.grid][c].scheduler);
        if (table) portfolio.add(static_cast<std::int32_t>(c), *table);
    });
    portfolio.append(row);
}

void SweepWorkload::append_unlisted(const FileGroup& plan, const Indices& indices,
                                    engine::RaggedRow& row) {
    for_each_candidate(plan, indices, [&](std::size_t c, const Indices& at) {
        const auto& scheduler = *candidates_[plan.grid][c].scheduler;
        if (!schedules_of(plan, at, scheduler) && applies(plan.grid, at, scheduler))
            row.append(0, static_cast<std::int32_t>(c));
    });
}

void SweepWorkload::append_search(const FileGroup& plan, const Indices& indices,
                                  engine::RaggedRow& row) {
    if (!applies(plan.grid, indices, *plan.scheduler)) return;
    const auto problem = built(plan.grid, structural_place(plan.grid, indices), *plan.scheduler);
    const auto& options = options_[plan.grid].at(std::string(plan.scheduler->name));
    const auto lines = plan.scheduler->search->lines(*problem->structure, options);
    for (const char one : lines) row.append(0, static_cast<std::int32_t>(one));
}

engine::TaskReport SweepWorkload::compute_row(engine::Task task, engine::RaggedRow& row) {
    const kernels::parallel::Borrowing others(idle_threads_);
    const FileGroup& plan = layout_.plans[task.group];
    const GridSpec& grid = sweep_.grids[plan.grid];
    if (plan.is_events())
        return {1, append_events(plan, grid_indices(grid, plan, block_of(task).at), row)};
    if (plan.is_of_candidates()) {
        const Indices at = grid_indices(grid, plan, block_of(task).at);
        plan.kind == FileGroup::Kind::portfolio ? append_portfolio(plan, at, row)
                                                : append_unlisted(plan, at, row);
        return {1, 0};
    }
    const std::uint64_t parametric = grid.points() / grid.structures();
    const Indices indices = grid.indices(task.index * parametric);
    if (!grid.applicable(indices)) return {1, 0};
    if (plan.kind == FileGroup::Kind::searches) {
        append_search(plan, indices, row);
        return {1, 0};
    }
    const auto& columns = layout_.layout.ragged[task.group - layout_.layout.arrays.size()].columns;
    const bool named = names_topologies(*plan.scheduler);
    try {
        const auto used = ready(plan.grid, indices, *plan.scheduler);
        if (const auto* table = used->plan->envelope()) {
            if (plan.kind == FileGroup::Kind::regions)
                append_regions(*table, row);
            else if (plan.kind == FileGroup::Kind::steps)
                append_steps(*table, *used->plan, row);
            else
                append_envelope(*table, columns.at(decision_place).width,
                                named ? &used->plan->space() : nullptr, row);
        }
    } catch (const NotApplicable&) {
        // no schedules, hence no list
    }
    return {1, 0};
}

}  // namespace lightsweep::sweeps
