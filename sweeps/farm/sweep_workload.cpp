#include "sweeps/farm/sweep_workload.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>

#include "kernels/parallel/for_each.hpp"
#include "solvers/contract/scheduler_row.hpp"
#include "sweeps/farm/fingerprint.hpp"
#include "sweeps/farm/row_walk.hpp"
#include "sweeps/problem/domain_vocabulary.hpp"
#include "sweeps/rows/best_row.hpp"
#include "sweeps/rows/result_columns.hpp"

namespace lightsweep::sweeps {

SweepWorkload::SweepWorkload(Sweep sweep)
    : sweep_(std::move(sweep)),
      layout_(make_layout(sweep_)),
      tasks_(layout_.layout),
      cache_(most_cached_bytes) {
    for (const auto& grid : sweep_.grids) {
        points_.push_back(points_of(grid));
        candidates_.push_back(candidates(sweep_, grid));
        minimised_.push_back(minimised_dimensions(sweep_, grid));
        auto& options = options_.emplace_back();
        for (const auto& name : sweep_.schedulers)
            options[name] = scheduler_options(find_scheduler(name, sweep_.rules),
                                              sweep_.options_of(grid, name));
    }
    const auto& names = sweep_.schedulers;
    const bool with_pools = std::ranges::any_of(names, [&](const auto& name) {
        return find_scheduler(name, sweep_.rules).traits.base().reads_pool;
    });
    structures_ = std::make_unique<StructureEstimates>(points_);
    preparations_ = std::make_unique<StructurePreparations>(points_, with_pools);
    solutions_ = std::make_unique<SolutionPreparations>(points_, options_);
    searches_ = std::make_unique<SearchPreparations>(points_, options_);
}

template <class Use>
auto SweepWorkload::with_preparation(std::size_t preparation, Use use) const {
    const std::size_t flows = preparations_->size(), solved = flows + solutions_->size();
    if (preparation >= solved) return use(*searches_, preparation - solved);
    return preparation < flows ? use(*preparations_, preparation)
                               : use(*solutions_, preparation - flows);
}

std::string SweepWorkload::preparation_key(std::size_t preparation) const {
    return with_preparation(preparation, [](auto& all, std::size_t i) { return all.key(i); });
}

double SweepWorkload::preparation_estimate(std::size_t preparation) const {
    return with_preparation(preparation, [](auto& all, std::size_t i) { return all.estimate(i); });
}

std::string SweepWorkload::prepare(std::size_t preparation) {
    const kernels::parallel::Borrowing others(idle_threads_);
    return with_preparation(preparation, [](auto& all, std::size_t i) { return all.prepare(i); });
}

void SweepWorkload::adopt(std::size_t preparation, const engine::Preparation& result) {
    with_preparation(preparation, [&](auto& all, std::size_t i) { all.adopt(i, result); });
}

SweepWorkload::Block SweepWorkload::block_of(engine::Task task) const {
    return {tasks_.origin(task), tasks_.extent(task)};
}

std::vector<std::size_t> SweepWorkload::needs(engine::Task task) const {
    if (n_preparations() == 0) return {};
    const FileGroup& plan = layout_.plans[task.group];
    const GridSpec& grid = sweep_.grids[plan.grid];
    const Block block = block_of(task);
    std::set<std::size_t> needed;
    if (!plan.is_list())
        for (const std::size_t one : solutions_->needs(plan, block.at, block.extent))
            needed.insert(preparations_->size() + one);
    if (preparations_->size() + searches_->size() == 0) return {needed.begin(), needed.end()};
    const bool with_pool = reads_pool(plan);
    for (const auto structure : structures_of(grid, plan, block.at, block.extent)) {
        for (const std::size_t one : searches_->needs(plan, structure))
            needed.insert(preparations_->size() + solutions_->size() + one);
        const auto& parts = preparations_->of(plan.grid, structure);
        for (std::size_t k = 0; k < parts.size() && (k == 0 || with_pool); ++k)
            if (parts[k]) needed.insert(*parts[k]);
    }
    return {needed.begin(), needed.end()};
}

bool SweepWorkload::reads_pool(const FileGroup& plan) const {
    if (plan.scheduler) return plan.scheduler->traits.base().reads_pool;
    const auto& all = candidates_[plan.grid];
    return std::ranges::any_of(all, [](const Candidate& candidate) {
        return candidate.scheduler->traits.base().reads_pool;
    });
}

std::string SweepWorkload::fingerprint() const {
    return sweeps::fingerprint(sweep_);
}

/// Dimensions that the scheduler does not read are open: one value stands for all.
Indices SweepWorkload::structural_place(std::size_t grid, const Indices& indices) const {
    Indices structural = indices;
    for (std::size_t d = sweep_.grids[grid].n_structural_dimensions(); d < structural.size(); ++d)
        structural[d] = 0;
    std::replace(structural.begin(), structural.end(), open_index, std::size_t{0});
    return structural;
}

std::shared_ptr<const ReadyScheduler> SweepWorkload::built(std::size_t grid,
                                                           const Indices& structural,
                                                           const solvers::SchedulerRow& scheduler) {
    const GridSpec& spec = sweep_.grids[grid];
    const std::uint64_t number = spec.flat(structural);
    const std::uint64_t parametric = spec.points() / spec.structures();
    const auto& parts = preparations_->of(grid, number / parametric);
    const auto known = [&](std::size_t base) -> std::optional<kernels::StepCosts> {
        if (base >= parts.size() || !parts[base]) return std::nullopt;
        return preparations_->costs(*parts[base]);
    };
    // A pool is built only for schedulers that read it: its members must not fail the others.
    const bool with_pool = scheduler.traits.base().reads_pool;
    auto bare = cache_.get({grid, number, with_pool ? -2 : -1}, [&] {
        try {
            auto structure = points_[grid]->make_problem(structural, with_pool, known);
            structure.planes.known = solutions_->store();
            return ReadyScheduler{std::make_shared<const solvers::Problem>(std::move(structure)),
                                  nullptr};
        } catch (const NotApplicable& refusal) {
            return ReadyScheduler{nullptr, nullptr, refusal.reason};
        }
    });
    if (bare->refusal) throw NotApplicable{*bare->refusal};
    return bare;
}

bool SweepWorkload::applies(std::size_t grid, const Indices& indices,
                            const solvers::SchedulerRow& scheduler) {
    try {
        const auto bare = built(grid, structural_place(grid, indices), scheduler);
        return !solvers::why_not_applicable(scheduler, *bare->structure,
                                            options_[grid].at(std::string(scheduler.name)));
    } catch (const NotApplicable&) {
        return false;
    }
}

StructureCache::Key SweepWorkload::key_of(std::size_t grid, const Indices& indices,
                                          const solvers::SchedulerRow& scheduler) const {
    return {grid, sweep_.grids[grid].flat(structural_place(grid, indices)),
            solvers::place_of(scheduler)};
}

std::shared_ptr<const ReadyScheduler> SweepWorkload::ready(std::size_t grid, const Indices& indices,
                                                           const solvers::SchedulerRow& scheduler) {
    const auto bare = built(grid, structural_place(grid, indices), scheduler);
    const auto& options = options_[grid].at(std::string(scheduler.name));
    auto entry = cache_.get(key_of(grid, indices, scheduler), [&] {
        if (const auto why = solvers::why_not_applicable(scheduler, *bare->structure, options))
            return ReadyScheduler{bare->structure, nullptr, why};
        return ReadyScheduler{bare->structure,
                              solvers::prepare(scheduler, bare->structure, options)};
    });
    if (entry->refusal) throw NotApplicable{*entry->refusal};
    return entry;
}

SweepWorkload::Outcome SweepWorkload::evaluate(const FileGroup& plan, const Indices& indices,
                                               const solvers::SchedulerRow& scheduler,
                                               std::span<const double> delays,
                                               solvers::ResultRow& result,
                                               std::shared_ptr<const ReadyScheduler>& used) {
    result.resize(delays.size(), 1);
    const auto skip = [&](solvers::Reason why) {
        result.fill_without_plan(solvers::Status::not_applicable, why);
        return Outcome::not_applicable;
    };
    const GridSpec& grid = sweep_.grids[plan.grid];
    if (!grid.applicable(indices)) return skip(solvers::Reason::no_such_algorithm);
    if (grid.verdict(structural_part(grid, indices)) == Verdict::no)
        return skip(solvers::Reason::where_filter);
    if (scheduler.traits.never != solvers::Reason::none) return skip(scheduler.traits.never);
    if (!points_[plan.grid]->has_topology_of(scheduler, indices))
        return skip(solvers::Reason::other_topology);
    try {
        used = ready(plan.grid, indices, scheduler);
        const auto p = points_[plan.grid]->parameters(indices, *used->structure);
        std::vector<double> own;
        if (const auto delay = points_[plan.grid]->own_delay(indices, *used->structure))
            delays = own = std::vector(delays.size(), *delay);
        used->plan->evaluate({p.per_step_latency, p.per_hop_latency, p.message_time(), delays,
                              p.port_delay, p.compute_time},
                             result);
        if (result.reject_overflow() > 0) note_failure(plan, "the completion time overflows");
        return Outcome::computed;
    } catch (const NotApplicable& refusal) {
        return skip(refusal.reason);
    } catch (const std::exception& failure) {
        note_failure(plan, solvers::text_of(failure));
        return Outcome::failed;
    }
}

engine::TaskReport SweepWorkload::compute_tile(engine::Task task, engine::Tile& tile) {
    const kernels::parallel::Borrowing others(idle_threads_);
    const FileGroup& plan = layout_.plans[task.group];
    const auto& points = *points_[plan.grid];
    TileStructures structures(RowWalk::structures(points.grid(), plan, tile));
    const auto is_being_made = [&](std::size_t structure) {
        if (!plan.scheduler) return false;
        const auto at = RowWalk(points, plan, tile, structure).indices();
        return cache_.is_being_made(key_of(plan.grid, at, *plan.scheduler));
    };
    std::atomic<std::size_t> failed{0};
    const auto fill_next = [&](std::size_t) {
        RowWalk walk(points, plan, tile, structures.next(is_being_made));
        do {
            if (plan.is_study())
                failed += fill_study(plan, walk, tile);
            else if (plan.kind == FileGroup::Kind::points)
                fill_points(plan, walk, tile);
            else if (plan.kind == FileGroup::Kind::best)
                failed += fill_best(plan, walk, tile);
            else
                failed += fill_results(plan, walk, tile);
        } while (walk.next());
    };
    kernels::parallel::for_each(structures.count(), fill_next, std::chrono::microseconds(0));
    return {tile.points(), failed};
}

void SweepWorkload::fill_points(const FileGroup& plan, const RowWalk& walk, engine::Tile& tile) {
    RowSelection selected(sweep_.grids[plan.grid], walk, walk.indices());
    for (std::size_t i = 0; i < walk.length(); ++i) tile.i8(0)[walk.offset() + i] = selected(i);
}

std::size_t SweepWorkload::fill_results(const FileGroup& plan, RowWalk& walk, engine::Tile& tile) {
    thread_local solvers::ResultRow row;
    row.want_decisions = plan.kind == FileGroup::Kind::decisions;
    const Indices indices = walk.indices();
    std::shared_ptr<const ReadyScheduler> used;
    const auto outcome = evaluate(plan, indices, *plan.scheduler, walk.delays(), row, used);
    if (outcome == Outcome::computed)
        store_row(row, used->structure->collective, used->plan->space(), walk.offset(), tile);
    else if (outcome == Outcome::failed)
        store_without_plan(solvers::Status::error, solvers::Reason::evaluation_failed,
                           walk.offset(), walk.length(), tile);
    else
        store_without_plan(row.status[0], row.reason[0], walk.offset(), walk.length(), tile);
    RowSelection selected(sweep_.grids[plan.grid], walk, indices);
    std::size_t failed = 0;
    for (std::size_t i = 0; i < walk.length(); ++i) {
        if (!selected(i))
            exclude_point(walk.offset() + i, tile);
        else if (outcome == Outcome::computed)
            failed += row.status[i] == solvers::Status::error;
        else
            failed += outcome == Outcome::failed;
    }
    return failed;
}

namespace {
struct ByBounds {
    bool operator()(const std::shared_ptr<const solvers::Problem>& a,
                    const std::shared_ptr<const solvers::Problem>& b) const {
        return a->bounds < b->bounds;
    }
};

/// Sets the bound of all schedulers on this structure. in_groups: some of them cut steps into
/// groups of lanes.
void bound(const solvers::Problem& structure, bool in_groups, const GridPoints& points,
           RowWalk& walk, BestRow& best) {
    const auto p = points.parameters(walk.indices(), structure);
    const auto own = points.own_delay(walk.indices(), structure);
    const std::vector delays = own ? std::vector(walk.length(), *own)
                                   : std::vector(walk.delays().begin(), walk.delays().end());
    std::vector<double> bounds(walk.length());
    kernels::along_delays(delays, bounds, [&](double delay, double most) {
        const kernels::BoundParameters at{p.per_step_latency, p.per_hop_latency, p.message_time(),
                                          delay};
        return structure.rings ? structure.bounds->on_wdm_ring(at)
               : in_groups     ? structure.bounds->on_switch_in_groups(at, most)
                               : structure.bounds->on_switch(at, most);
    });
    for (std::size_t i = 0; i < walk.length(); ++i) best.bound_by(i, bounds[i]);
}

}  // namespace

std::size_t SweepWorkload::fill_best(const FileGroup& plan, RowWalk& walk, engine::Tile& tile) {
    BestRow best(walk.length());
    std::set<std::shared_ptr<const solvers::Problem>, ByBounds> bounded;
    for (std::size_t c = 0; c < candidates_[plan.grid].size(); ++c)
        if (const auto used = compare(plan, walk, c, best); used && used->structure->bounds)
            bounded.insert(used->structure);
    const bool in_groups = std::ranges::any_of(candidates_[plan.grid], [](const Candidate& one) {
        const auto* lanes = one.scheduler->traits.lanes();
        return lanes && lanes->cuts_steps;
    });
    for (const auto& structure : bounded)
        bound(*structure, in_groups, *points_[plan.grid], walk, best);
    best.store(walk.offset(), tile);
    return best.failed();
}

std::shared_ptr<const ReadyScheduler> SweepWorkload::compare(const FileGroup& plan, RowWalk& walk,
                                                             std::size_t c, BestRow& best) {
    thread_local solvers::ResultRow row;
    row.want_decisions = false;
    const Candidate& candidate = candidates_[plan.grid][c];
    Indices indices = walk.indices();
    for (std::size_t i = 0; i < minimised_[plan.grid].size(); ++i)
        indices[minimised_[plan.grid][i]] = candidate.settings[i];
    std::shared_ptr<const ReadyScheduler> used;
    const auto outcome = evaluate(plan, indices, *candidate.scheduler, walk.delays(), row, used);
    if (outcome == Outcome::not_applicable) return nullptr;
    RowSelection selected(sweep_.grids[plan.grid], walk, indices);
    for (std::size_t i = 0; i < walk.length(); ++i) {
        if (!selected(i))
            best.leave_out(i, solvers::Status::excluded);
        else if (outcome == Outcome::failed)
            best.leave_out(i, solvers::Status::error);
        else
            best.consider(i, static_cast<std::int32_t>(c), *candidate.scheduler, row);
    }
    return used;
}

void SweepWorkload::note_failure(const FileGroup& plan, const std::string& what) {
    constexpr std::size_t most_kept = 20;
    const std::string text = "grid " + sweep_.grids[plan.grid].name +
                             (plan.scheduler ? ", " + std::string(plan.scheduler->name) : "") +
                             ": " + what;
    const std::scoped_lock lock(failures_mutex_);
    if (failures_.size() < most_kept && std::ranges::find(failures_, text) == failures_.end())
        failures_.push_back(text);
}

std::vector<std::string> SweepWorkload::failures() const {
    const std::scoped_lock lock(failures_mutex_);
    return failures_;
}

void SweepWorkload::fail_tile(engine::Task task, const std::string& what, engine::Tile& tile) {
    const FileGroup& plan = layout_.plans[task.group];
    note_failure(plan, what);
    const auto structures = RowWalk::structures(points_[plan.grid]->grid(), plan, tile);
    for (std::size_t structure = 0; structure < structures; ++structure) {
        RowWalk walk(*points_[plan.grid], plan, tile, structure);
        do
            store_without_plan(solvers::Status::error, solvers::Reason::evaluation_failed,
                               walk.offset(), walk.length(), tile);
        while (walk.next());
    }
}

}  // namespace lightsweep::sweeps
