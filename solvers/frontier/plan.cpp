#include "solvers/frontier/plan.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace lightsweep::solvers::frontier {

double FrontierPlan::hops() const {
    double sum = 0;
    for (const auto& step : steps) sum += step.hops;
    return sum;
}
double FrontierPlan::x() const {
    double sum = 0;
    for (const auto& step : steps) sum += step.x;
    return sum;
}
int FrontierPlan::changes() const {
    int sum = 0, standing = 0;
    for (const auto& step : steps) sum += std::exchange(standing, step.topology) != step.topology;
    return sum;
}

double FrontierPlan::time(const BoundParameters& p) const {
    double now = 0, before = 0;
    int standing = 0;
    for (const auto& step : steps) {
        double start = now;
        if (std::exchange(standing, step.topology) != step.topology)
            start = alternating ? std::max(now, before + p.delay) : now + p.delay;
        before = now;
        now = start + p.per_step + step.hops * p.per_hop + step.x * p.transmission;
    }
    return now;
}

std::string listed(const std::vector<Node>& numbers) {
    std::string text;
    for (const Node one : numbers) text += (text.empty() ? "" : ", ") + std::to_string(one);
    return text;
}

std::string listed(const std::vector<std::vector<Node>>& lists) {
    std::string text;
    for (const auto& list : lists) text += (text.empty() ? "" : " | ") + listed(list);
    return text;
}

FrontierPlan reversed(FrontierPlan plan) {
    std::ranges::reverse(plan.steps);
    return plan;
}

std::vector<FrontierPlan> without_dominated(std::vector<FrontierPlan> plans) {
    const auto terms = [](const FrontierPlan& plan) {
        return std::tuple(plan.alternating, plan.changes(), plan.steps.size(), plan.hops(),
                          plan.x());
    };
    std::ranges::stable_sort(plans, {}, terms);
    constexpr double same = 1e-12;
    std::vector<FrontierPlan> kept;
    for (auto& plan : plans)
        if (plan.alternating || std::ranges::none_of(kept, [&](const FrontierPlan& one) {
                return one.steps.size() <= plan.steps.size() && one.hops() <= plan.hops() &&
                       one.x() <= plan.x() + same;
            }))
            kept.push_back(std::move(plan));
    return kept;
}

}  // namespace lightsweep::solvers::frontier
