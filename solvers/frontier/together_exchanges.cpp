// All-to-alls whose lanes change together.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <utility>

#include "solvers/frontier/exchange_plans.hpp"
#include "solvers/frontier/mixed_lanes.hpp"

namespace lightsweep::solvers::frontier {

namespace {

using Plans = std::vector<FrontierPlan>;
using Kind = FrontierBase::Kind;
using Elements = std::vector<Node>;

/// Single-hop steps: the topology of every step.
struct Together {
    Group group;
    Elements base;                     ///< generators of the base, for the first steps
    std::vector<Elements> topologies;  ///< generators of the others
    std::vector<int> of_step;          ///< 0: the base, i: topologies[i - 1]

    const Elements& generators(std::size_t step) const {
        return of_step[step] == 0 ? base : topologies[static_cast<std::size_t>(of_step[step]) - 1];
    }
};

/// Moves of all blocks of a node; unreached elements count for more than any.
double moves_of(const Together& plan, std::vector<int>& moves, std::vector<int>& next) {
    const auto n = static_cast<std::size_t>(plan.group.size());
    const int missing = static_cast<int>(plan.of_step.size()) + 3;
    moves.assign(n, missing);
    moves[0] = 0;
    for (std::size_t t = 0; t < plan.of_step.size(); ++t) {
        next = moves;
        for (const Node g : plan.generators(t))
            for (std::size_t x = 0; x < n; ++x) {
                if (moves[x] >= missing) continue;
                auto& to =
                    next[static_cast<std::size_t>(plan.group.multiply(static_cast<Node>(x), g))];
                to = std::min(to, moves[x] + 1);
            }
        moves.swap(next);
    }
    return std::accumulate(moves.begin(), moves.end(), 0.0);
}

FrontierPlan plan_of(const Together& together) {
    FrontierPlan plan{"together", together.group.name() + ": ", {}};
    plan.exchange = Exchange{together.group, {}};
    std::vector<std::vector<Offer>> offers;
    for (std::size_t t = 0; t < together.of_step.size(); ++t) {
        offers.push_back(circuits(together.generators(t), together.group));
        plan.steps.push_back({1, 0, together.of_step[t]});
        plan.exchange->steps.push_back({together.generators(t), together.generators(t)});
    }
    plan.text += listed(together.topologies);
    if (together.of_step.front() == 0)
        plan.text += "; " + std::to_string(std::ranges::count(together.of_step, 0)) +
                     " steps on the base first";
    const auto x = balanced(together.group, offers);
    if (x.empty()) plan.steps.clear();
    for (std::size_t t = 0; t < x.size(); ++t) plan.steps[t].x = x[t];
    return plan;
}

/// Generators for so many steps, of which the first stay on the base, over so many topologies: the
/// best of each restart that is near the best of all, three at most. Several groups share the
/// effort.
std::vector<Together> found_together(const FrontierBase& base, int steps, int first, int changes,
                                     double effort, std::mt19937_64& random) {
    const Node n = base.nodes(), k = base.lanes;
    const auto groups = first > 0 ? std::vector<Group>{translations(base)} : groups_of(n);
    const auto draw = [&](std::size_t below) { return std::size_t(random() % below); };
    std::vector<std::pair<double, Together>> found;
    const int restarts = static_cast<int>(std::min<std::size_t>(groups.size() + 1, 6));
    const double moves = effort / restarts / (double(n) * steps * k);
    std::vector<int> scratch, next;
    for (int restart = 0; restart < restarts; ++restart) {
        Together state{groups[restart == 0 ? 0 : draw(groups.size())], generators_of(base), {}, {}};
        for (int t = 0; t < steps; ++t)
            state.of_step.push_back(t < first ? 0 : 1 + (t - first) * changes / (steps - first));
        for (int i = 0; i < changes; ++i) {
            state.topologies.emplace_back();
            for (Node lane = 0; lane < k; ++lane)
                state.topologies.back().push_back(1 + static_cast<Node>(draw(n - 1)));
        }
        // Topologies for a step each: the first restart begins with the digits of radix k + 1.
        if (restart == 0 && changes == steps - first)
            for (std::int64_t i = 0, weight = 1; i < changes && weight < n; ++i, weight *= k + 1)
                for (Node lane = 0; lane < k && (lane + 1) * weight < n; ++lane)
                    state.topologies[std::size_t(i)][std::size_t(lane)] =
                        static_cast<Node>((lane + 1) * weight);
        std::pair<double, Together> best{INFINITY, state};
        anneal(
            random, static_cast<int>(std::max(moves, 10.0)), 3.0,
            [&] {
                const auto i = draw(state.topologies.size()), lane = draw(k);
                auto& generator = state.topologies[i][lane];
                const Node before = std::exchange(generator, 1 + static_cast<Node>(draw(n - 1)));
                return [&state, i, lane, before] { state.topologies[i][lane] = before; };
            },
            [&] { return moves_of(state, scratch, next); },
            [&] {
                const double value = moves_of(state, scratch, next);
                if (std::ranges::count(scratch, steps + 3) == 0) best = {value, state};
            });
        if (best.first < INFINITY) found.push_back(std::move(best));
    }
    std::ranges::stable_sort(found, {}, [](const auto& one) { return one.first; });
    std::vector<Together> near;
    for (auto& [value, one] : found)
        if (value <= found.front().first * 1.04 && near.size() < 3) near.push_back(std::move(one));
    return near;
}

/// Every pair in a step of its own circuits.
FrontierPlan shifts(Node n, Node lanes) {
    FrontierPlan plan{"together", "shifts in turn", {}};
    plan.exchange = Exchange{Group(n), {}};
    for (Node served = 0; served < n - 1;) {
        const Node peers = std::min(lanes, n - 1 - served);
        auto& step = plan.exchange->steps.emplace_back();
        for (Node lane = 0; lane < lanes / peers * peers; ++lane)
            step.lanes.push_back(served + 1 + lane % peers);
        step.peers.assign(step.lanes.begin(), step.lanes.begin() + peers);
        plan.steps.push_back({1, lanes / std::floor(double(lanes) / peers) / n,
                              static_cast<int>(plan.steps.size()) + 1});
        served += peers;
    }
    return plan;
}

}  // namespace

Plans together(const FrontierBase& base, double effort) {
    const Node n = base.nodes();
    Plans plans{shifts(n, base.lanes)};
    if (n > 128 || n < 4) return plans;  // the linear programs take minutes beyond
    std::mt19937_64 random(static_cast<std::uint64_t>(n) * 4096 +
                           static_cast<std::uint64_t>(base.lanes));
    const auto least = static_cast<int>(kernels::ceil_log(n, std::min(base.lanes, n - 1) + 1));
    for (int first = 0; first <= 3; ++first)
        for (int changes = 1; changes <= (first == 0 ? 6 : 3); ++changes) {
            double before = INFINITY;
            for (int steps = std::max(least, first + changes); steps <= least + 7; ++steps) {
                FrontierPlan plan;
                for (const auto& one :
                     found_together(base, steps, first, changes, effort / 60, random))
                    if (auto next = plan_of(one);
                        !next.steps.empty() && (plan.steps.empty() || next.x() < plan.x()))
                        plan = std::move(next);
                if (plan.steps.empty()) continue;
                if (plan.x() > before - 1e-6) break;
                before = plan.x();
                plans.push_back(std::move(plan));
            }
        }
    return plans;
}

}  // namespace lightsweep::solvers::frontier
