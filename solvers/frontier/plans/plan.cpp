#include "solvers/frontier/plans/plan.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
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
            start = set_up == SetUp::between_steps
                        ? now + p.delay
                        : std::max(now, (set_up == SetUp::in_turn ? before : 0) + p.delay);
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

Moving without_movement(std::string reason) {
    return moving(
        [reason = std::move(reason)]() -> Movement { throw std::invalid_argument(reason); });
}

Movement backwards(Movement movement, bool turned) {
    std::ranges::reverse(movement.steps);
    const auto turn = [&](std::vector<Node>& elements) {
        for (auto& one : elements) one = movement.group.inverse(one);
    };
    for (auto& step : movement.steps) {
        step.kind = MovementStep::Kind::add;
        if (!turned || movement.group.is_abelian()) continue;
        turn(step.lanes);
        turn(step.peers);
        for (auto& offsets : step.fresh) turn(offsets);
    }
    return movement;
}

void append(std::vector<FrontierPlan>& plans, std::vector<FrontierPlan> more) {
    std::ranges::move(more, std::back_inserter(plans));
}

FrontierPlan reversed(FrontierPlan plan) {
    std::ranges::reverse(plan.steps);
    if (plan.moves)
        plan.moves = moving([forth = plan.moves] { return backwards((*forth)(), true); });
    return plan;
}

namespace {

/// What a plan's time does not fall with: changes, then steps, hops and x of the first stretch and
/// of the rest if they are paid apart, else of both together.
std::array<double, 7> terms_of(const FrontierPlan& plan) {
    std::array<double, 7> terms{double(plan.changes())};
    for (const auto& step : plan.steps) {
        const std::size_t at = plan.set_up == SetUp::at_start && step.topology != 0 ? 4 : 1;
        terms[at] += 1;
        terms[at + 1] += step.hops;
        terms[at + 2] += step.x;
    }
    return terms;
}

bool no_worse(const std::array<double, 7>& one, const std::array<double, 7>& other) {
    constexpr double same = 1e-12;
    return std::ranges::equal(one, other, [](double a, double b) { return a <= b + same; });
}

/// Whether no step of one takes longer. Planes in turn change before every step but the first, so
/// that equally many steps wait alike.
bool no_slower_steps(const FrontierPlan& one, const FrontierPlan& other) {
    const auto no_slower = [](const PlanStep& a, const PlanStep& b) {
        return a.hops <= b.hops && a.x <= b.x;
    };
    return std::ranges::equal(one.steps, other.steps, no_slower);
}

}  // namespace

FrontierPlan in_groups(FrontierPlan plan, Node copies) {
    plan.text += ", on groups of " + std::to_string(copies) + " lanes";
    if (plan.moves)
        plan.moves = moving([forth = plan.moves, copies] {
            auto movement = (*forth)();
            for (auto& step : movement.steps)
                for (auto lanes = std::exchange(step.lanes, {}); const Node lane : lanes)
                    step.lanes.insert(step.lanes.end(), std::size_t(copies), lane);
            return movement;
        });
    return plan;
}

std::vector<FrontierPlan> without_dominated(std::vector<FrontierPlan> plans) {
    using Key = std::pair<SetUp, std::array<double, 7>>;
    std::vector<std::pair<Key, std::size_t>> order;
    for (std::size_t i = 0; i < plans.size(); ++i)
        order.push_back({{plans[i].set_up, terms_of(plans[i])}, i});
    std::ranges::sort(order);
    std::vector<FrontierPlan> kept;
    std::vector<Key> keys;
    for (const auto& [key, i] : order) {
        bool dominated = false;
        for (std::size_t j = 0; j < kept.size() && !dominated; ++j)
            dominated = keys[j].first == key.first &&
                        (key.first == SetUp::in_turn ? no_slower_steps(kept[j], plans[i])
                                                     : no_worse(keys[j].second, key.second));
        if (dominated) continue;
        kept.push_back(std::move(plans[i]));
        keys.push_back(key);
    }
    return kept;
}

}  // namespace lightsweep::solvers::frontier
