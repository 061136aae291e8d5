#include "solvers/optree/held_constructions.hpp"

#include <algorithm>

namespace lightsweep::solvers::optree {

namespace {

constexpr double rarely = 1e-6;  ///< a small weight that only breaks ties

struct Corner {
    std::int64_t steps, reconfigurations;

    bool operator==(const Corner&) const = default;
    double of(const ConstructionPrice& cost) const {
        return cost.per_step * static_cast<double>(steps) +
               cost.per_reconfiguration * static_cast<double>(reconfigurations);
    }
};

Corner corner_of(const GatherConstruction& plan) {
    return {plan.steps, plan.reconfigurations};
}

/// Weights at which two corners cost the same.
ConstructionPrice tie(const Corner& few_steps, const Corner& few_reconfigurations) {
    return {static_cast<double>(few_steps.reconfigurations - few_reconfigurations.reconfigurations),
            static_cast<double>(few_reconfigurations.steps - few_steps.steps)};
}

class CornerSearch {
  public:
    CornerSearch(const RingTask& task, RadixFamily family) : task_(task), family_(family) {}

    std::vector<GatherConstruction> run() {
        add(plan_radices(task_, family_, {1, rarely}));
        add(plan_radices(task_, family_, {rarely, 1}));
        if (found_.size() > 1) between(corner_of(found_[0]), corner_of(found_[1]));
        return std::move(found_);
    }

  private:
    void add(GatherConstruction plan) {
        const auto same = [&](const GatherConstruction& known) {
            return corner_of(known) == corner_of(plan);
        };
        if (std::none_of(found_.begin(), found_.end(), same)) found_.push_back(std::move(plan));
    }
    void between(const Corner& few_steps, const Corner& few_reconfigurations) {
        const auto cost = tie(few_steps, few_reconfigurations);
        auto plan = plan_radices(task_, family_, cost);
        const auto corner = corner_of(plan);
        if (corner.of(cost) >= few_steps.of(cost) * (1 - 1e-12)) return;
        add(std::move(plan));
        between(few_steps, corner);
        between(corner, few_reconfigurations);
    }

    const RingTask& task_;
    RadixFamily family_;
    std::vector<GatherConstruction> found_{};
};

/// Whether b is not a corner between a and c, which have fewer reconfigurations and fewer steps
/// respectively.
bool is_above(const Corner& a, const Corner& b, const Corner& c) {
    return (b.steps - a.steps) * (c.reconfigurations - a.reconfigurations) >=
           (c.steps - a.steps) * (b.reconfigurations - a.reconfigurations);
}

/// The corners of the lower hull alone.
std::vector<GatherConstruction> hull_of(std::vector<GatherConstruction> plans) {
    std::stable_sort(
        plans.begin(), plans.end(), [](const GatherConstruction& a, const GatherConstruction& b) {
            return std::pair(a.reconfigurations, a.steps) < std::pair(b.reconfigurations, b.steps);
        });
    std::vector<GatherConstruction> hull;
    for (auto& plan : plans) {
        if (!hull.empty() && hull.back().steps <= plan.steps) continue;
        while (hull.size() > 1 &&
               is_above(corner_of(hull[hull.size() - 2]), corner_of(hull.back()), corner_of(plan)))
            hull.pop_back();
        hull.push_back(std::move(plan));
    }
    return hull;
}

}  // namespace

std::vector<GatherConstruction> plan_held_gathers(const RingTask& task, Method method) {
    std::vector<GatherConstruction> plans;
    plans.push_back(plan_gather(task, method));
    const bool relayed = method == Method::windowed || method == Method::optimal;
    if (relayed) plans.push_back(plan_strides(task));
    if (relayed || method == Method::lifted)
        for (auto& plan :
             CornerSearch(task, relayed ? RadixFamily::windowed : RadixFamily::lifted).run())
            plans.push_back(std::move(plan));
    std::erase_if(plans, [](const GatherConstruction& plan) { return !plan.possible; });
    for (auto& plan : plans) count_setups(plan);
    return hull_of(std::move(plans));
}

}  // namespace lightsweep::solvers::optree
