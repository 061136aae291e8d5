#include "kernels/cost/common_bounds.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>

namespace lightsweep::kernels {

namespace {

using ScheduleCost = CommonBounds::ScheduleCost;

/// count * factor, but at most `most`.
std::int64_t at_most(std::int64_t most, std::int64_t count, std::int64_t factor) {
    return count > most / factor ? most : count * factor;
}

/// Sums distances 1, 2, ... of the nearest nodes, until all n - 1 are taken. next(d, count) is the
/// largest number of nodes at distance d if `count` nodes are at d - 1.
template <typename Next>
Reach fill_nearest(std::int64_t n, const Next& next) {
    Reach reach{0, 0};
    for (std::int64_t left = n - 1, count = 1; left > 0;) {
        count = std::min(left, next(++reach.farthest, count));
        reach.sum += reach.farthest * count;
        left -= count;
    }
    return reach;
}

/// Whether b lies on the line from a to c; the three are in order.
bool in_line(const ScheduleCost& a, const ScheduleCost& b, const ScheduleCost& c) {
    const auto parts = [](const ScheduleCost& from, const ScheduleCost& to) {
        return std::array{static_cast<double>(to.steps - from.steps),
                          static_cast<double>(to.hops - from.hops),
                          static_cast<double>(to.changes - from.changes), to.blocks - from.blocks};
    };
    const auto before = parts(a, b), after = parts(b, c);
    for (std::size_t i = 0; i < before.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (before[i] * after[j] != before[j] * after[i]) return false;
    return true;
}

/// Linear costs in order of steps and changes, without those on the line between two others, which
/// are never the only minimum.
class Run {
  public:
    void add(const ScheduleCost& cost) {
        const std::size_t size = costs_.size();
        if (size >= 2 && in_line(costs_[size - 2], costs_[size - 1], cost)) costs_.pop_back();
        costs_.push_back(cost);
    }
    void append_to(std::vector<ScheduleCost>& costs) const {
        costs.insert(costs.end(), costs_.begin(), costs_.end());
    }

  private:
    std::vector<ScheduleCost> costs_;
};

}  // namespace

std::int64_t ceil_log(std::int64_t n, std::int64_t radix) {
    std::int64_t steps = 0;
    for (std::int64_t reached = 1; reached < n; ++steps) reached = at_most(n, reached, radix);
    return steps;
}

std::int64_t fewest_moves(std::int64_t n, std::int64_t peers, std::int64_t steps) {
    if (steps < ceil_log(n, peers + 1))
        throw std::invalid_argument("steps = " + std::to_string(steps) + ": too few to reach " +
                                    std::to_string(n) + " nodes by " + std::to_string(peers) +
                                    " peers each; give more");
    return fill_nearest(n,
                        [&](std::int64_t moves, std::int64_t routes) {
                            return at_most(n, routes * (steps - moves + 1) / moves, peers);
                        })
        .sum;
}

Reach reach_of(std::int64_t n, std::int64_t peers, std::int64_t changes) {
    return fill_nearest(n, [&](std::int64_t hops, std::int64_t walks) {
        return at_most(n, walks * (hops + changes) / hops, peers);
    });
}

CommonBounds::CommonBounds(Primitive primitive, Node n, Node lanes, const PathLengths& base)
    : primitive_(primitive), n_(n), lanes_(lanes), peers_(std::min(n - 1, lanes)) {
    if (primitive == Primitive::custom || primitive == Primitive::sequence)
        throw std::invalid_argument(std::string("common bounds: ") + name_of(primitive) +
                                    " is none of reduce-scatter, allgather, allreduce, alltoall");
    if (n < 1 || n > Node{1} << 30 || lanes < 1)
        throw std::invalid_argument("common bounds: nodes = " + std::to_string(n) + ", lanes = " +
                                    std::to_string(lanes) + ": give 1 to 2^30, and 1 or more");
    if (n == 1) return;
    least_steps_ = ceil_log(n, peers_ + 1);
    const bool all_to_all = primitive == Primitive::all_to_all;
    most_steps_ = all_to_all ? (n_ - 1 + peers_ - 1) / peers_ : least_steps_;
    Run run;
    for (auto steps = least_steps_; steps <= most_steps_; ++steps) run.add(undisturbed(steps));
    run.append_to(any_);
    add_held_back(base_, 0, base.diameter, base.mean_sum);
    change_together();
}

ScheduleCost CommonBounds::undisturbed(std::int64_t steps) const {
    const auto blocks = primitive_ == Primitive::all_to_all   ? fewest_moves(n_, peers_, steps)
                        : primitive_ == Primitive::all_reduce ? 2 * (n_ - 1)
                                                              : n_ - 1;
    return {steps, steps, 0, static_cast<double>(blocks)};
}

void CommonBounds::change_together() {
    sync_ = base_;
    std::int64_t changes = 1;
    for (;; ++changes) {
        const auto reach = reach_of(n_, peers_, changes);
        if (reach.farthest <= least_steps_) break;
        add_held_back(sync_, changes, reach.farthest, static_cast<double>(reach.sum));
    }
    add_exchanges(changes);
}

void CommonBounds::add_held_back(std::vector<ScheduleCost>& costs, std::int64_t changes,
                                 std::int64_t farthest, double distances) const {
    const double least_blocks = primitive_ == Primitive::all_to_all ? distances : 0;
    Run run;
    for (auto steps = least_steps_; steps <= most_steps_; ++steps) {
        auto cost = undisturbed(steps);
        const bool enough = cost.blocks <= least_blocks;
        cost.hops = std::max(steps, farthest);
        cost.changes = changes;
        cost.blocks = std::max(cost.blocks, least_blocks);
        run.add(cost);
        if (enough) break;
    }
    run.append_to(costs);
}

void CommonBounds::add_exchanges(std::int64_t changes) {
    Run run;
    for (auto steps = least_steps_;;) {
        auto cost = undisturbed(steps);
        cost.changes = changes;
        const double by_steps = cost.blocks;
        const double by_changes = primitive_ == Primitive::all_to_all
                                      ? static_cast<double>(reach_of(n_, peers_, changes).sum)
                                      : 0;
        cost.blocks = std::max(by_steps, by_changes);
        run.add(cost);
        if (steps == most_steps_ && by_changes <= by_steps) break;
        if (by_steps >= by_changes) ++steps;
        if (by_steps <= by_changes) ++changes;
    }
    run.append_to(sync_);
}

double CommonBounds::time_of(const ScheduleCost& cost, const BoundParameters& p) const {
    return static_cast<double>(cost.steps) * p.per_step +
           static_cast<double>(cost.hops) * p.per_hop +
           cost.blocks / static_cast<double>(n_) * p.transmission +
           static_cast<double>(cost.changes) * p.delay;
}

double CommonBounds::least(const std::vector<ScheduleCost>& costs, const BoundParameters& p) const {
    double best = std::numeric_limits<double>::infinity();
    for (const auto& cost : costs) best = std::min(best, time_of(cost, p));
    return costs.empty() ? 0 : best;
}

double CommonBounds::any(const BoundParameters& p) const {
    return least(any_, p);
}
double CommonBounds::on_base(const BoundParameters& p) const {
    return least(base_, p);
}
double CommonBounds::sync(const BoundParameters& p) const {
    return least(sync_, p);
}

double CommonBounds::reconfigured(const BoundParameters& p) const {
    if (any_.empty()) return 0;
    if (lanes_ == 1) return any(p) + p.delay;
    const double unit = p.per_step + p.per_hop;
    const auto with_loss = [&](const ScheduleCost& cost) {
        const double hidden = static_cast<double>(cost.steps) * unit;
        return time_of(cost, p) + std::max(0.0, p.delay - hidden) / static_cast<double>(lanes_);
    };
    double best = std::numeric_limits<double>::infinity();
    for (const auto& cost : any_) best = std::min(best, with_loss(cost));
    // Along a line of linear costs, the loss has a kink where the latencies hide the whole delay.
    if (p.delay >= unit * static_cast<double>(most_steps_)) return best;
    const auto bend = static_cast<std::int64_t>(p.delay / unit);
    for (const auto steps : {bend, bend + 1})
        best = std::min(best, with_loss(undisturbed(std::clamp(steps, least_steps_, most_steps_))));
    return best;
}

double CommonBounds::on_switch(const BoundParameters& p) const {
    return lanes_ == 1 ? sync(p) : std::min(on_base(p), reconfigured(p));
}

double CommonBounds::on_wdm_ring(const BoundParameters& p) const {
    return any_.empty() ? 0 : std::min(on_base(p), any(p) + p.delay);
}

}  // namespace lightsweep::kernels
