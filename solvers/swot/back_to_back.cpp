#include "solvers/swot/back_to_back.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "kernels/plane_collectives.hpp"
#include "solvers/swot/mirrored_pieces.hpp"
#include "solvers/swot/settle.hpp"

namespace lightsweep::solvers::swot {

using kernels::InitialPlanes;
using kernels::PlaneProblem;
using kernels::PlaneSchedule;

namespace {

using Held = std::vector<std::optional<std::int64_t>>;

/// The configuration of a plane's first use.
struct FirstUse {
    int plane;
    std::int64_t configuration;
};
std::vector<FirstUse> first_uses(const PlaneProblem& problem, const PlaneSchedule& part,
                                 std::size_t offset) {
    std::vector<FirstUse> found;
    for (std::size_t i = 0; i < part.steps.size(); ++i)
        for (const auto& use : part.steps[i]) {
            const bool known = std::any_of(found.begin(), found.end(), [&](const FirstUse& first) {
                return first.plane == use.plane;
            });
            if (!known) found.push_back({use.plane, problem.steps[offset + i].configuration});
        }
    return found;
}

/// Names for a part's planes: those that find their configuration held take it, the others, in the
/// order of their first use, the lowest number that is left.
std::vector<int> renamed(const std::vector<FirstUse>& firsts, const Held& held) {
    std::vector<int> name(held.size(), -1);
    std::vector<bool> taken(held.size(), false);
    const auto give = [&](int plane, std::size_t to) {
        name[plane] = static_cast<int>(to);
        taken[to] = true;
    };
    for (const auto& first : firsts)
        for (std::size_t p = 0; p < held.size() && name[first.plane] < 0; ++p)
            if (!taken[p] && held[p] == first.configuration) give(first.plane, p);
    for (const auto& first : firsts)
        for (std::size_t p = 0; p < held.size() && name[first.plane] < 0; ++p)
            if (!taken[p]) give(first.plane, p);
    return name;
}

PlaneSchedule repeated(const PlaneProblem& problem, const PlaneSchedule& one, int times) {
    return joined(problem, std::vector<PlaneSchedule>(static_cast<std::size_t>(times), one));
}

/// Ends on the planes as it began: an even number of mirrored pieces.
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

/// Any start is at most one reconfiguration away from a free one, on either side.
void set_steady(const Solution& freed, bool goes_back, Repeats& result) {
    const auto& problem = result.problem;
    const double delay = largest_delay(problem),
                 runs = static_cast<double>(result.collective.parts.size());
    const double head = problem.initial == InitialPlanes::free ? 0 : delay;
    const bool headed = problem.initial == InitialPlanes::cold && problem.equal_planes();
    const auto& whole = result.solution;
    result.steady_lower = std::max(freed.lower_bound, (whole.lower_bound - head) / runs);
    result.steady_upper = std::min(freed.value + (goes_back ? 0 : delay),
                                   (whole.value + (headed ? 0 : delay)) / runs);
}

}  // namespace

PlaneSchedule joined(const PlaneProblem& problem, const std::vector<PlaneSchedule>& parts) {
    PlaneSchedule whole;
    Held held(problem.planes.size());
    for (const auto& part : parts) {
        const auto offset = whole.steps.size();
        auto name = renamed(first_uses(problem, part, offset), held);
        if (!problem.equal_planes())
            for (std::size_t p = 0; p < name.size(); ++p) name[p] = static_cast<int>(p);
        for (std::size_t i = 0; i < part.steps.size(); ++i) {
            auto uses = part.steps[i];
            for (auto& use : uses) {
                use.plane = name[use.plane];
                held[use.plane] = problem.steps[offset + i].configuration;
            }
            whole.steps.push_back(std::move(uses));
        }
    }
    return whole;
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
    offer(problem, joined(problem, parts), best);
    best.lower_bound = std::max(best.lower_bound, bound);
    settle(best);
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
    auto free = one;
    free.initial = InitialPlanes::free;
    const auto freed = one.initial == InitialPlanes::free ? single : solve(free, budget);
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
    settle(best);
    set_steady(freed, goes_back(one), result);
    return result;
}

}  // namespace lightsweep::solvers::swot
