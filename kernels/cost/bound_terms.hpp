#pragma once
// What lower bounds under rules = common are made of: linear costs of schedules, and the least of a
// bound over whole ranges of step counts.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace lightsweep::kernels {

/// Parameters of one point, finite and >= 0 [s].
struct BoundParameters {
    double per_step, per_hop;
    double transmission;  ///< m / b: the whole message at the bandwidth of a node
    double delay;
    /// Latency of a step over one hop [s].
    double unit() const { return per_step + per_hop; }
};

/// The linear cost S per_step + H per_hop + (blocks / n) m/b + R D.
struct BoundCost {
    std::int64_t steps, hops, changes;
    double blocks;  ///< through the busiest lanes, in units of m/n: n X
    bool operator==(const BoundCost&) const = default;

    double time(const BoundParameters& p, std::int64_t n) const {
        return static_cast<double>(steps) * p.per_step + static_cast<double>(hops) * p.per_hop +
               blocks / static_cast<double>(n) * p.transmission +
               static_cast<double>(changes) * p.delay;
    }
};

/// The least time of a list on n nodes; 0 for an empty list.
double least_time(const std::vector<BoundCost>& costs, const BoundParameters& p, std::int64_t n);

/// Lower bound of least_time() over steps whose lanes form groups, each with the hops of its own
/// farthest pair: a group of near pairs may send while a far one is on its way, so that S steps
/// take at least S per_step + H per_hop, and at least S unit + X m/b, and at least S per_step +
/// `other` [s]. costs: one run in order of steps; those that CostRun left out lie between two
/// neighbours, so the least of the greatest is taken along the lines between them.
double least_time_in_groups(const std::vector<BoundCost>& costs, const BoundParameters& p,
                            std::int64_t n, double other);

/// The costs that no other cost undercuts in all four terms, in order of changes and steps.
std::vector<BoundCost> without_dominated(std::vector<BoundCost> costs);

/// Costs in order of steps and changes, without those on the line between two others, which are
/// never the only minimum.
class CostRun {
  public:
    void add(const BoundCost& cost);
    void append_to(std::vector<BoundCost>& costs) const;

  private:
    std::vector<BoundCost> costs_;
};

/// ceil(log_radix n) in integers: the least s with radix^s >= n. n >= 1, radix >= 2.
std::int64_t ceil_log(std::int64_t n, std::int64_t radix);

/// count * factor, but at most `most`; all >= 0.
inline std::int64_t at_most(std::int64_t most, std::int64_t count, std::int64_t factor) {
    return factor > 0 && count > most / factor ? most : std::min(most, count * factor);
}

/// least_over() where `low` is the bound of the whole range.
template <typename Bound>
double least_within(std::int64_t from, std::int64_t to, double low, double best,
                    const Bound& bound) {
    if (!(low < best) || from == to) return std::min(low, best);
    const auto middle = from + (to - from) / 2;
    const double left = bound(from, middle, best), right = bound(middle + 1, to, best);
    if (right < left) {
        best = least_within(middle + 1, to, right, best, bound);
        return least_within(from, middle, left, best, bound);
    }
    best = least_within(from, middle, left, best, bound);
    return least_within(middle + 1, to, right, best, bound);
}

/// The least value over the integers of [from, to], if it is below `best`; otherwise `best`.
/// bound(a, b, best) is at most every value in [a, b] that is below `best`, and the value itself if
/// a = b. Branch and bound, the half of the lesser bound first: a few calls where the bound is
/// tight, 2 (to - from) + 1 at worst.
template <typename Bound>
double least_over(std::int64_t from, std::int64_t to, double best, const Bound& bound) {
    if (from > to) return best;
    return least_within(from, to, bound(from, to, best), best, bound);
}

/// What a bound is known not to exceed where nothing is known.
inline constexpr double unknown_bound = std::numeric_limits<double>::infinity();
/// Room for rounding above a value that another one is known not to exceed.
inline constexpr double above_rounding = 1 + 1e-12;

/// Values of a bound at rising delays, between both ends, where they are known. But for rounding
/// the bound never falls with the delay: equal values at two delays hold for all between, and
/// others are at most that of the greater one.
template <typename Bound>
void fill_rising(std::span<const double> delays, std::span<double> values, const Bound& bound) {
    if (delays.size() < 3) return;
    if (values.front() == values.back()) {
        std::ranges::fill(values, values.front());
        return;
    }
    const auto middle = delays.size() / 2;
    values[middle] = bound(delays[middle], values.back() * above_rounding);
    fill_rising(delays.first(middle + 1), values.first(middle + 1), bound);
    fill_rising(delays.subspan(middle), values.subspan(middle), bound);
}

/// values[i] = bound(delays[i], most), where the bound is known to be at most `most`; fewer and
/// shorter calls if the delays rise. Equal to single calls but for rounding in the last digit.
template <typename Bound>
void along_delays(std::span<const double> delays, std::span<double> values, const Bound& bound) {
    if (!std::ranges::is_sorted(delays)) {
        for (std::size_t i = 0; i < delays.size(); ++i) values[i] = bound(delays[i], unknown_bound);
    } else if (!delays.empty()) {
        values.back() = bound(delays.back(), unknown_bound);
        values.front() = bound(delays.front(), values.back() * above_rounding);
        fill_rising(delays, values, bound);
    }
}

}  // namespace lightsweep::kernels
