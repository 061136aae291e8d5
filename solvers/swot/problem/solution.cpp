#include "solvers/swot/problem/solution.hpp"

#include <algorithm>

namespace lightsweep::solvers::swot {

using kernels::PlaneProblem;
using kernels::PlaneSchedule;

namespace {

using Held = std::vector<kernels::HeldConfiguration>;

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
            const bool known = std::ranges::any_of(
                found, [&](const FirstUse& first) { return first.plane == use.plane; });
            if (!known)
                found.push_back(
                    {use.plane, problem.steps[offset + i].peer(use.peer).configuration});
        }
    return found;
}

/// Names for the planes of a part: planes that find their configuration held take it; the others
/// take the lowest number left, in the order of their first use.
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

}  // namespace

void offer(const PlaneProblem& problem, const PlaneSchedule& schedule, Solution& best) {
    const auto timeline = kernels::replay_planes(problem, schedule);
    if (!timeline.violation.empty() || timeline.end() >= best.value) return;
    best.value = timeline.end();
    best.schedule = schedule;
}

PlaneSchedule concatenate_schedules(const PlaneProblem& problem,
                                    const std::vector<PlaneSchedule>& parts) {
    PlaneSchedule whole;
    Held held = kernels::held_at_start(problem);
    for (const auto& part : parts) {
        const auto offset = whole.steps.size();
        auto name = renamed(first_uses(problem, part, offset), held);
        if (!problem.equal_planes())
            for (std::size_t p = 0; p < name.size(); ++p) name[p] = static_cast<int>(p);
        for (std::size_t i = 0; i < part.steps.size(); ++i) {
            auto uses = part.steps[i];
            for (auto& use : uses) {
                use.plane = name[use.plane];
                held[use.plane] = problem.steps[offset + i].peer(use.peer).configuration;
            }
            whole.steps.push_back(std::move(uses));
        }
    }
    return whole;
}

PlaneSchedule on_held(const PlaneProblem& problem, PlaneSchedule schedule) {
    if (problem.initial != kernels::InitialPlanes::individual) return schedule;
    return concatenate_schedules(problem, {std::move(schedule)});
}

}  // namespace lightsweep::solvers::swot
