#include "kernels/cost/leaving_costs.hpp"

#include <cmath>
#include <limits>

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

/// The nearest nodes, as many as so many steps reach.
std::vector<double> nearest(const std::vector<double>& at_distance, double most) {
    std::vector<double> nodes;
    for (std::size_t j = 0; j < at_distance.size() && most > 0; ++j) {
        nodes.push_back(std::min(most, at_distance[j]));
        most -= nodes.back();
    }
    return nodes;
}

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

FirstCircuit::FirstCircuit(std::int64_t n, std::int64_t peers, std::int64_t most_steps,
                           const std::vector<double>& at_distance, const PathLengths& base)
    : n_(n), least_steps_(ceil_log(n, peers + 1)), most_steps_(most_steps) {
    const auto nodes = static_cast<double>(n), p = static_cast<double>(peers);
    const auto reached = [&](std::int64_t steps) {
        return steps >= least_steps_ ? nodes : std::pow(p + 1, static_cast<double>(steps));
    };
    std::vector<std::vector<double>> after;
    for (std::int64_t later = 0; later <= most_steps + least_steps_; ++later) {
        after.push_back(routes(nodes, p, later));
        const auto needed = std::ceil(nodes / reached(later));
        near_.push_back(base.hops_to(static_cast<std::int64_t>(needed)));
    }
    for (std::int64_t before = 0; before <= least_steps_; ++before) {
        const double here = reached(before);
        const auto near = nearest(at_distance, here);
        auto& moves = moves_.emplace_back();
        auto& hops = hops_.emplace_back();
        for (const auto& later : after) {
            moves.push_back(filled_product({&here, 1}, later, nodes, INFINITY));
            hops.push_back(filled_product(near, later, nodes, INFINITY));
        }
    }
}

double FirstCircuit::time(std::int64_t steps, const BoundParameters& p) const {
    double least = time_of(steps, p);
    for (auto more = steps + 1; steps == most_steps_ && more <= steps + least_steps_; ++more)
        least = std::min(least, time_of(more, p));
    return least;
}

double FirstCircuit::time_of(std::int64_t steps, const BoundParameters& p) const {
    const double unit = p.unit(), block = p.transmission / static_cast<double>(n_);
    double least = std::numeric_limits<double>::infinity();
    for (std::int64_t before = 0; before < steps; ++before) {
        const auto later = static_cast<std::size_t>(steps - before);
        const auto now = static_cast<std::size_t>(std::min(before, least_steps_));
        const auto then = static_cast<std::size_t>(std::min(before + 1, least_steps_));
        const auto hops = std::max(before, near_[later]);
        const double latency = static_cast<double>(before) * p.per_step +
                               static_cast<double>(before == 0 ? 0 : hops) * p.per_hop;
        const double after = static_cast<double>(later) * unit;
        least = std::min(least,
                         std::max({p.delay + after + moves_[then][later - 1] * block,
                                   latency + after + moves_[now][later] * block,
                                   static_cast<double>(steps) * unit + hops_[now][later] * block}));
    }
    return least;
}

}  // namespace lightsweep::kernels
