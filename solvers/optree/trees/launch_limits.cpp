#include "solvers/optree/trees/launch_limits.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <queue>
#include <tuple>

#include "kernels/wdm/broadcast_bound.hpp"

namespace lightsweep::solvers::optree {

namespace {

constexpr double wire_weight = 2;
constexpr double launch_weights[] = {8, 32, 2};
constexpr std::int64_t most_counted_nodes = 2048;  ///< nodes

struct TakenPoint {
    SparseVector vector{};
    std::vector<std::size_t> children{};  ///< bins by which this point has been extended
};

/// The index of a point that can be extended, in order of price, then age.
using Offer = std::tuple<double, std::size_t, std::size_t>;  ///< price, point, item
constexpr double never = std::numeric_limits<double>::infinity();

class PointGrower {
  public:
    PointGrower(const LaunchLimits& limits, double launch_weight)
        : limits_(limits),
          steps_(static_cast<std::int32_t>(limits.steps)),
          launch_weight_(launch_weight),
          loads_(static_cast<std::size_t>(2 * limits.steps)),
          launches_(loads_.size()),
          wire_prices_(loads_.size(), 1),
          used_(loads_.size()),
          items_(static_cast<std::size_t>(limits.items)) {}

    bool grow() {
        for (std::size_t item = 0; item < items_.size(); ++item) take({}, item);
        while (!offers_.empty()) {
            const auto [price, point, item] = offers_.top();
            offers_.pop();
            if (!is_full(item)) go_on(price, point, item);
        }
        for (std::size_t item = 0; item < items_.size(); ++item)
            if (!is_full(item)) return false;
        return true;
    }
    std::vector<VectorSet> sets() const {
        std::vector<VectorSet> sets(items_.size());
        for (std::size_t item = 0; item < items_.size(); ++item)
            for (const auto& point : items_[item]) sets[item].add(point.vector);
        return sets;
    }

  private:
    bool is_full(std::size_t item) const {
        return static_cast<std::int64_t>(items_[item].size()) >= limits_.points;
    }
    std::size_t bin(const Coordinate& c) const {
        return static_cast<std::size_t>(c.value > 0 ? c.step : c.step + steps_);
    }
    void take(SparseVector vector, std::size_t item) {
        for (const auto& c : vector) add_load(bin(c), std::abs(c.value));
        if (!vector.empty()) ++launches_[bin(vector.back())];
        offers_.push({0, items_[item].size(), item});
        items_[item].push_back({std::move(vector), {}});
    }
    void add_load(std::size_t b, std::int64_t wire) {
        loads_[b] += wire;
        const double part = static_cast<double>(loads_[b]) / static_cast<double>(limits_.wire);
        wire_prices_[b] = 1 + wire_weight * part * part;
    }

    void go_on(double offered, std::size_t point, std::size_t item) {
        auto& parent = items_[item][point];
        const auto [price, b] = cheapest_child(parent);
        if (price == never) return;
        if (price > offered) return offers_.push({price, point, item});
        parent.children.push_back(b);
        offers_.push({offered, point, item});
        take(child(parent.vector, b), item);
    }
    SparseVector child(SparseVector vector, std::size_t b) const {
        const auto half = static_cast<std::size_t>(steps_);
        const auto step = static_cast<std::int32_t>(b % half), one = b < half ? 1 : -1;
        if (!vector.empty() && vector.back().step == step)
            vector.back().value += one;
        else
            vector.push_back({step, one});
        return vector;
    }

    std::pair<double, std::size_t> cheapest_child(const TakenPoint& parent) {
        const auto& vector = parent.vector;
        std::pair best{never, std::size_t{0}};
        if (!fits(vector, loads_.size())) return best;
        for (const auto b : parent.children) used_[b] = true;
        if (!vector.empty() && fits(vector, bin(vector.back()))) consider(bin(vector.back()), best);
        for (auto t = vector.empty() ? 0 : vector.back().step + 1; t < steps_; ++t) {
            consider(static_cast<std::size_t>(t), best);
            consider(static_cast<std::size_t>(t + steps_), best);
        }
        for (const auto b : parent.children) used_[b] = false;
        for (const auto& c : vector) best.first += std::abs(c.value) * wire_prices_[bin(c)];
        return best;
    }
    /// Whether the bins have room for the vector with one more in bin `more`.
    bool fits(const SparseVector& vector, std::size_t more) const {
        return std::ranges::all_of(vector, [&](const auto& c) {
            return loads_[bin(c)] + std::abs(c.value) + (bin(c) == more) <= limits_.wire;
        });
    }
    void consider(std::size_t b, std::pair<double, std::size_t>& best) const {
        if (used_[b] || launches_[b] == limits_.launches || loads_[b] == limits_.wire) return;
        const double price = wire_prices_[b] + launch_weight_ * static_cast<double>(launches_[b]) /
                                                   static_cast<double>(limits_.launches);
        if (price < best.first) best = {price, b};
    }

    LaunchLimits limits_;
    std::int32_t steps_;
    double launch_weight_;
    BinLoads loads_, launches_;
    std::vector<double> wire_prices_;
    std::vector<bool> used_;  ///< scratch: extensions of the current point
    std::vector<std::vector<TakenPoint>> items_;
    std::priority_queue<Offer, std::vector<Offer>, std::greater<>> offers_{};
};

/// Whether no node launches more than the limit. On a virtual ring a node stands for up to two,
/// whose launches are counted on the lightpaths; larger rings, where this takes long, are refused.
bool keeps(const BroadcastConstruction& plan, std::int64_t transmitters) {
    const auto launched = plan.transmitters();
    if (plan.virtual_nodes == plan.task.nodes) return launched <= transmitters;
    if (2 * launched <= transmitters) return true;
    return plan.task.nodes <= most_counted_nodes &&
           kernels::figures_of(broadcast_schedule(plan)).most_sent <= transmitters;
}

/// The construction on a ring of V nodes in so many steps, if points and wavelengths suffice.
std::optional<BroadcastConstruction> try_limited(const RingTask& task, std::int64_t nodes,
                                                 std::int64_t steps, std::int64_t transmitters) {
    for (const auto weight : launch_weights) {
        const auto sets = limited_points(
            {steps, nodes, task.wavelengths, transmitters, task.items_per_node}, weight);
        if (!sets) continue;
        std::vector<BroadcastTree> trees;
        for (const auto& set : *sets) trees.push_back(broadcast_tree(set));
        auto plan = with_wavelengths(task, nodes, steps, std::move(trees));
        if (plan && keeps(*plan, transmitters)) return plan;
    }
    return {};
}

/// The rings to try: the ring itself, on which hops of 1 always fit, and the next multiple of w, on
/// which all hops fit.
std::vector<std::int64_t> rings_for(const RingTask& task) {
    const auto multiple = ceil_div(task.nodes, task.wavelengths) * task.wavelengths;
    if (multiple == task.nodes) return {task.nodes};
    return {task.nodes, multiple};
}

BroadcastConstruction least_steps(const RingTask& task, std::int64_t transmitters,
                                  std::int64_t bound) {
    const auto rings = rings_for(task);
    for (auto steps = bound;; ++steps)
        for (const auto nodes : rings)
            if (auto plan = try_limited(task, nodes, steps, transmitters)) return *std::move(plan);
}

}  // namespace

std::optional<std::vector<VectorSet>> limited_points(const LaunchLimits& limits,
                                                     double launch_weight) {
    PointGrower grower(limits, launch_weight);
    if (!grower.grow()) return {};
    return grower.sets();
}

BroadcastConstruction plan_limited_broadcast(const RingTask& task, std::int64_t transmitters) {
    task.check();
    const auto bound = kernels::gather_lower_bound_capped(task.nodes, task.wavelengths,
                                                          transmitters, task.items_per_node);
    auto plan = plan_broadcast(task);
    if (!keeps(plan, transmitters)) plan = least_steps(task, transmitters, bound);
    plan.lower_bound = bound;
    return plan;
}

}  // namespace lightsweep::solvers::optree
