// All-gathers and reduce-scatters whose lanes change one by one: while some are set up, the others
// send on the base; then all send on the mixed topology, breadth first.
//
// An all-gather starts on the base: a node gathers the blocks that few hops over the staying lanes
// reach, then what is left, over all lanes. A reduce-scatter backwards in time starts on the mixed
// topology and ends on the base; in time, its first steps are on the base and carry the most.
//
// Besides, gathers over the lanes and peers of the all-to-alls of the table, step by step. Each
// step informs as few offsets as the later steps need, chosen from the last step back.
#include <algorithm>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <utility>

#include "solvers/frontier/exchanges/exchange_plans.hpp"
#include "solvers/frontier/gathers/gather_plans.hpp"
#include "solvers/frontier/plans/annealing.hpp"
#include "solvers/frontier/plans/found_plans.hpp"
#include "solvers/frontier/plans/mixed_lanes.hpp"
#include "solvers/frontier/plans/movement_pieces.hpp"
#include "solvers/frontier/plans/shares.hpp"

namespace lightsweep::solvers::frontier {

namespace {

using Plans = std::vector<FrontierPlan>;
using Elements = std::vector<Node>;

/// Beyond, and on more than two lanes, gathers digit by digit take long to measure.
constexpr Node most_nodes_of_digits = 128;

/// What a search is for: the price of a step and of x on the base, in units of x on the mixed
/// topology.
struct Prices {
    double step, on_base;
};

/// The steps of one mixed topology, in the order of an all-gather.
class MixedGather {
  public:
    MixedGather(const FrontierBase& base, const StayingLanes& lanes, bool base_last)
        : group_(translations(base)),
          k_(base.lanes),
          base_last_(base_last),
          staying(lanes.generators),
          fresh(std::size_t(lanes.fresh)) {}

    Elements all() const {
        auto all = staying;
        all.insert(all.end(), fresh.begin(), fresh.end());
        return all;
    }
    /// on_base and mixed: steps at most.
    std::vector<Stretch> stretches(int on_base, int mixed) const {
        std::vector<Stretch> both{{staying, on_base}, {all(), mixed}};
        if (base_last_) std::ranges::reverse(both);
        return both;
    }
    /// Empty if some block does not arrive.
    std::vector<PlanStep> steps(int on_base, int mixed) const {
        const auto stretches = this->stretches(on_base, mixed);
        const auto x = breadth_first(group_, stretches, k_);
        std::vector<PlanStep> steps;
        if (!x) return steps;
        const auto change = std::size_t(stretches[0].steps);
        for (std::size_t t = 0; t < x->size(); ++t)
            steps.push_back({1, (*x)[t], (t < change) == base_last_});
        return steps;
    }
    Moving moves(int on_base, int mixed) const {
        return moving([group = group_, both = stretches(on_base, mixed)] {
            return breadth_first_movement(group, both);
        });
    }
    Moving moves() const { return moves(0, group_.size()); }
    /// An all-gather on the mixed topology alone.
    std::vector<PlanStep> gather() const {
        std::vector<PlanStep> steps;
        if (const auto x = breadth_first(group_, all()))
            for (const double one : *x) steps.push_back({1, one, 1});
        return steps;
    }

  private:
    Group group_;
    Node k_;
    bool base_last_;

  public:
    Elements staying, fresh;
};

double cost_of(const std::vector<PlanStep>& steps, Prices prices) {
    if (steps.empty()) return 1e6;
    double cost = 0;
    for (const auto& step : steps)
        cost += step.topology == 0 ? prices.on_base * step.x : prices.step + step.x;
    return cost;
}

FrontierPlan plan_of(const MixedGather& mixed, int on_base, int steps) {
    return {"prefix", in_words(mixed.staying, mixed.fresh), mixed.steps(on_base, steps),
            SetUp::at_start, mixed.moves(on_base, steps)};
}

/// Calls use(mixed, on_base, steps on the mixed topology) with what a search finds.
template <typename Use>
void for_each_mixed(const FrontierBase& base, bool base_last, double effort, const Use& use) {
    const Node n = base.nodes(), k = base.lanes;
    if (k < 2 || k > 12 || n < 4 || n > 1024) return;
    std::mt19937_64 random(static_cast<std::uint64_t>(n) * 16384 + static_cast<std::uint64_t>(k));
    const auto draw = [&](std::size_t below) { return std::size_t(random() % below); };
    const auto splits = staying_lanes(base);
    const auto diameter = static_cast<int>(kernels::ceil_log(n, k));
    for (const auto& lanes : splits)
        for (const int on_base : {1, 2, 4, 8})
            for (const auto& prices : {Prices{0.05, 0.2}, Prices{0.4, 0.4}}) {
                MixedGather mixed(base, lanes, base_last), best = mixed;
                for (auto& one : mixed.fresh) one = 1 + static_cast<Node>(draw(std::size_t(n - 1)));
                int steps = base_last ? 1 : diameter + 2, best_steps = 0;
                const double visits =
                    double(n) * k * (on_base + diameter) + double(std::size_t{2} << k) * k;
                anneal(
                    random, static_cast<int>(std::max(effort / visits, 20.0)), 0.5,
                    [&]() -> std::function<void()> {
                        if (base_last && draw(6) == 0) {
                            const int before = std::exchange(
                                steps, 1 + static_cast<int>(draw(std::size_t(diameter) + 1)));
                            return [&steps, before] { steps = before; };
                        }
                        const auto at = draw(mixed.fresh.size());
                        const Node before = std::exchange(
                            mixed.fresh[at], 1 + static_cast<Node>(draw(std::size_t(n - 1))));
                        return [&mixed, at, before] { mixed.fresh[at] = before; };
                    },
                    [&] { return cost_of(mixed.steps(on_base, steps), prices); },
                    [&] {
                        best = mixed;
                        best_steps = steps;
                    });
                use(best, on_base, best_steps);
            }
}

/// These offsets, and those that a step's peers reach from them.
std::set<Node> reached(const Group& group, const std::set<Node>& from, const Elements& peers) {
    auto all = from;
    for (const Node one : from)
        for (const Node peer : peers) all.insert(group.multiply(one, peer));
    return all;
}

/// Few of the known offsets, with 0, that reach all that is needed: the next one reaches the most.
std::set<Node> heads_of(const Group& group, const std::set<Node>& known, const Elements& peers,
                        std::set<Node> needed) {
    std::map<Node, std::set<Node>> reach;
    for (const Node one : known) reach[one] = reached(group, {one}, peers);
    const auto gain = [&needed](const std::pair<const Node, std::set<Node>>& head) {
        return std::ranges::count_if(head.second, [&](Node to) { return needed.contains(to); });
    };
    std::set<Node> heads;
    auto next = reach.find(0);
    do {
        heads.insert(next->first);
        for (const Node to : next->second) needed.erase(to);
        next = std::ranges::max_element(reach, {}, gain);
    } while (gain(*next) > 0);
    return heads;
}

/// What must be known before every step and at the end; nothing if some offset is not reached.
std::vector<std::set<Node>> needed_by(const Movement& movement) {
    const auto& group = movement.group;
    std::vector<std::set<Node>> known{{0}};
    for (const auto& step : movement.steps)
        known.push_back(reached(group, known.back(), step.peers));
    if (std::ssize(known.back()) < group.size()) return {};
    for (auto t = movement.steps.size(); t-- > 0;)
        known[t] = heads_of(group, known[t], movement.steps[t].peers, known[t + 1]);
    return known;
}

/// A gather over the lanes and peers of an all-to-all; backwards, its steps come from the last one
/// on, as a reduce-scatter needs them. No steps if some offset is not reached, or a step is idle.
FrontierPlan gather_over(FrontierPlan plan, Node lanes, bool backwards) {
    auto movement = (*plan.moves)();
    if (backwards) {  // reversed() turns both again
        movement = frontier::backwards(std::move(movement), true);
        std::ranges::reverse(plan.steps);
    }
    const auto needed = needed_by(movement);
    if (needed.empty()) return {};
    std::set<Node> informed{0};
    for (std::size_t t = 0; t < movement.steps.size(); ++t) {
        auto& step = movement.steps[t];
        step.kind = MovementStep::Kind::copy;
        auto& fresh = step.fresh.emplace_back();
        std::ranges::set_difference(needed[t + 1], informed, std::back_inserter(fresh));
        if (fresh.empty()) return {};
        std::erase_if(step.peers, [&](Node peer) {
            return std::ranges::none_of(informed, [&](Node from) {
                return std::ranges::binary_search(fresh, movement.group.multiply(from, peer));
            });
        });
        informed.insert(fresh.begin(), fresh.end());
    }
    const auto figures = figures_of(movement, lanes);
    for (std::size_t t = 0; t < figures.size(); ++t) {
        plan.steps[t].hops = figures[t].hops;
        plan.steps[t].x = figures[t].x;
    }
    plan.moves = moving([movement] { return movement; });
    return plan;
}

}  // namespace

Plans mixed_gathers(const FrontierBase& base, bool backwards, double effort) {
    Plans plans;
    for_each_mixed(base, backwards, effort / 100,
                   [&](const MixedGather& mixed, int on_base, int steps) {
                       auto plan = plan_of(mixed, on_base, steps);
                       if (!plan.steps.empty())
                           plans.push_back(backwards ? reversed(std::move(plan)) : std::move(plan));
                   });
    Plans exchanges;
    for (const auto& found : found_plans("alltoall", base)) exchanges.push_back(found.exchange());
    if (base.nodes() <= most_nodes_of_digits && base.lanes <= 2)
        append(exchanges, digit_exchanges(base));
    for (const auto& exchange : exchanges)
        for (const bool order : {false, true}) {
            // What never sends on the base can pass its topologies in either order.
            if (order != backwards && exchange.steps.front().topology == 0) continue;
            if (auto plan = gather_over(exchange, base.lanes, order); !plan.steps.empty())
                plans.push_back(backwards ? reversed(std::move(plan)) : std::move(plan));
        }
    return without_dominated(std::move(plans));
}

Plans mixed_all_reduces(const FrontierBase& base, double effort) {
    Plans plans;
    for_each_mixed(base, true, effort / 100, [&](const MixedGather& mixed, int on_base, int steps) {
        const auto scatter = plan_of(mixed, on_base, steps);
        auto plan = reversed(scatter);
        const auto gather = mixed.gather();
        if (plan.steps.empty() || gather.empty()) return;
        plan.steps.insert(plan.steps.end(), gather.begin(), gather.end());
        plan.moves = both_movements(scatter.moves, mixed.moves());
        plans.push_back(std::move(plan));
    });
    return without_dominated(std::move(plans));
}

}  // namespace lightsweep::solvers::frontier
