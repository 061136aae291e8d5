// The bound over all orders of the free steps, from pieces around and between the groups.
#include <algorithm>
#include <cmath>
#include <set>

#include "solvers/swot/mirrored_pieces.hpp"
#include "solvers/swot/order_choice.hpp"
#include "solvers/swot/problem/baselines.hpp"

namespace lightsweep::solvers::swot {

using kernels::FreeSteps;
using kernels::PlaneProblem;

namespace {

bool is_distinct(const PlaneProblem& piece) {
    std::set<std::int64_t> labels;
    for (const auto& step : piece.steps) labels.insert(step.configuration);
    return labels.size() == piece.steps.size();
}

/// The smallest bound over all arrangements of the volumes, or the ideal time if there are too
/// many.
double bound_of_arrangements(PlaneProblem piece, const OrderBudget& budget) {
    const double ideal = ideal_time(piece);
    std::vector<double> volumes;
    for (const auto& step : piece.steps) volumes.push_back(step.bytes);
    std::ranges::sort(volumes);
    double least = HUGE_VAL;
    std::int64_t count = 0;
    do {
        if (++count > budget.orders) return ideal;
        for (std::size_t i = 0; i < volumes.size(); ++i) piece.steps[i].bytes = volumes[i];
        least = std::min(least, solve(piece, budget.each).lower_bound);
    } while (least > ideal && std::next_permutation(volumes.begin(), volumes.end()));
    return std::max(ideal, least);
}

double bound_of_group(const PlaneProblem& piece, const FreeSteps& group,
                      const OrderBudget& budget) {
    if (!is_distinct(piece)) return ideal_time(piece);
    const bool even = std::all_of(
        piece.steps.begin(), piece.steps.end(),
        [&](const kernels::PlaneStep& step) { return step.bytes == piece.steps[0].bytes; });
    if (group.bytes_move && !even) return bound_of_arrangements(piece, budget);
    return solve(piece, budget.last).lower_bound;
}

}  // namespace

double bound_over_orders(const PlaneProblem& problem, const std::vector<FreeSteps>& groups,
                         const OrderBudget& budget) {
    double sum = 0;
    std::size_t done = 0;
    const auto add_fixed = [&](std::size_t end) {
        if (done < end) sum += solve(part_of(problem, done, end), budget.last).lower_bound;
        done = end;
    };
    for (const auto& group : groups) {
        add_fixed(group.first);
        done = group.first + group.count;
        auto piece = part_of(problem, group.first, done);
        // If planes hold configurations, it matters which configurations come first.
        if (piece.initial == kernels::InitialPlanes::individual)
            piece = kernels::starting(std::move(piece), kernels::InitialPlanes::free);
        sum += bound_of_group(piece, group, budget);
    }
    add_fixed(problem.steps.size());
    return sum;
}

}  // namespace lightsweep::solvers::swot
