#include "solvers/swot/mirrored_pieces.hpp"

#include <algorithm>
#include <stdexcept>

#include "kernels/planes/plane_collectives.hpp"
#include "solvers/swot/problem/solution.hpp"

namespace lightsweep::solvers::swot {

using kernels::InitialPlanes;
using kernels::PlaneProblem;
using kernels::PlaneSchedule;

namespace {

bool is_mirrored(const std::vector<kernels::PlaneStep>& steps, std::size_t piece) {
    for (std::size_t i = piece; i < steps.size(); ++i) {
        const std::size_t image = i / piece * piece - 1 - i % piece;
        if (steps[i] != steps[image]) return false;
    }
    return std::ranges::all_of(steps, [](const auto& step) { return step.computation == 0; });
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

PlaneSchedule repeated(const PlaneProblem& problem, const PlaneSchedule& one, int times) {
    return concatenate_schedules(problem,
                                 std::vector<PlaneSchedule>(static_cast<std::size_t>(times), one));
}

/// Whether a run ends on the planes as it began: an even number of mirrored pieces.
bool goes_back(const PlaneProblem& one) {
    const auto loaded = kernels::without_empty_steps(one);
    const auto piece = mirrored_piece(loaded);
    return piece && loaded.steps.size() / *piece % 2 == 0;
}

double largest_delay(const PlaneProblem& problem) {
    double delay = 0;
    for (const auto& plane : problem.planes) delay = std::max(delay, plane.reconfiguration_delay);
    return delay;
}

/// A start differs from a free one by at most one reconfiguration, in either direction.
void set_steady(const Solution& freed, bool goes_back, Repeats& result) {
    const auto& problem = result.problem;
    const double delay = largest_delay(problem),
                 runs = static_cast<double>(result.collective.parts.size());
    const double head = problem.initial == InitialPlanes::free ? 0 : delay;
    const bool headed = kernels::starts_cold(problem) && problem.equal_planes();
    const auto& whole = result.solution;
    result.steady_lower = std::max(freed.lower_bound, (whole.lower_bound - head) / runs);
    result.steady_upper = std::min(freed.value + (goes_back ? 0 : delay),
                                   (whole.value + (headed ? 0 : delay)) / runs);
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

Solution solve_sequence(const PlaneProblem& problem, std::span<const std::size_t> lengths,
                        const Budget& budget) {
    auto best = solve(problem, budget);
    std::vector<PlaneSchedule> parts;
    double bound = 0;
    std::size_t begin = 0;
    for (const std::size_t length : lengths) {
        auto part = solve(part_of(problem, begin, begin + length), budget);
        bound += part.lower_bound;
        best.effort += part.effort;
        best.nodes += part.nodes;
        parts.push_back(std::move(part.schedule));
        begin += length;
    }
    offer(problem, concatenate_schedules(problem, parts), best);
    best.lower_bound = std::max(best.lower_bound, bound);
    finish_solution(best);
    return best;
}

Repeats repeat(const kernels::Collective& collective, int times, double message,
               const PlaneProblem& hardware, const Budget& budget) {
    if (times < 1)
        throw std::invalid_argument("repeats = " + std::to_string(times) + ": give at least 1");
    auto row = kernels::sequence(
        std::vector<kernels::Collective>(static_cast<std::size_t>(times), collective));
    PlaneProblem problem = hardware, one = hardware;
    problem.steps = kernels::plane_steps(row, message);
    one.steps = kernels::plane_steps(collective, message);
    const auto single = solve(one, budget);
    const auto freed = one.initial == InitialPlanes::free
                           ? single
                           : solve(kernels::starting(one, InitialPlanes::free), budget);
    Repeats result{std::move(row), problem, solve(problem, budget), single.value, 0, 0};
    auto& best = result.solution;
    for (const auto* run : {&single, &freed})
        offer(problem, repeated(problem, run->schedule, times), best);
    if (times % 2 == 0) {
        const auto half = repeat(collective, times / 2, message, hardware, budget);
        offer(problem, repeated(problem, half.solution.schedule, 2), best);
    }
    const double others = static_cast<double>(times - 1) * freed.lower_bound;
    best.lower_bound = std::max(best.lower_bound, single.lower_bound + others);
    finish_solution(best);
    set_steady(freed, goes_back(one), result);
    return result;
}

}  // namespace lightsweep::solvers::swot
