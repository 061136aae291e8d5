#include "kernels/envelopes/region_boundaries.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>

namespace lightsweep::kernels {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
/// Costs are sums of a few terms: smaller relative differences count as equal.
constexpr double rounding = 1e-12;

/// A part of a line, by one of its coordinates.
struct Interval {
    double from = 0, to = infinity;

    bool is_empty() const { return !(from < to * (1 - 1e-9)); }
    /// Keeps the part where rise * t + constant >= 0. False if this is 0 everywhere.
    bool cut(double constant, double rise, double scale) {
        const bool flat = std::abs(rise) <= rounding * scale;
        if (flat && std::abs(constant) <= rounding * scale) return false;
        if (flat && constant < 0) to = -1;
        if (!flat && rise > 0) from = std::max(from, -constant / rise);
        if (!flat && rise < 0) to = std::min(to, -constant / rise);
        return true;
    }
};

double scale_of(const ListedSchedule& a, const ListedSchedule& b, const ListedSchedule& c) {
    return std::max({1.0, a.hops, b.hops, c.hops, a.congestion, b.congestion, c.congestion});
}

/// Order in which schedules are compared: first those that recently removed a pair. Few pairs are
/// neighbours, and the same schedules separate many pairs.
using SearchOrder = std::vector<std::size_t>;

void move_to_front(SearchOrder& order, std::size_t place) {
    const auto at = order.begin() + static_cast<std::ptrdiff_t>(place);
    std::rotate(order.begin(), at, at + 1);
}

/// The boundary where i, with more reconfigurations, and j are both best.
std::optional<RegionBoundary> by_delay(const std::vector<ListedSchedule>& schedules, std::int32_t i,
                                       std::int32_t j, SearchOrder& order) {
    const ListedSchedule &a = schedules[i], &b = schedules[j];
    const double more = a.reconfigurations - b.reconfigurations;
    const double start = (b.hops - a.hops) / more, rise = (b.congestion - a.congestion) / more;
    Interval x;
    x.cut(start, rise, scale_of(a, b, a));
    if (x.is_empty()) return std::nullopt;
    for (std::size_t k = 0; k < order.size(); ++k) {
        const ListedSchedule& c = schedules[order[k]];
        const double turns = c.reconfigurations - a.reconfigurations;
        const bool crosses = x.cut(c.hops - a.hops + turns * start,
                                   c.congestion - a.congestion + turns * rise, scale_of(a, b, c));
        // Other schedules are equally good along the boundary; of those only the outermost two have
        // regions.
        const bool outside =
            c.reconfigurations > a.reconfigurations || c.reconfigurations < b.reconfigurations;
        if ((!crosses && outside) || x.is_empty()) {
            move_to_front(order, k);
            return std::nullopt;
        }
    }
    const auto delay_at = [&](double message) {
        return std::isinf(message) && rise == 0 ? start : start + rise * message;
    };
    return RegionBoundary{i, j, x.from, x.to, delay_at(x.from), delay_at(x.to), start, rise};
}

/// The boundary of two schedules with equal reconfigurations; i has less congestion.
std::optional<RegionBoundary> by_message(const std::vector<ListedSchedule>& schedules,
                                         std::int32_t i, std::int32_t j, SearchOrder& order) {
    const ListedSchedule &a = schedules[i], &b = schedules[j];
    const double x = (a.hops - b.hops) / (b.congestion - a.congestion);
    if (!(x > 0)) return std::nullopt;
    Interval y;
    for (std::size_t k = 0; k < order.size(); ++k) {
        const ListedSchedule& c = schedules[order[k]];
        const double less = c.congestion - a.congestion;
        const bool crosses =
            y.cut(c.hops - a.hops + less * x, c.reconfigurations - a.reconfigurations,
                  scale_of(a, b, c) * std::max(1.0, x));
        const bool outside = c.congestion < a.congestion || c.congestion > b.congestion;
        if ((!crosses && outside) || y.is_empty()) {
            move_to_front(order, k);
            return std::nullopt;
        }
    }
    return RegionBoundary{i, j, x, x, y.from, y.to, nothing, nothing};
}

/// Whether the schedule is possible and its cost differs from all costs before it.
bool is_new(const ListedSchedule& schedule, const std::vector<ListedSchedule>& before) {
    if (!std::isfinite(schedule.hops) || !std::isfinite(schedule.congestion)) return false;
    return std::ranges::none_of(before, [&](const ListedSchedule& one) {
        return one.hops == schedule.hops && one.congestion == schedule.congestion &&
               one.reconfigurations == schedule.reconfigurations;
    });
}

}  // namespace

std::vector<RegionBoundary> region_boundaries(const Envelope& table) {
    std::vector<RegionBoundary> found;
    if (!table.has_equal_steps()) return found;
    std::vector<ListedSchedule> schedules;
    std::vector<std::int32_t> number;
    for (std::size_t k = 0; k < table.size(); ++k)
        if (is_new(table[k], schedules)) {
            schedules.push_back(
                {table[k].hops, table[k].congestion, table[k].reconfigurations, {}});
            number.push_back(static_cast<std::int32_t>(k));
        }
    const auto count = static_cast<std::int32_t>(schedules.size());
    SearchOrder order(schedules.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::int32_t i = 0; i < count; ++i)
        for (std::int32_t j = 0; j < count; ++j) {
            const bool sloped = schedules[i].reconfigurations > schedules[j].reconfigurations;
            const bool upright = schedules[i].reconfigurations == schedules[j].reconfigurations &&
                                 schedules[i].congestion < schedules[j].congestion;
            auto one = sloped    ? by_delay(schedules, i, j, order)
                       : upright ? by_message(schedules, i, j, order)
                                 : std::nullopt;
            if (!one) continue;
            one->below = number[i];
            one->above = number[j];
            found.push_back(*one);
        }
    return found;
}

namespace {

/// Message sizes at which the order of the regions changes; the last one is infinite.
std::vector<double> slab_ends(const std::vector<RegionBoundary>& boundaries) {
    std::vector<double> ends{infinity};
    for (const auto& one : boundaries) ends.insert(ends.end(), {one.from_message, one.to_message});
    std::ranges::sort(ends);
    std::vector<double> distinct;
    for (const double end : ends)
        if (end > 0 && (distinct.empty() || end > distinct.back() * (1 + 1e-9)))
            distinct.push_back(end);
    return distinct;
}

/// The schedules that are best at one message size, from large delays to small.
std::vector<std::int32_t> stacked_at(const std::vector<RegionBoundary>& boundaries,
                                     double message) {
    std::vector<std::pair<double, const RegionBoundary*>> crossed;
    for (const auto& one : boundaries)
        if (!std::isnan(one.delay_per_hop) && one.from_message < message &&
            message < one.to_message)
            crossed.emplace_back(one.delay_per_hop + one.delay_per_message * message, &one);
    std::ranges::sort(crossed, std::greater<>());
    std::vector<std::int32_t> schedules;
    for (const auto& [delay, one] : crossed) schedules.push_back(one->above);
    if (!crossed.empty()) schedules.push_back(crossed.back().second->below);
    return schedules;
}

}  // namespace

Envelope with_slabs(Envelope table) {
    const auto boundaries = region_boundaries(table);
    std::vector<EnvelopeSlab> slabs;
    double from = 0;
    for (const double to : slab_ends(boundaries)) {
        auto schedules = stacked_at(boundaries, std::isinf(to) ? 2 * from + 1 : (from + to) / 2);
        if (schedules.empty()) return table;
        slabs.push_back({to, std::move(schedules)});
        from = to;
    }
    table.set_slabs(std::move(slabs));
    return table;
}

}  // namespace lightsweep::kernels
