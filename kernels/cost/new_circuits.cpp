#include "kernels/cost/new_circuits.hpp"

#include <algorithm>
#include <limits>

namespace lightsweep::kernels {

NewCircuits::NewCircuits(Primitive primitive, std::int64_t n, std::int64_t lanes,
                         const BroadcastLength& length)
    : primitive_(primitive), n_(n), lanes_(lanes) {
    if (lanes < 2 || lanes > most_lanes) return;
    for (std::int64_t steps = 0; steps <= most_steps; ++steps) {
        links_.emplace_back();
        gains_.emplace_back();
        for (std::size_t i = 0; i < prices.size(); ++i) {
            const double spared = length.spared(prices[i], steps);
            links_.back()[i] = static_cast<double>(n - 1) * prices[i] - spared;
            gains_.back()[i] = prices[i] - 1 + spared;
        }
    }
}

double NewCircuits::links(const Leaving& leaving, std::size_t price) const {
    const double once = links_[static_cast<std::size_t>(leaving.steps)][price];
    return std::max(leaving.blocks, primitive_ == Primitive::all_reduce
                                        ? once + static_cast<double>(n_ - 1)
                                        : once);
}

double NewCircuits::of_gather(const Leaving& leaving, const BoundParameters& p, double changed,
                              std::size_t price) const {
    const auto k = static_cast<double>(lanes_);
    const double needed =
        k * leaving.latency + k * p.transmission / static_cast<double>(n_) * links(leaving, price);
    double least = std::numeric_limits<double>::infinity();
    for (std::int64_t last = 1; last <= leaving.later; ++last) {
        const double silent =
            std::max(leaving.latency, p.delay + static_cast<double>(last) * p.unit());
        const double gain = gains_[static_cast<std::size_t>(last - 1)][price];
        const double time =
            (needed + changed * (silent * gain + silent - leaving.latency)) / (k + changed * gain);
        least = std::min(least, std::max(silent, time));
    }
    return least;
}

double NewCircuits::of_reduction(const Leaving& leaving, const BoundParameters& p, double changed,
                                 std::size_t price) const {
    const auto k = static_cast<double>(lanes_);
    const double block = k * p.transmission / static_cast<double>(n_);
    const double silent = std::max(leaving.latency, p.delay + p.unit());
    // Lane time that is needed, less what the edges so far gain.
    double needed =
        k * leaving.latency + changed * (silent - leaving.latency) + block * links(leaving, price);
    double edges = 0, room = static_cast<double>(std::min(n_ - 1, lanes_));
    for (std::int64_t step = 1; step <= leaving.later; ++step) {
        const double gain = gains_[static_cast<std::size_t>(leaving.steps - step)][price];
        const double time =
            (needed + (changed * silent + block * edges) * gain) / (k + changed * gain);
        if (changed * (time - silent) <= block * (edges + room)) return std::max(silent, time);
        needed -= block * room * gain;
        edges += room;
        room *= static_cast<double>(std::min(n_ - 1, lanes_) + 1);
    }
    return std::max(silent, needed / k);
}

double NewCircuits::least_time(const Leaving& leaving, const BoundParameters& p) const {
    if (leaving.steps >= std::ssize(links_)) return 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::int64_t changed = 1; changed <= lanes_; ++changed) {
        double most = 0;
        for (std::size_t i = 0; i < prices.size() && most < least; ++i) {
            const auto lanes = static_cast<double>(changed);
            most = std::max(most, primitive_ == Primitive::all_gather
                                      ? of_gather(leaving, p, lanes, i)
                                      : of_reduction(leaving, p, lanes, i));
        }
        least = std::min(least, most);
    }
    return least;
}

}  // namespace lightsweep::kernels
