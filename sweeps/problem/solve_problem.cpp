#include "sweeps/problem/solve_problem.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <stdexcept>

#include "kernels/parallel/for_each.hpp"
#include "kernels/planes/plane_collectives.hpp"
#include "solvers/contract/scheduler_row.hpp"
#include "solvers/swot/schedulers.hpp"
#include "sweeps/checks/grid_checks.hpp"
#include "sweeps/problem/domain_vocabulary.hpp"
#include "sweeps/rules/rules.hpp"

namespace lightsweep::sweeps {

using kernels::parallel::checkpoint;

namespace {

/// Builds the problem; without its pool, and with the reason, if a member of the pool cannot be
/// built.
std::optional<solvers::Reason> build(const GridPoints& points, const Indices& here,
                                     const solvers::SchedulerRow& scheduler,
                                     const solvers::SchedulerOptions& options, Solution& result) {
    if (scheduler.traits.never != solvers::Reason::none) return scheduler.traits.never;
    if (!points.has_topology_of(scheduler, here)) return solvers::Reason::other_topology;
    const auto keep = [&](solvers::Problem structure) {
        result.structure = std::make_shared<const solvers::Problem>(std::move(structure));
    };
    try {
        keep(points.make_problem(here, scheduler.traits.base().reads_pool));
        return solvers::why_not_applicable(scheduler, *result.structure, options);
    } catch (const NotApplicable& refusal) {
        try {
            keep(points.make_problem(here, false));
        } catch (const NotApplicable&) {
            result.structure = nullptr;  // no problem can be built here, with a pool or without
        }
        return refusal.reason;
    }
}

/// Of the planes that work, in bytes.
kernels::GroupProblem group_problem(const solvers::Problem& structure,
                                    const kernels::Parameters& parameters,
                                    const kernels::Collective& collective, bool over_relays) {
    if (over_relays)
        return kernels::group_problem(collective,
                                      kernels::circuits_of_planes(structure.base, structure.lanes),
                                      parameters, structure.measure.oracle(0));
    auto problem =
        solvers::swot::plane_problem(collective, structure.planes, kernels::row_at(parameters), 0);
    for (auto& plane : problem.planes) plane.bandwidth *= parameters.bandwidth;
    for (auto& step : problem.steps) {
        step.bytes *= parameters.bandwidth;
        for (auto& other : step.others) other.bytes *= parameters.bandwidth;
    }
    return kernels::group_problem(collective, problem);
}

}  // namespace

std::optional<PlanesRun> run_planes(const solvers::Problem& structure,
                                    const kernels::Parameters& parameters,
                                    const solvers::ResultRow& row, std::size_t i) {
    const auto& plan = row.plane_plans[i];
    if (plan.schedule.steps.empty() && structure.steps() > 0) return std::nullopt;
    PlanesRun run{plan.collective ? *plan.collective : structure.collective, {}, plan.schedule, {}};
    checkpoint();
    run.problem = group_problem(structure, parameters, run.collective, plan.over_relays);
    checkpoint();
    for (auto& step : run.schedule.steps)
        for (auto& group : step) group.bytes *= parameters.bandwidth;
    run.timeline = kernels::replay_groups(run.collective, run.problem, run.schedule).planes;
    return run;
}

namespace {

/// Small structures are many; of large ones, 16 are kept.
constexpr std::size_t most_known = 256, most_large = 16;
constexpr double most_bytes = 1 << 26;

}  // namespace

KnownStructures::Known* KnownStructures::at(const std::string& text) {
    const auto place = std::ranges::find(entries_, text, &Known::text);
    return place == entries_.end() ? nullptr : &*place;
}

std::optional<KnownStructures::Entry> KnownStructures::find(const std::string& text) {
    const std::scoped_lock lock(guard_);
    const auto* known = at(text);
    return known ? std::optional(known->entry) : std::nullopt;
}

void KnownStructures::keep(const std::string& text, Entry entry) {
    const std::scoped_lock lock(guard_);
    bytes_ += entry.bytes;
    while (entries_.size() >= (bytes_ > most_bytes ? most_large : most_known)) {
        bytes_ -= entries_.front().entry.bytes;
        entries_.pop_front();
    }
    entries_.push_back({text, std::move(entry)});
}

std::unique_ptr<SingleProblem> KnownStructures::take(const std::string& text) {
    const std::scoped_lock lock(guard_);
    auto* known = at(text);
    if (!known || known->problems.empty()) return nullptr;
    auto problem = std::move(known->problems.back());
    known->problems.pop_back();
    return problem;
}

void KnownStructures::put_back(const std::string& text, std::unique_ptr<SingleProblem> problem) {
    const std::scoped_lock lock(guard_);
    if (auto* known = at(text)) known->problems.push_back(std::move(problem));
}

std::optional<RankGroups> groups_of(const SingleProblem& problem) {
    const Indices here(problem.grid.dimensions.size(), 0);
    const auto groups = problem.grid.groups(here);
    if (!groups.given()) return std::nullopt;
    const auto nodes = static_cast<kernels::Node>(problem.point.number("nodes", 1));
    return RankGroups{lists_of(groups, nodes), points_of(problem.grid)->of_members(here)};
}

Solution solve(const SingleProblem& problem, KnownStructures* known, const std::string& text,
               bool again) {
    if (text.empty()) known = nullptr;
    Faults faults;
    (again ? check_overflow : check_grid)(problem.grid, faults);
    if (!faults.empty()) throw std::invalid_argument(faults.line());
    const auto points = points_of(problem.grid);
    const Indices here(problem.grid.dimensions.size(), 0);
    const auto& scheduler = find_scheduler(problem.scheduler, problem.rules);
    Solution result;
    result.note = note_on_groups(problem.grid);
    result.asked = {problem.scheduler, problem.rules, problem.text};
    result.on_planes = scheduler.traits.plane_scheduler();
    const auto options = scheduler_options(scheduler, problem.options);
    const auto before = known ? known->find(text) : std::nullopt;
    if (before) result.structure = before->structure;
    const auto why = before ? before->why : build(*points, here, scheduler, options, result);
    if (result.structure) result.parameters = points->parameters(here, *result.structure);
    if (why) {
        if (known && !before) known->keep(text, {nullptr, nullptr, why});
        result.row.resize(1, 1);
        result.row.fill_without_plan(solvers::Status::not_applicable, *why);
        return result;
    }
    if (!before) {
        const auto size = solvers::size_of(*result.structure);
        solvers::require_memory(
            scheduler.traits.bytes(size) + solvers::answer_bytes(size, result.on_planes),
            problem.scheduler);
    }
    result.row.want_decisions = true;
    const auto& p = result.parameters;
    checkpoint();
    const std::shared_ptr<const solvers::PreparedScheduler> plan =
        before ? before->prepared : solvers::prepare(scheduler, result.structure, options);
    result.prepared = plan;
    if (known && !before) {
        const auto size = points->size(here);
        known->keep(text, {result.structure,
                           plan,
                           {},
                           scheduler.traits.bytes(size) + solvers::problem_bytes(size)});
    }
    checkpoint();
    plan->evaluate(kernels::row_at(p), result.row);
    checkpoint();
    if (result.row.reject_overflow() > 0)
        throw std::invalid_argument(
            "the completion time overflows: check message, bandwidth and latencies");
    if (result.structure->matrix) result.particulars = plan->particulars(kernels::row_at(p));
    if (scheduler.traits.lists_plans && result.has_plan()) {
        result.plan = plan->plan_in_words(result.row.decision[0]);
        return result;
    }
    if (result.structure->rings) {
        result.lightpaths = plan->lightpaths(result.row.decision[0]);
        return result;
    }
    if (!result.has_plan()) return result;
    if (result.on_planes) {
        result.planes = run_planes(*result.structure, p, result.row, 0);
        result.collective =
            result.planes ? result.planes->collective : result.structure->collective;
        return result;
    }
    auto carried = plan->space().decode({result.row.decision.data(), plan->space().words()});
    result.collective = std::move(carried.collective);
    result.schedule = std::move(carried.schedule);
    if (plan->space().rules.free_start && !result.schedule.choice.empty())
        result.initial = result.schedule.choice.front();
    result.matchings_stand = plan->space().rules.matchings_stand;
    // Every topology is measured again, to the same gap.
    result.timeline = kernels::replay(result.schedule, result.collective, p, plan->space().oracle(),
                                      plan->space().rules);
    return result;
}

}  // namespace lightsweep::sweeps
