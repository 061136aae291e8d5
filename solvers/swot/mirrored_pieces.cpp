#include "solvers/swot/mirrored_pieces.hpp"

#include <algorithm>

#include "solvers/swot/problem/concatenate_schedules.hpp"
#include "solvers/swot/swot.hpp"

namespace lightsweep::solvers::swot {

using kernels::InitialPlanes;
using kernels::PlaneProblem;
using kernels::PlaneSchedule;

namespace {

bool is_mirrored(const std::vector<kernels::PlaneStep>& steps, std::size_t piece) {
    for (std::size_t i = piece; i < steps.size(); ++i) {
        const std::size_t image = i / piece * piece - 1 - i % piece;
        const bool same = steps[i].configuration == steps[image].configuration &&
                          steps[i].bytes == steps[image].bytes;
        if (!same) return false;
    }
    return true;
}

PlaneSchedule forth_and_back(const PlaneSchedule& piece, std::size_t times) {
    PlaneSchedule whole;
    for (std::size_t t = 0; t < times; ++t) {
        auto uses = piece.steps;
        if (t % 2 == 1) std::ranges::reverse(uses);
        whole.steps.insert(whole.steps.end(), uses.begin(), uses.end());
    }
    return whole;
}

/// Solves a problem without empty steps by its pieces.
Solution solve_pieces(const PlaneProblem& problem, std::size_t piece, const Budget& budget) {
    const auto times = problem.steps.size() / piece;
    const auto first = part_of(problem, 0, piece);
    Solution solution = solve_directly(kernels::starting(first, InitialPlanes::free), budget);
    const double free = solution.lower_bound;
    solution.lower_bound = free * static_cast<double>(times);
    solution.schedule = on_held(problem, forth_and_back(solution.schedule, times));
    solution.value = kernels::replay_planes(problem, solution.schedule).end();
    if (problem.initial != InitialPlanes::free) {
        const auto begun = solve_directly(first, budget);
        offer(problem, forth_and_back(begun.schedule, times), solution);
        solution.lower_bound += begun.lower_bound - free;
        solution.effort += begun.effort;
        solution.nodes += begun.nodes;
    }
    finish_solution(solution);
    return solution;
}

}  // namespace

std::optional<std::size_t> mirrored_piece(const PlaneProblem& problem) {
    const auto count = problem.steps.size();
    for (std::size_t piece = 1; 2 * piece <= count; ++piece)
        if (count % piece == 0 && is_mirrored(problem.steps, piece)) return piece;
    return std::nullopt;
}

PlaneProblem part_of(const PlaneProblem& problem, std::size_t begin, std::size_t end) {
    PlaneProblem part = problem;
    part.steps.assign(problem.steps.begin() + static_cast<std::ptrdiff_t>(begin),
                      problem.steps.begin() + static_cast<std::ptrdiff_t>(end));
    return begin > 0 ? kernels::starting(std::move(part), InitialPlanes::free) : part;
}

Solution solve(const PlaneProblem& problem, const Budget& budget) {
    kernels::require_sound(problem);
    const auto reduced = kernels::without_empty_steps(problem);
    const auto piece = mirrored_piece(reduced);
    if (!piece) return solve_directly(problem, budget);
    auto solution = solve_pieces(reduced, *piece, budget);
    if (!solution.proven) {
        auto whole = solve_directly(reduced, budget);
        solution.effort += whole.effort;
        solution.nodes += whole.nodes;
        solution.lower_bound = std::max(solution.lower_bound, whole.lower_bound);
        if (whole.value < solution.value) {
            solution.value = whole.value;
            solution.schedule = std::move(whole.schedule);
        }
        finish_solution(solution);
    }
    solution.schedule =
        over_all_steps(problem, kernels::loaded_steps(problem), std::move(solution.schedule));
    return solution;
}

}  // namespace lightsweep::solvers::swot
