#include "kernels/cost/bound_terms.hpp"

#include <array>
#include <limits>
#include <tuple>

namespace lightsweep::kernels {

namespace {

/// Whether b lies on the line from a to c; the three are in order.
bool in_line(const BoundCost& a, const BoundCost& b, const BoundCost& c) {
    const auto parts = [](const BoundCost& from, const BoundCost& to) {
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

}  // namespace

double least_time(const std::vector<BoundCost>& costs, const BoundParameters& p, std::int64_t n) {
    double best = std::numeric_limits<double>::infinity();
    for (const auto& cost : costs) best = std::min(best, cost.time(p, n));
    return costs.empty() ? 0 : best;
}

double least_time_in_groups(const std::vector<BoundCost>& costs, const BoundParameters& p,
                            std::int64_t n, double other) {
    using Times = std::array<double, 3>;
    const auto times = [&](const BoundCost& cost) {
        const auto steps = static_cast<double>(cost.steps);
        return Times{steps * p.per_step + static_cast<double>(cost.hops) * p.per_hop,
                     steps * p.unit() + cost.blocks / static_cast<double>(n) * p.transmission,
                     steps * p.per_step + other};
    };
    double best = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < costs.size(); ++i) {
        const Times from = times(costs[i]), to = times(costs[std::min(i + 1, costs.size() - 1)]);
        const auto along = [&](double part) {
            double most = 0;
            for (std::size_t a = 0; a < from.size(); ++a)
                most = std::max(most, from[a] + part * (to[a] - from[a]));
            best = std::min(best, most);
        };
        along(0);
        // The least of a maximum of lines is at an end or where two of them cross.
        for (std::size_t a = 0; a < from.size(); ++a)
            for (std::size_t b = 0; b < a; ++b) {
                const double before = from[a] - from[b], after = to[a] - to[b];
                if (before * after < 0) along(before / (before - after));
            }
    }
    return costs.empty() ? 0 : best;
}

void CostRun::add(const BoundCost& cost) {
    const std::size_t size = costs_.size();
    if (size >= 2 && in_line(costs_[size - 2], costs_[size - 1], cost)) costs_.pop_back();
    costs_.push_back(cost);
}

void CostRun::append_to(std::vector<BoundCost>& costs) const {
    costs.insert(costs.end(), costs_.begin(), costs_.end());
}

std::vector<BoundCost> without_dominated(std::vector<BoundCost> costs) {
    std::ranges::sort(costs, [](const BoundCost& a, const BoundCost& b) {
        return std::tie(a.changes, a.steps, a.hops, a.blocks) <
               std::tie(b.changes, b.steps, b.hops, b.blocks);
    });
    std::vector<BoundCost> kept;
    for (const auto& cost : costs)
        if (std::ranges::none_of(kept, [&](const BoundCost& one) {
                return one.steps <= cost.steps && one.hops <= cost.hops &&
                       one.blocks <= cost.blocks;
            }))
            kept.push_back(cost);
    return kept;
}

std::int64_t ceil_log(std::int64_t n, std::int64_t radix) {
    std::int64_t steps = 0;
    for (std::int64_t reached = 1; reached < n; ++steps) reached = at_most(n, reached, radix);
    return steps;
}

}  // namespace lightsweep::kernels
