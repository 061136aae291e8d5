#include "kernels/cost/leaving_costs.hpp"

#include <cmath>

#include "kernels/cost/nearest_ends.hpp"

namespace lightsweep::kernels {

namespace {

/// Routes of `steps` steps by their moves, until n of them are counted.
std::vector<double> routes(double n, double peers, std::int64_t steps) {
    std::vector<double> counts{1};
    double seen = 1;
    for (std::int64_t r = 1; r <= steps && seen < n; ++r) {
        const double each = counts.back() * peers * double(steps - r + 1) / double(r);
        counts.push_back(std::min(4 * n, each));
        seen += counts.back();
    }
    return counts;
}

using Ends = std::vector<EndsOfCost>;

}  // namespace

ChangeCost::ChangeCost(std::int64_t n, std::int64_t peers, const BoundParameters& p)
    : unit_(p.unit()), least_steps_(ceil_log(n, peers + 1)) {
    const auto nodes = static_cast<double>(n);
    for (auto i = least_steps_; i >= 0; --i) {
        const double reached = i == least_steps_ ? nodes : std::pow(double(peers + 1), double(i));
        const double cost = (nodes - reached) / nodes * p.transmission;
        const std::array point{double(least_steps_ - i) * unit_ + cost, cost};
        // The last point lies on or above the line from the one before it to this one.
        const auto above = [&] {
            const auto& a = *(points_.end() - 2);
            const auto& b = points_.back();
            return (b[1] - a[1]) * (point[0] - a[0]) >= (point[1] - a[1]) * (b[0] - a[0]);
        };
        while (points_.size() > 1 && above()) points_.pop_back();
        points_.push_back(point);
    }
}

double ChangeCost::silence(double changing, std::int64_t steps) const {
    changing -= static_cast<double>(steps - least_steps_) * unit_;
    if (changing <= 0) return 0;
    for (std::size_t i = 1; i < points_.size(); ++i) {
        const auto &a = points_[i - 1], &b = points_[i];
        if (changing < b[0]) return a[1] + (b[1] - a[1]) * (changing - a[0]) / (b[0] - a[0]);
    }
    return points_.back()[1] + changing - points_.back()[0];
}

FirstCircuit::FirstCircuit(std::int64_t n, std::int64_t lanes, std::int64_t most_steps,
                           std::vector<double> at_distance, const PathLengths& base)
    : n_(n),
      lanes_(lanes),
      peers_(std::min(n - 1, lanes)),
      most_before_(ceil_log(n, 2) + 1),
      at_distance_(std::move(at_distance)),
      base_(base) {
    for (std::int64_t steps = 0; steps <= most_steps + most_before_; ++steps) {
        routes_.push_back(routes(double(n), double(peers_), steps));
        const double most = std::pow(double(peers_ + 1), double(steps));
        reached_.push_back(std::min(double(n), most));
    }
}

double FirstCircuit::time(std::int64_t before, std::int64_t later, const BoundParameters& p,
                          bool in_groups, double enough, double best) const {
    for (std::int64_t changed = 1; changed <= lanes_; ++changed)
        for (const bool late : {false, true})
            if (best > enough && (before > 0 ? late || changed < lanes_ : !late))
                best = least_time({before, later, changed, late}, p, in_groups, best);
    return best;
}

double FirstCircuit::least_time(const Leaving& leaving, const BoundParameters& p, bool in_groups,
                                double best) const {
    const auto& [before, later, changed, late] = leaving;
    const double unit = p.unit(), block = p.transmission / double(n_), k = double(lanes_);
    const auto sent = late ? changed < lanes_ ? 1 : before : 0;
    const double start = p.delay + double(later + sent) * unit;
    const double needed = std::ceil(double(n_) / reached_[std::size_t(later)]);
    if (start >= best || reached_[std::size_t(before)] < needed) return best;
    const auto first = std::max(before, base_.hops_to(static_cast<std::int64_t>(needed))) + 1;
    const auto bound = [&](std::int64_t hops, std::int64_t most, double least) {
        const auto before_first = [&](std::int64_t links) {
            return before == 0 ? 0 : double(before) * p.per_step + double(links) * p.per_hop;
        };
        const double paths = double(before + 1) * p.per_step + double(hops) * p.per_hop +
                             double(later - 1) * unit,
                     bytes = in_groups ? double(before + later) * unit : paths;
        const double hidden = in_groups ? double(before) * unit : before_first(hops - 1);
        const double lost = double(changed) / k * std::max(0.0, p.delay - hidden);
        const std::array floors{start, bytes + lost, bytes,
                                in_groups ? before_first(first - 1) + double(later) * unit : paths};
        double value = std::max(paths, std::ranges::max(floors));
        if (value >= least) return value;
        auto alike = leaving;  // further steps before reach no more nodes
        alike.before = std::min(before, ceil_log(n_, peers_ + 1));
        const auto& known = known_.get({alike, most}, [&] { return fills(alike, most); });
        for (std::size_t i = 0; i < weights.size(); ++i) {
            double sum = known[i] * block;
            for (std::size_t of = 0; of < floors.size(); ++of) sum += weights[i][of] * floors[of];
            value = std::max(value, sum);
        }
        return value;
    };
    const auto farthest = static_cast<std::int64_t>(base_.diameter) + 1;
    const auto last = changed == lanes_ && !late ? first : std::max(first, farthest);
    return least_over(first, last, best, bound);
}

const std::vector<FirstCircuit::Weights> FirstCircuit::weights = [] {
    std::vector<Weights> all;
    constexpr int parts = 2;
    for (int a = 0; a <= parts; ++a)
        for (int b = 0; a + b <= parts; ++b)
            for (int c = 0; a + b + c <= parts; ++c)
                all.push_back({double(a) / parts, double(b) / parts, double(c) / parts,
                               double(parts - a - b - c) / parts});
    return all;
}();

std::vector<double> FirstCircuit::fills(const Leaving& leaving, std::int64_t hops) const {
    std::vector<double> all;
    for (const auto& one : weights) all.push_back(fill(leaving, hops, one));
    return all;
}

double FirstCircuit::fill(const Leaving& leaving, std::int64_t hops, const Weights& weights) const {
    const auto& [before, later, changed, late] = leaving;
    const double k = double(lanes_), staying = late ? k : double(lanes_ - changed);
    const double link = weights[1] + (staying > 0 ? k / staying : 0) * weights[2];
    const double over_new = late && changed > 1 ? 0 : k / double(changed),
                 entering = over_new * weights[0] + weights[1] + weights[3];
    // Ends before step f, then those of step f.
    Ends ends, next;
    double left = reached_[std::size_t(before)], count = 0;
    for (std::size_t j = 0; j < at_distance_.size() && std::int64_t(j) <= hops; ++j) {
        const double here = std::int64_t(j) < hops ? std::min(left, at_distance_[j]) : 0;
        left -= here;
        count += here;
        const double cost = double(j) * link;
        ends.push_back({cost, here});
        next.push_back({cost + entering, here * double(peers_)});
        next.push_back({cost + weights[3], at_distance_[j] - here});
    }
    keep_cheapest(next, count * double(peers_));
    ends.insert(ends.end(), next.begin(), next.end());
    Ends all;
    const auto& moves = routes_[std::size_t(later - 1)];
    for (const auto& [cost, nodes] : ends)
        for (std::size_t r = 0; r < moves.size(); ++r)
            all.push_back({cost + double(r), nodes * moves[r]});
    return keep_cheapest(all, double(n_));
}

}  // namespace lightsweep::kernels
