#include "solvers/swot/swot.hpp"

#include <algorithm>
#include <cmath>

#include "solvers/swot/plane_scheduler.hpp"
#include "solvers/swot/problem/baselines.hpp"
#include "solvers/swot/problem/fixed_sets.hpp"
#include "solvers/swot/problem/sequence_program.hpp"
#include "solvers/swot/problem/solution.hpp"
#include "solvers/swot/search/canonical_search.hpp"
#include "solvers/swot/search/plane_roles.hpp"
#include "solvers/swot/search/priced_search.hpp"

namespace lightsweep::solvers::swot {

using kernels::InitialPlanes;
using kernels::PlaneProblem;
using kernels::PlaneSchedule;

namespace {

constexpr double most_choices = 1e12;  // of planes and what they carry, over all steps
// with more planes the sets are too many: 63 per step at this number
constexpr int most_differing_planes = 6;
constexpr std::size_t most_differing_steps = 64;

void offer_cyclic(const PlaneProblem& problem, const PlaneProblem& made_for, Solution& best) {
    for (int group = 1; group <= problem.n_planes(); ++group)
        offer(problem, cyclic_schedule(made_for, group), best);
}

/// The best of lockstep, one-shot and all cyclic schedules; one always exists. Held configurations
/// may mislead the cyclic ones, so those of a cold start are tried too; they are legal there and no
/// slower.
Solution constructed(const PlaneProblem& problem) {
    Solution best;
    best.schedule = strawman_schedule(problem);
    best.value = kernels::replay_planes(problem, best.schedule).end();
    if (const auto static_planes = one_shot_schedule(problem, OneShot::best))
        offer(problem, *static_planes, best);
    offer_cyclic(problem, problem, best);
    if (problem.initial == InitialPlanes::individual)
        offer_cyclic(problem, kernels::starting(problem, InitialPlanes::cold), best);
    best.lower_bound = two_resource_bound(problem);
    if (!problem.is_plain())
        best.lower_bound = std::max(best.lower_bound, standing_or_changing_bound(problem));
    best.lower_bound = std::min(best.lower_bound, best.value);
    return best;
}

/// Searches the queue of planes with the start of `problem`, or a better one.
void search_queue(const PlaneProblem& problem, const QueueProblem& queue, const Budget& budget,
                  Solution& best) {
    const double cold =
        kernels::starts_cold(problem) ? problem.planes[0].reconfiguration_delay : 0.0;
    const auto found = search_canonically(queue, budget);
    const auto replay = replay_queue(queue, found.best.sequence);
    const auto times = SequenceProgram().solve(queue, *replay);
    const auto schedule = on_held(problem, schedule_of(problem, queue, found.best.sequence, times));
    offer(problem, schedule, best);
    // If uses without work are left out, the shares of the others need not be the best.
    if (best.value > (found.best.value * queue.unit + cold) * (1 + proof_tolerance))
        offer(problem, best_shares(problem, used_sets(schedule)).schedule, best);
    best.lower_bound = std::max(best.lower_bound, found.lower_bound * queue.unit + cold);
    best.nodes += found.nodes;
    best.effort += found.effort;
}

/// Steps of several permutations, or with computation before them.
void improve_roles(const PlaneProblem& problem, const Budget& budget, Solution& best) {
    const auto is_open = [&] { return best.value > best.lower_bound * (1 + proven_gap); };
    if (!is_open()) return;
    constexpr std::int64_t move_effort = 3000;
    improve_roles_locally(problem, budget.transitions / move_effort, best);
    double choices = 1;  // of the search, if nothing is cut off
    for (const auto& step : problem.steps)
        choices *= std::pow(1.0 + static_cast<double>(step.peers()), problem.n_planes());
    if (!is_open() || choices > most_choices) return;
    const auto before = best;
    best = search_used_sets(problem, best.schedule, budget.transitions / program_effort);
    best.nodes += before.nodes;
    best.lower_bound = std::max(best.lower_bound, before.lower_bound);
}

void improve(const PlaneProblem& problem, const Budget& budget, Solution& best) {
    if (!problem.is_plain()) return improve_roles(problem, budget, best);
    if (const auto queue = queue_problem(problem)) search_queue(problem, *queue, budget, best);
    // A free start has fewer slots and states, so a search that did not end may do better from
    // there.
    if (problem.initial == InitialPlanes::individual && !kernels::starts_cold(problem) &&
        best.value > best.lower_bound * (1 + proven_gap))
        if (const auto free = queue_problem(kernels::starting(problem, InitialPlanes::free)))
            search_queue(problem, *free, budget, best);
    if (!problem.equal_planes() && problem.n_planes() <= most_differing_planes &&
        problem.steps.size() <= most_differing_steps) {
        best = search_used_sets(problem, best.schedule, budget.transitions / program_effort);
    }
}

}  // namespace

Solution solve_directly(const PlaneProblem& problem, const Budget& budget) {
    kernels::require_sound(problem);
    const auto key = budget.known ? exact_key("piece", budget.transitions, problem) : "";
    if (const auto known = budget.known ? budget.known->find(key) : std::nullopt) return *known;
    const auto loaded = kernels::loaded_steps(problem);
    const auto reduced = kernels::without_empty_steps(problem);
    Solution best = constructed(reduced);
    if (!loaded.empty()) improve(reduced, budget, best);
    finish_solution(best);
    best.schedule = over_all_steps(problem, loaded, std::move(best.schedule));
    if (budget.known) budget.known->put(key, best);
    return best;
}

void finish_solution(Solution& solution) {
    solution.lower_bound = std::min(solution.lower_bound, solution.value);
    solution.proven = solution.value <= solution.lower_bound * (1 + proven_gap);
    solution.exhausted = !solution.proven && solution.effort + solution.nodes > 0;
}

PlaneSchedule over_all_steps(const PlaneProblem& problem, const std::vector<std::size_t>& loaded,
                             PlaneSchedule schedule) {
    PlaneSchedule whole{std::vector<std::vector<kernels::PlaneUse>>(problem.steps.size())};
    for (std::size_t l = 0; l < loaded.size(); ++l)
        whole.steps[loaded[l]] = std::move(schedule.steps[l]);
    return whole;
}

}  // namespace lightsweep::solvers::swot
