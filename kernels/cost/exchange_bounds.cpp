#include "kernels/cost/exchange_bounds.hpp"

#include <cmath>
#include <limits>
#include <span>

namespace lightsweep::kernels {

namespace {

/// Largest numbers of steps, and of nodes, for which bounds 2 and 3 are evaluated in full.
constexpr std::int64_t most_exact_steps = 128, most_exact_nodes = 4096;

/// Numbers of ends by hops, from 0 on.
using Counts = std::vector<double>;

/// The product, until it counts n ends.
Counts product(const Counts& a, const Counts& b, double n) {
    Counts c;
    double seen = 0;
    for (std::size_t h = 0; h + 1 < a.size() + b.size() && seen < n; ++h) {
        double count = 0;
        for (std::size_t i = h < b.size() ? 0 : h + 1 - b.size(); i <= h && i < a.size(); ++i)
            count += a[i] * b[h - i];
        c.push_back(std::min(4 * n, count));
        seen += c.back();
    }
    return c;
}

/// Hops of n - 1 blocks that take the nearest ends, and of the farthest of them; infinite where
/// there are too few ends.
struct Filled {
    double sum, farthest;
};
Filled filled(const Counts& counts, double n) {
    Filled fill{0, 0};
    double left = n - 1;
    for (std::size_t h = 1; h < counts.size() && left > 0; ++h) {
        const double taken = std::min(left, counts[h]);
        fill.sum += static_cast<double>(h) * taken;
        fill.farthest = static_cast<double>(h);
        left -= taken;
    }
    return left > 0 ? Filled{INFINITY, INFINITY} : fill;
}

/// 1 + p x + .. + (p x)^most, until n ends are counted.
Counts powers(double p, std::int64_t most, double n) {
    Counts counts{1};
    for (double seen = 1, each = 1; most > 0 && seen < n; --most) {
        counts.push_back(each = std::min(4 * n, each * p));
        seen += each;
    }
    return counts;
}

}  // namespace

ExchangeBounds::ExchangeBounds(std::int64_t n, std::int64_t lanes, const PathLengths& base)
    : n_(n),
      lanes_(lanes),
      peers_(std::min(n - 1, lanes)),
      least_steps_(ceil_log(n, peers_ + 1)),
      most_steps_((n - 1 + peers_ - 1) / peers_),
      lengths_(base) {
    CostRun run;
    for (auto steps = least_steps_; steps <= most_steps_; ++steps) {
        const auto cost = undisturbed(steps);
        run.add(cost);
        if (n <= most_exact_nodes) moves_.push_back(cost.blocks);
    }
    run.append_to(any_);
    base_ = held_back(0, base.diameter, base.busiest_sum());
    // One step of one hop is a lightpath per pair of nodes.
    off_ring_ = held_back(1, base.mean_sum > double(lanes) ? 2 : 0, base.mean_sum);
    sync_ = base_;
    if (most_steps_ <= most_exact_steps || n <= most_exact_nodes)
        for (std::int64_t h = 0; h <= lengths_.diameter; ++h)
            nearby_.push_back(static_cast<double>(nodes_at(h)));
    if (most_steps_ <= most_exact_steps)
        change_together();
    else
        change_together_coarsely();
    if (lanes == 1 || n > most_exact_nodes) return;
    count_ends();
    known_ = std::vector<std::atomic<const Fills*>>(ends_.front().size());
    all_on_ = fill_orders(lanes);
    lanes_in_turn_ = std::make_unique<LanesInTurn>(Primitive::all_to_all, n, lanes, base);
    first_circuit_ = std::make_unique<FirstCircuit>(n, lanes, most_steps_, nearby_, lengths_);
}

ExchangeBounds::~ExchangeBounds() {
    for (auto& fills : known_) delete fills.load();
}

void ExchangeBounds::count_ends() {
    const auto cap = static_cast<double>(4 * n_);
    const auto most = static_cast<std::size_t>(std::max(n_ - 1, lanes_));
    Counts words(most, 1);
    while (ends_.size() <= 64 &&  // k = 1 alone would not grow
           (ends_.empty() || ends_.back().front() < static_cast<double>(n_))) {
        if (!ends_.empty()) {
            double before = 0;
            for (std::size_t e = 0; e < most; ++e) {
                const auto open = nodes_at(1) + 1 + static_cast<std::int64_t>(e);
                const double own = words[e] * static_cast<double>(std::min(lanes_, open));
                const double next = std::min(cap, own + before);
                before = std::min(cap, before + words[e]);
                words[e] = next;
            }
        }
        ends_.emplace_back(most);
        double sum = 0;
        for (std::size_t e = 0; e < most; ++e)
            ends_.back()[e] = sum = std::min(cap, sum + words[e]);
    }
}

BoundCost ExchangeBounds::undisturbed(std::int64_t steps) const {
    return {steps, steps, 0, static_cast<double>(fewest_moves(n_, peers_, steps))};
}

std::int64_t ExchangeBounds::nodes_at(std::int64_t hops) const {
    const auto within = std::min(n_, lengths_.ball(hops));
    return hops == 0 ? within : within - std::min(n_, lengths_.ball(hops - 1));
}

std::vector<BoundCost> ExchangeBounds::held_back(std::int64_t changes, std::int64_t farthest,
                                                 double distances) const {
    CostRun run;
    for (auto steps = least_steps_; steps <= most_steps_; ++steps) {
        auto cost = undisturbed(steps);
        const bool enough = cost.blocks <= distances;
        cost.hops = std::max(steps, farthest);
        cost.changes = changes;
        cost.blocks = std::max(cost.blocks, distances);
        run.add(cost);
        if (enough) break;
    }
    std::vector<BoundCost> costs;
    run.append_to(costs);
    return costs;
}

void ExchangeBounds::change_together() {
    const auto nodes = static_cast<double>(n_), p = static_cast<double>(peers_);
    std::vector<Counts> even;  // ends of m single-hop steps over the changes so far
    for (std::int64_t changes = 1; changes <= most_steps_; ++changes) {
        Counts walks{1};  // C(h + R - 1, R - 1) p^h
        for (double seen = 1, h = 1; seen < nodes; seen += walks.back(), ++h)
            walks.push_back(
                std::min(4 * nodes, walks.back() * p * (h + static_cast<double>(changes) - 1) / h));
        const auto reached = product(nearby_, walks, nodes);
        add_long_steps(changes, reached);
        const auto last =
            std::max(most_steps_, (changes + 1) * static_cast<std::int64_t>(reached.size()));
        std::vector<Counts> next(static_cast<std::size_t>(last) + 1);
        for (auto m = changes; m <= last; ++m) {
            const auto part = (m + changes - 1) / changes;
            const auto of_part = powers(p, part, nodes);
            next[static_cast<std::size_t>(m)] =
                changes == 1 ? of_part
                             : product(even[static_cast<std::size_t>(m - part)], of_part, nodes);
        }
        even = std::move(next);
        add_single_hops(changes, even);
    }
    sync_ = without_dominated(std::move(sync_));
}

void ExchangeBounds::add_long_steps(std::int64_t changes, const std::vector<double>& reached) {
    const auto nodes = static_cast<double>(n_);
    const auto farthest = reach_of(n_, peers_, changes).farthest;
    for (auto steps = std::max(least_steps_, changes); steps <= most_steps_; ++steps) {
        // Ends by the smaller of both cumulative counts.
        Counts counts{1};
        double by_steps = 1, all = 1, of_walks = 1, taken = 1;
        for (std::size_t h = 1; taken < nodes && h < reached.size(); ++h) {
            const auto left = static_cast<double>(steps) - static_cast<double>(h) + 1;
            by_steps = std::min(4 * nodes, by_steps * static_cast<double>(peers_) *
                                               std::max(0.0, left) / static_cast<double>(h));
            all = std::min(4 * nodes, all + by_steps);
            of_walks += reached[h];
            counts.push_back(std::min(all, of_walks) - taken);
            taken += counts.back();
        }
        const auto fill = filled(counts, nodes);
        if (fill.sum < INFINITY)
            sync_.push_back(
                {steps, std::max({steps + 1, farthest, static_cast<std::int64_t>(fill.farthest)}),
                 changes, fill.sum});
    }
}

void ExchangeBounds::add_single_hops(std::int64_t changes,
                                     const std::vector<std::vector<double>>& even) {
    const auto nodes = static_cast<double>(n_);
    const auto last = static_cast<std::int64_t>(even.size()) - 1;
    for (auto steps = std::max(least_steps_, changes); steps <= last; ++steps) {
        double least = INFINITY;
        for (std::int64_t on_base = 0; on_base <= steps - changes; ++on_base) {
            const std::span first(
                nearby_.data(),
                std::min<std::size_t>(nearby_.size(), static_cast<std::size_t>(on_base) + 1));
            least = std::min(
                least, filled_product(first, even[static_cast<std::size_t>(steps - on_base)], nodes,
                                      least));
            if (on_base >= std::ssize(nearby_)) break;  // further steps only leave fewer for later
        }
        if (least < INFINITY) sync_.push_back({steps, steps, changes, least});
    }
}

void ExchangeBounds::change_together_coarsely() {
    std::int64_t changes = 1;
    for (;; ++changes) {
        const auto reach = reach_of(n_, peers_, changes);
        if (reach.farthest <= least_steps_) break;
        const auto costs = held_back(changes, reach.farthest, static_cast<double>(reach.sum));
        sync_.insert(sync_.end(), costs.begin(), costs.end());
    }
    CostRun run;  // for every number of blocks the fewest steps and changes that reach it
    for (auto steps = least_steps_;;) {
        auto cost = undisturbed(steps);
        cost.changes = changes;
        const double by_steps = cost.blocks;
        const auto by_changes = static_cast<double>(reach_of(n_, peers_, changes).sum);
        cost.blocks = std::max(by_steps, by_changes);
        run.add(cost);
        if (steps == most_steps_ && by_changes <= by_steps) break;
        if (by_steps >= by_changes) ++steps;
        if (by_steps <= by_changes) ++changes;
    }
    run.append_to(sync_);
}

const ExchangeBounds::Fills& ExchangeBounds::fills(std::int64_t changes) const {
    auto& known = known_[static_cast<std::size_t>(changes - 1)];
    if (const auto* found = known.load(std::memory_order_acquire)) return *found;
    auto made = std::make_unique<Fills>();  // zeros
    const auto orders = changes < lanes_ ? fill_orders(changes) : nullptr;
    auto order = (orders ? *orders : *all_on_).begin();
    for (int a = 0; a <= sixths; ++a)
        for (std::size_t b = 0; a + static_cast<int>(b) <= sixths; ++b)
            (*made)[b] = std::max((*made)[b], filled_in(*order++, changes));
    const Fills* before = nullptr;
    return *(known.compare_exchange_strong(before, made.get()) ? made.release() : before);
}

std::unique_ptr<const ExchangeBounds::Orders> ExchangeBounds::fill_orders(
    std::int64_t changes) const {
    const double new_share = static_cast<double>(lanes_) / static_cast<double>(changes);
    auto orders = std::make_unique<Orders>();
    for (int a = 0; a <= sixths; ++a)
        for (int b = 0; a + b <= sixths; ++b)
            orders->push_back(cheapest_first(double(a) / sixths, double(b) / sixths,
                                             double(sixths - a - b) / sixths * new_share, changes));
    return orders;
}

std::vector<ExchangeBounds::Ends> ExchangeBounds::cheapest_first(double alpha, double beta,
                                                                 double gamma,
                                                                 std::int64_t changes) const {
    // Per l the next base distance j; (0, 0) is the node itself.
    std::vector<std::size_t> next(ends_.size() + 1, 0);
    next[0] = 1;
    std::vector<Ends> order;
    for (auto left = static_cast<double>(n_ - 1); left > 0;) {
        Ends best{INFINITY, next.size(), 0};
        for (std::size_t l = 0; l < next.size(); ++l) {
            if (next[l] >= nearby_.size()) continue;
            const double cost = (alpha + beta) * static_cast<double>(l) +
                                beta * static_cast<double>(next[l]) + (l > 0 ? gamma : 0);
            if (cost < best.cost) best = {cost, l, nearby_[next[l]]};
        }
        if (best.length == next.size()) break;
        ++next[best.length];
        left -= best.nodes * ends_of(best.length, changes);
        order.push_back(best);
    }
    return order;
}

double ExchangeBounds::filled_in(const std::vector<Ends>& order, std::int64_t changes) const {
    double sum = 0, left = static_cast<double>(n_ - 1);
    for (const auto& ends : order) {
        if (!(left > 0)) break;
        const double taken = std::min(left, ends.nodes * ends_of(ends.length, changes));
        sum += ends.cost * taken;
        left -= taken;
    }
    return sum;
}

double ExchangeBounds::ends_of(std::size_t length, std::int64_t changes) const {
    return length == 0 ? 1 : ends_[length - 1][static_cast<std::size_t>(changes - 1)];
}

double ExchangeBounds::one_by_one(const BoundParameters& p, double best, bool in_groups) const {
    if (lanes_ == 1 || n_ > most_exact_nodes) return std::min(best, leaving_coarsely(p));
    const ChangeCost changing(n_, peers_, p);
    const auto leaving_with = [&](auto steps, auto more, std::int64_t later, double least) {
        return least_over(1, std::ssize(known_), least, [&](auto q, auto to, double) {
            return leaving(q, to, steps, more, later, p, changing);
        });
    };
    const auto soonest = [&](std::int64_t steps, std::int64_t more, double least) {
        const double left = leaving_with(steps, more, 1, least);
        return steps < more || in_groups ? left : std::max(left, in_turn(steps, p));
    };
    const auto at = [&](std::int64_t steps, double soon, double least) {
        for (std::int64_t later = 1; soon < least && later <= steps; ++later) {
            if (p.delay + static_cast<double>(later) * p.unit() >= least) break;
            const double first =
                first_circuit_->time(steps - later, later, p, in_groups, soon, least);
            if (first < least)
                least = std::max({first, soon, leaving_with(steps, steps, later, least)});
        }
        return least;
    };
    return least_over(least_steps_, most_steps_, best, [&](auto steps, auto more, double least) {
        const double soon = soonest(steps, more, least);
        if (steps < more) return soon;
        least = at(steps, soon, least);
        for (auto all = steps + 1;
             steps == most_steps_ && all <= steps + first_circuit_->most_before(); ++all)
            least = at(all, soonest(all, all, least), least);
        return least;
    });
}

double ExchangeBounds::in_turn(std::int64_t steps, const BoundParameters& p) const {
    double least = std::numeric_limits<double>::infinity();
    for (const auto& [lanes, extra, links] : lanes_in_turn_->links(steps)) {
        const double latency = double(steps) * p.unit() + double(extra) * p.per_hop,
                     bytes = links * p.transmission / double(n_),
                     lost = double(lanes) * p.delay / double(lanes_);
        least = std::min(least, latency + (lanes > 0 ? std::max(p.delay, bytes + lost) : bytes));
    }
    return least;
}

double ExchangeBounds::leaving(std::int64_t changes, std::int64_t most_changes, std::int64_t steps,
                               std::int64_t more_steps, std::int64_t later,
                               const BoundParameters& p, const ChangeCost& changing) const {
    const double unit = p.unit(), block = p.transmission / static_cast<double>(n_);
    const auto each = changes / lanes_, rest = changes % lanes_;
    const auto silent = [&](std::int64_t times) {
        return std::max(static_cast<double>(steps) * unit,
                        static_cast<double>(times) * (p.delay + unit));
    };
    const auto k = static_cast<double>(lanes_);
    const double loss =
        std::max((static_cast<double>(rest) * silent(each + 1) +
                  static_cast<double>(lanes_ - rest) * silent(each)) /
                     k,
                 static_cast<double>(steps) * unit +
                     changing.silence(static_cast<double>(changes) * p.delay / k, steps));
    double most =
        loss +
        moves_[static_cast<std::size_t>(std::min(more_steps, most_steps_) - least_steps_)] * block;
    const auto& known = fills(most_changes);
    for (std::size_t b = 0; b <= sixths; ++b) {
        const double beta = double(b) / sixths;
        most = std::max(
            most, (1 - beta) * (p.delay + double(later) * unit) + beta * loss + block * known[b]);
    }
    return most;
}

double ExchangeBounds::leaving_coarsely(const BoundParameters& p) const {
    if (lanes_ == 1) return least_time(any_, p, n_) + p.delay;
    const double unit = p.unit();
    const auto with_loss = [&](const BoundCost& cost) {
        const double hidden = static_cast<double>(cost.steps) * unit;
        return cost.time(p, n_) + std::max(0.0, p.delay - hidden) / static_cast<double>(lanes_);
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

double ExchangeBounds::paths_with_loads(const BoundParameters& p) const {
    const double block = p.transmission / static_cast<double>(n_);
    const double hops = p.per_hop * lengths_.square_sum, least = lengths_.mean_sum;
    return block * least * least >= hops ? hops / least + block * least
                                         : 2 * std::sqrt(hops * block);
}

double ExchangeBounds::leaving_ring(const BoundParameters& p) const {
    return least_time(off_ring_, p, n_);
}

}  // namespace lightsweep::kernels
