#include "solvers/swot/back_to_back.hpp"

#include <algorithm>
#include <stdexcept>

#include "kernels/planes/plane_collectives.hpp"
#include "solvers/swot/mirrored_pieces.hpp"
#include "solvers/swot/problem/concatenate_schedules.hpp"
#include "solvers/swot/swot.hpp"

namespace lightsweep::solvers::swot {

using kernels::InitialPlanes;
using kernels::PlaneProblem;
using kernels::PlaneSchedule;

namespace {

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
