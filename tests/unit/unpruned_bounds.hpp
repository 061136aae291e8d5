#pragma once
// The lower bounds of kernels/cost once more, without pruning: every number of steps, hops, changes
// and blocks there is. Slow, and short enough to be read against the formulas.

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

#include "kernels/collectives/collective_algorithms.hpp"
#include "kernels/cost/exchange_bounds.hpp"
#include "kernels/cost/gather_bounds.hpp"
#include "kernels/cost/path_tolls.hpp"
#include "kernels/cost/stretch_lengths.hpp"

namespace lightsweep::tests {

using kernels::BoundParameters;
using kernels::Node;
using kernels::PathLengths;
using kernels::Primitive;

constexpr std::int64_t far_away = 1000;

/// Those that have bounds.
constexpr Primitive primitives[] = {Primitive::reduce_scatter, Primitive::all_gather,
                                    Primitive::all_reduce, Primitive::all_to_all};

/// The smallest digit sums, for so many nodes, by sorting all of them.
inline std::vector<std::int64_t> digit_sums(const PathLengths& base, std::int64_t peers,
                                            std::int64_t nodes, std::int64_t steps) {
    const bool one_way = base.shape == PathLengths::Shape::directed_ring;
    std::vector<std::int64_t> digits{0};
    for (std::int64_t digit = 1; digit <= (one_way ? peers : peers + peers % 2); ++digit)
        digits.push_back(one_way ? digit : (digit + 1) / 2);
    std::vector<std::int64_t> sums{0};
    for (std::int64_t step = 0; step < steps; ++step) {
        std::vector<std::int64_t> next;
        for (const auto sum : sums)
            for (const auto digit : digits) next.push_back(sum + digit);
        std::ranges::sort(next);
        next.resize(std::min(next.size(), static_cast<std::size_t>(nodes)));
        sums = std::move(next);
    }
    return sums;
}

/// The bounds of one problem, with every number of steps, hops, changes and blocks there is.
class Unpruned {
  public:
    Unpruned(Primitive primitive, Node n, Node lanes, const PathLengths& base,
             const BoundParameters& p)
        : primitive_(primitive),
          n_(n),
          k_(lanes),
          peers_(std::min(n - 1, lanes)),
          least_steps_(kernels::ceil_log(n, peers_ + 1)),
          base_(base),
          p_(p),
          in_turn_(primitive, n, lanes, base_) {}

    double any() const {
        double best = INFINITY;
        for (auto s = least_steps_; s <= last(); ++s) best = std::min(best, time(s, s, 0));
        return best;
    }
    double on_base() const {
        double best = INFINITY;
        for (auto s = least_steps_; s <= last(); ++s)
            for (std::int64_t hops = std::max<std::int64_t>(s, base_.diameter); hops <= 2 * n_;
                 ++hops)
                best = std::min(best,
                                time(s, hops, std::max(static_distances(s), crossings(s, hops))));
        return best;
    }
    /// Gathers alone.
    double sync() const {
        double best = on_base();
        for (std::int64_t changes = 1; changes <= 6; ++changes)
            for (auto s = least_steps_; s <= last(); ++s)
                best = std::min(best, time(s,
                                           std::max(kernels::reach_of(n_, peers_, changes).farthest,
                                                    stretches(changes, 1, true)),
                                           on_one_lane(s, changes)) +
                                          static_cast<double>(changes) * p_.delay);
        return best;
    }
    double reconfigured() const {
        if (k_ == 1) return any() + p_.delay;
        return primitive_ == Primitive::all_to_all ? exchanges_one_by_one() : gathers_one_by_one();
    }
    /// Of any schedule whose steps are cut into groups of lanes, on two lanes or more.
    double in_groups() {
        in_groups_ = true;
        double best = reconfigured();
        for (auto s = least_steps_; s <= last(); ++s)
            for (std::int64_t hops = std::max<std::int64_t>(s, base_.diameter); hops <= 2 * n_;
                 ++hops) {
                const auto steps = static_cast<double>(s), hop = p_.per_hop;
                const double bytes =
                    std::max({blocks(s), static_distances(s), crossings(s, hops)}) / n_ *
                    p_.transmission;
                best = std::min(
                    best, std::max({steps * p_.per_step + static_cast<double>(hops) * hop,
                                    steps * p_.unit() + bytes, steps * p_.per_step + loads()}));
            }
        in_groups_ = false;
        return best;
    }

  private:
    /// All-to-alls: the least of per_hop q/M + z M/n over M >= M0, in small steps of M.
    double loads() const {
        if (primitive_ != Primitive::all_to_all) return 0;
        double sum = 0, squares = 0, best = INFINITY;
        for (std::int64_t j = 1; j <= base_.diameter; ++j) {
            sum += static_cast<double>(j * at(j));
            squares += static_cast<double>(j * j * at(j));
        }
        const double z = p_.transmission / n_;
        for (double m = sum; m < 1e6 * sum; m *= 1.0001)
            best = std::min(best, p_.per_hop * squares / m + z * m);
        return best;
    }

    /// The digit sums of n nodes, smallest first.
    const std::vector<std::int64_t>& sums(std::int64_t steps) const {
        auto& known = sums_[steps];
        if (known.empty()) known = digit_sums(base_, peers_, n_, steps);
        return known;
    }
    /// The least length of a broadcast.
    double length(std::int64_t nodes, std::int64_t steps) const {
        const auto& costs = sums(steps);
        if (std::ssize(costs) < nodes) return INFINITY;
        return static_cast<double>(
            std::accumulate(costs.begin(), costs.begin() + nodes, std::int64_t{0}));
    }
    double on_one_lane(std::int64_t s, std::int64_t changes) const {
        if (k_ > 1) return 0;
        return kernels::StretchLengths::of_nodes(n_).of(
                   s, std::min(changes, kernels::ceil_log(n_, 2))) +
               (primitive_ == Primitive::all_reduce ? n_ - 1 : 0);
    }
    double blocks(std::int64_t s) const {
        const double once = n_ - 1;
        if (primitive_ == Primitive::all_to_all)
            return static_cast<double>(kernels::fewest_moves(n_, peers_, s));
        if (primitive_ != Primitive::all_reduce) return once;
        const auto [known, is_new] = transfers_.try_emplace(s, 0);
        if (is_new) known->second = kernels::all_reduce_transfers(n_, peers_, s);
        return known->second;
    }
    double static_distances(std::int64_t s) const {
        if (primitive_ == Primitive::all_to_all) return base_.busiest_sum();
        const double on_base = length(n_, s);
        if (primitive_ != Primitive::all_reduce) return on_base;
        double pairs = 0;  // the most that a transfer of some step serves
        for (std::int64_t t = 1; t <= s; ++t)
            pairs = std::max(pairs, std::min<double>(n_, std::pow(peers_ + 1, t - 1)) *
                                        std::min<double>(n_, std::pow(peers_ + 1, s - t)));
        const bool directed = base_.shape == PathLengths::Shape::directed_ring;
        const double around = directed ? 3 * n_ - 3.5 - static_cast<double>(s) / 2 : 0;
        return std::ceil(std::max({on_base + n_ - 1, kernels::tolls_of_all_reduce(base_).of(s),
                                   n_ * base_.mean_sum / pairs, around}) -
                         1e-6);
    }
    /// Blocks that so many hops need, and so many steps of so many hops.
    double crossings(std::int64_t s, std::int64_t hops) const {
        if (primitive_ != Primitive::all_reduce) return 0;
        const double tolls = kernels::tolls_of_all_reduce(base_).of(s, hops);
        if (base_.shape == PathLengths::Shape::other) return tolls;
        return std::max(tolls, static_cast<double>(kernels::all_reduce_crossings(
                                   base_.shape == PathLengths::Shape::directed_ring, n_, hops)));
    }
    std::int64_t last() const {
        const auto& tolls = kernels::tolls_of_all_reduce(base_).by_steps;
        return std::max<std::int64_t>(2 * n_, tolls.empty() ? 0 : tolls.back().steps + 1);
    }
    double time(std::int64_t s, std::int64_t hops, double distances) const {
        return static_cast<double>(s) * p_.per_step +
               static_cast<double>(std::max(s, hops)) * p_.per_hop +
               std::max(blocks(s), distances) / n_ * p_.transmission;
    }
    /// The least sum of hops of the stretches left that multiply `reached` to n.
    std::int64_t stretches(std::int64_t left, std::int64_t reached, bool on_base) const {
        if (reached >= n_) return 0;
        if (left < 0) return far_away;
        std::int64_t best = far_away;
        for (std::int64_t l = 0; l < std::min<std::int64_t>(best, n_); ++l) {
            std::int64_t grown = on_base ? std::min<std::int64_t>(n_, base_.ball(l)) : 1;
            for (std::int64_t h = 1, each = 1; !on_base && h <= l && grown < n_; ++h)
                grown += each *= k_;
            best = std::min(
                best, l + stretches(left - 1, std::min<std::int64_t>(n_, reached * grown), false));
        }
        return best;
    }
    std::int64_t spread(std::int64_t s) const {
        std::int64_t reached = 1;
        for (; s > 0 && reached < n_; --s) reached *= peers_ + 1;
        return std::min<std::int64_t>(n_, reached);
    }
    /// What a price spares on a tree on the base, the source apart.
    double spared(double price, std::int64_t steps) const {
        const auto [known, is_new] = spared_.try_emplace({price, steps}, -price);
        if (is_new)
            for (const auto cost : sums(steps))
                known->second += std::max(0.0, price - static_cast<double>(cost));
        return known->second;
    }
    /// Bound 3 (vi): whether so many lanes that send over new circuits can do it in this time.
    bool can_change(std::int64_t changed, double time, std::int64_t s0, std::int64_t s1,
                    double latency) const {
        const double k = k_, c = static_cast<double>(changed), w = k * p_.transmission / n_;
        for (const double price : kernels::NewCircuits::prices) {
            double links = (n_ - 1) * price - spared(price, s0 + s1);
            if (primitive_ == Primitive::all_reduce) links += n_ - 1;
            links = std::max(links, blocks(s0 + s1));
            double most = -INFINITY;  // lane time of the c lanes, and what their edges spare
            if (primitive_ == Primitive::all_gather)
                for (std::int64_t j = 1; j <= (s1 < least_steps_ ? s1 : s0 + s1); ++j) {
                    const double silent =
                        std::max(latency, p_.delay + static_cast<double>(j) * p_.unit());
                    if (time >= silent)
                        most = std::max(most, (time - silent) * (price + spared(price, j - 1)) -
                                                  (time - latency));
                }
            else if (const double silent = std::max(latency, p_.delay + p_.unit());
                     time >= silent) {
                double room = static_cast<double>(peers_), left = (time - silent) * c, gain = 0;
                for (std::int64_t step = 1; step <= std::min(s1, least_steps_);
                     ++step, room *= double(peers_ + 1)) {
                    const double edges = std::min(left, w * room);
                    gain += edges * (price - 1 + spared(price, s0 + s1 - step));
                    left -= edges;
                }
                most = gain / c - (silent - latency);
            }
            if (k * (time - latency) + c * most < w * links) return false;
        }
        return true;
    }
    /// Beyond `enough` any time will do.
    double new_circuits(std::int64_t s0, std::int64_t s1, double latency, double enough) const {
        if (k_ > kernels::NewCircuits::most_lanes || s0 + s1 > kernels::NewCircuits::most_steps)
            return 0;
        for (std::int64_t changed = 1; changed <= k_; ++changed) {
            if (!can_change(changed, enough, s0, s1, latency)) continue;
            double low = 0;
            for (int i = 0; i < 60; ++i) {
                const double middle = (low + enough) / 2;
                (can_change(changed, middle, s0, s1, latency) ? enough : low) = middle;
            }
        }
        return enough;
    }
    double gathers_one_by_one() const {
        double best = INFINITY;
        for (std::int64_t s0 = 0; s0 <= n_ + 2; ++s0)
            for (std::int64_t s1 = 1; s1 <= least_steps_ + 8; ++s1)
                for (std::int64_t h0 = s0;
                     h0 <= (s0 == 0 ? 0 : std::max<std::int64_t>(s0, base_.diameter)); ++h0)
                    best = std::min(best, gather_leaving(s0, s1, h0, best));
        return best;
    }
    double gather_leaving(std::int64_t s0, std::int64_t s1, std::int64_t h0, double best) const {
        const auto reach = std::min<std::int64_t>({n_, base_.ball(h0), spread(s0)});
        if (reach * spread(s1) < n_) return INFINITY;
        const double u = p_.unit(), z = p_.transmission, d = p_.delay, k = k_;
        const auto latency = [&](std::int64_t s, std::int64_t h) {
            return static_cast<double>(s) * p_.per_step +
                   static_cast<double>(in_groups_ ? s : h) * p_.per_hop;
        };
        const auto lost = [&](double lat) { return lat + std::max(0.0, d - lat) / k; };
        const double lat0 = latency(s0, h0), s1u = static_cast<double>(s1) * u;
        const double bytes = (s0 + s1 < least_steps_ ? 0 : blocks(s0 + s1)) / n_ * z;
        double early = std::max(std::max(d, lat0) + s1u, bytes + lost(lat0) + s1u);
        if (!in_groups_) {
            const double all = static_cast<double>(s0 + s1) * u;
            double least = INFINITY;
            std::int64_t fewest = s0;  // hops before, without those that only `extra` counts
            while (base_.ball(fewest) * spread(s1) < n_) ++fewest;
            for (const auto& [late, hops, links] : in_turn_.links(s0 + s1)) {
                const double extra = static_cast<double>(hops) * p_.per_hop;
                least = std::min(
                    least,
                    late > 0
                        ? all + extra +
                              std::max(d, std::max(links / n_ * z, bytes) + double(late) * d / k)
                        : std::max(
                              all + extra + links / n_ * z,
                              bytes + std::max(lat0 + s1u, all + extra) +
                                  std::max(0.0, d - std::max(lat0, latency(s0, fewest) + extra)) /
                                      k));
            }
            early = std::max(early, least);
        }
        if (early >= best) return early;
        const double enough = lat0 + s1u + d + 20 * bytes + 20 * z;
        early = std::max(early, new_circuits(s0, s1, lat0 + s1u, std::min(best, enough)));
        if (primitive_ != Primitive::all_gather) return early;
        double late = INFINITY;
        const auto left = [&](std::int64_t g, std::int64_t cap) {
            return static_cast<double>(n_ - std::min(g + 1, cap)) * z / n_;
        };
        // A step multiplies what all nodes hold by peers + 1 at most.
        const auto fewest = std::max<std::int64_t>(1, n_ / spread(s1));
        for (auto g = fewest; g <= reach; ++g)
            late = std::min(late, std::max(lost(lat0) + length(g, s0) * z / n_ + u, d + u / k) +
                                      s1u - u + left(g, reach));
        for (std::int64_t h1 = h0 + 1; h1 <= std::max<std::int64_t>(h0 + 1, base_.diameter); ++h1) {
            const double lat1 = latency(s0 + 1, h1);
            const auto cap = std::min<std::int64_t>({n_, base_.ball(h1), spread(s0 + 1)});
            for (auto g = fewest; g <= cap; ++g)
                late = std::min(late, std::max(lost(lat1) + length(g, s0 + 1) * z / n_, d) + s1u -
                                          u + u / k + left(g, cap));
        }
        return std::max(early, late);
    }
    /// Words of l circuits of which the first is new and the newest is number e.
    double words(std::int64_t l, std::int64_t e) const {
        if (l == 1) return 1;
        const auto near = std::min<std::int64_t>(n_, base_.ball(1)) - 1;
        double sum = static_cast<double>(std::min<std::int64_t>(k_, near + e)) * words(l - 1, e);
        for (std::int64_t before = 1; before < e; ++before) sum += words(l - 1, before);
        return std::min(4.0 * n_, sum);
    }
    double exchanges_one_by_one() const {
        std::vector<std::vector<Fill>> fills;  // by Q
        for (std::int64_t q = 1; q <= std::max<std::int64_t>(n_ - 1, k_); ++q) {
            std::vector<std::tuple<std::int64_t, std::int64_t, double>> types;  // j, l, ends
            double all = 0;
            for (std::int64_t l = 0; l <= 5; ++l) {
                double ends = l == 0;
                for (std::int64_t e = 1; l > 0 && e <= q; ++e)
                    ends = std::min(4.0 * n_, ends + words(l, e));
                for (std::int64_t j = l == 0; j <= base_.diameter; ++j)
                    types.emplace_back(j, l, ends * static_cast<double>(at(j)));
                if (l > 0 && (all += ends) >= n_) break;
            }
            fills.push_back(fills_of(q, types));
        }
        double best = INFINITY;
        for (auto s = least_steps_; s <= n_ + 4; ++s)
            for (std::int64_t later = 1; later <= s; ++later) {
                double least = INFINITY;
                for (std::int64_t q = 1; q <= std::ssize(fills); ++q)
                    least = std::min(least,
                                     exchange(q, s, later, fills[static_cast<std::size_t>(q - 1)]));
                least = std::max(least, in_groups_ ? 0 : exchange_in_turn(s));
                if (least < best)
                    best = std::min(best, std::max(least, first_circuit(s - later, later, best)));
            }
        return best;
    }
    double exchange_in_turn(std::int64_t s) const {
        double best = INFINITY;
        for (const auto& [late, hops, links] : in_turn_.links(s)) {
            const double bytes = links / n_ * p_.transmission;
            best = std::min(
                best, static_cast<double>(s) * p_.unit() + static_cast<double>(hops) * p_.per_hop +
                          (late > 0 ? std::max(p_.delay,
                                               bytes + static_cast<double>(late) * p_.delay / k_)
                                    : bytes));
        }
        return best;
    }
    /// The least sum of costs over n ends, one of each kind (cost, ends) at a time.
    double fill(std::vector<std::pair<double, double>> kinds) const {
        std::ranges::sort(kinds);
        double left = n_, sum = 0;
        for (const auto& [cost, ends] : kinds) {
            sum += cost * std::min(left, ends);
            left -= std::min(left, ends);
        }
        return left > 0 ? INFINITY : sum;
    }
    double choose(std::int64_t s, std::int64_t r) const {
        return r == 0 ? 1 : choose(s - 1, r - 1) * static_cast<double>(s) / static_cast<double>(r);
    }
    /// All choices of c, of whether one of them sends before, and of h1, unless they cannot be
    /// below `best`.
    double first_circuit(std::int64_t before, std::int64_t later, double best) const {
        double least = INFINITY;
        for (std::int64_t c = 1; c <= k_; ++c)
            for (const bool late : {false, true}) {
                if (before == 0 ? late : !late && c == k_) continue;
                for (auto hops = before + 1;
                     hops <= std::max<std::int64_t>(before, base_.diameter) + 1; ++hops)
                    least = std::min(
                        least, leaving_over(before, later, c, late, hops, std::min(best, least)));
            }
        return least;
    }
    double leaving_over(std::int64_t before, std::int64_t later, std::int64_t c, bool late,
                        std::int64_t hops, double best) const {
        const auto enough = [&](std::int64_t links) {
            return std::min(spread(before), base_.ball(links)) * spread(later) >= n_;
        };
        if (!enough(hops - 1)) return INFINITY;
        const double u = p_.unit(), k = k_, lanes = static_cast<double>(c);
        const auto times = [](std::int64_t count, double unit) {
            return static_cast<double>(count) * unit;
        };
        const double start = p_.delay + times(later, u) +
                             times(!late     ? 0
                                   : c == k_ ? before
                                             : 1,
                                   u);
        const double paths =
            times(before + 1, p_.per_step) + times(hops, p_.per_hop) + times(later - 1, u);
        const double bytes = in_groups_ ? times(before + later, u) : paths;
        std::int64_t fewest = before;
        while (!enough(fewest)) ++fewest;
        const auto until = [&](std::int64_t links) {
            return before == 0 ? 0 : times(before, p_.per_step) + times(links, p_.per_hop);
        };
        const double floors[] = {
            start,
            bytes + lanes / k *
                        std::max(0.0, p_.delay - (in_groups_ ? times(before, u) : until(hops - 1))),
            bytes, in_groups_ ? until(fewest) + times(later, u) : paths};
        double most = std::max(paths, *std::ranges::max_element(floors));
        for (int a = 0; most < best && a <= 2; ++a)
            for (int b = 0; a + b <= 2; ++b)
                for (int d = 0; a + b + d <= 2; ++d) {
                    const double w[] = {a / 2.0, b / 2.0, d / 2.0, (2 - a - b - d) / 2.0};
                    const double link = w[1] + w[2] * (late ? 1 : c < k_ ? k / (k - lanes) : 0);
                    const double enter = w[0] * (late && c > 1 ? 0 : k / lanes) + w[1] + w[3];
                    double sum = filled(spread(before), hops, later, link, enter, w[3]) / n_ *
                                 p_.transmission;
                    for (int i = 0; i < 4; ++i) sum += w[i] * floors[i];
                    most = std::max(most, sum);
                }
        return most;
    }
    /// The fill of the first new circuit: `link` per base link, `enter` and `other` for the sends
    /// of step f.
    double filled(std::int64_t nearest, std::int64_t hops, std::int64_t later, double link,
                  double enter, double other) const {
        std::vector<std::pair<double, double>> ends, sends;
        double count = 0;
        for (std::int64_t j = 0; j <= std::min<std::int64_t>(hops, base_.diameter); ++j) {
            const auto here = j < hops ? std::min(nearest, at(j)) : 0;
            nearest -= here;
            count += static_cast<double>(here);
            const double cost = static_cast<double>(j) * link;
            ends.emplace_back(cost, here);
            sends.emplace_back(cost + enter, here * peers_);
            sends.emplace_back(cost + other, at(j) - here);
        }
        std::ranges::sort(sends);
        count *= static_cast<double>(peers_);
        for (auto [cost, nodes] : sends) {
            nodes = std::min(nodes, count);
            count -= nodes;
            ends.emplace_back(cost, nodes);
        }
        std::vector<std::pair<double, double>> kinds;
        for (const auto& [cost, nodes] : ends)
            for (std::int64_t r = 0; r < later; ++r)
                kinds.emplace_back(cost + static_cast<double>(r),
                                   nodes * choose(later - 1, r) *
                                       std::pow(static_cast<double>(peers_), double(r)));
        return fill(std::move(kinds));
    }
    /// Mean silence of changes of s in the mean, beyond the latencies: the least over all pairs of
    /// points (j u + g z, g z) of the line between them, and of slope 1 beyond each.
    double silence(double s, std::int64_t steps) const {
        std::vector<std::pair<double, double>> points{{0, 0}};
        for (std::int64_t j = 0; j <= steps; ++j) {
            const double g = static_cast<double>(n_ - spread(steps - j)) / n_;
            points.emplace_back(static_cast<double>(j) * p_.unit() + g * p_.transmission,
                                g * p_.transmission);
        }
        double best = INFINITY;
        for (const auto& [x, y] : points) {
            if (x <= s) best = std::min(best, y + s - x);
            for (const auto& [right, high] : points)
                if (x <= s && s < right)
                    best = std::min(best, y + (high - y) * (s - x) / (right - x));
        }
        return best;
    }
    std::int64_t at(std::int64_t j) const {
        const auto within = [&](std::int64_t h) {
            return std::min<std::int64_t>(n_, base_.ball(h));
        };
        return j == 0 ? 1 : within(j) - within(j - 1);
    }
    struct Fill {
        double alpha, beta, gamma, sum;
    };
    std::vector<Fill> fills_of(std::int64_t q, const auto& types) const {
        std::vector<Fill> fills;
        for (int a = 0; a <= 6; ++a)
            for (int b = 0; a + b <= 6; ++b) {
                const double alpha = a / 6.0, beta = b / 6.0, gamma = (6 - a - b) / 6.0;
                std::vector<std::pair<double, double>> costs;
                for (const auto& [j, l, ends] : types)
                    costs.emplace_back(alpha * static_cast<double>(l) +
                                           beta * static_cast<double>(j + l) +
                                           (l > 0) * gamma * k_ /
                                               static_cast<double>(std::min<std::int64_t>(k_, q)),
                                       ends);
                std::ranges::sort(costs);
                double left = n_ - 1, fill = 0;
                for (const auto& [cost, ends] : costs) {
                    fill += cost * std::min(left, ends);
                    left -= std::min(left, ends);
                }
                fills.push_back({alpha, beta, gamma, fill});
            }
        return fills;
    }
    double exchange(std::int64_t q, std::int64_t s, std::int64_t later,
                    const std::vector<Fill>& fills) const {
        const double u = p_.unit(), z = p_.transmission / n_, d = p_.delay;
        double loss = 0;
        for (std::int64_t plane = 0; plane < k_; ++plane)
            loss += std::max(static_cast<double>(s) * u,
                             static_cast<double>(q / k_ + (plane < q % k_)) * (d + u)) /
                    k_;
        loss = std::max(loss,
                        static_cast<double>(s) * u + silence(static_cast<double>(q) * d / k_, s));
        double most = loss + static_cast<double>(kernels::fewest_moves(n_, peers_, s)) * z;
        for (const auto& [alpha, beta, gamma, fill] : fills)
            most = std::max(most, (alpha + gamma) * (d + static_cast<double>(later) * u) +
                                      beta * loss + z * fill);
        return most;
    }

    Primitive primitive_;
    Node n_, k_;
    std::int64_t peers_, least_steps_;
    PathLengths base_;
    BoundParameters p_;
    kernels::LanesInTurn in_turn_;
    mutable std::map<std::int64_t, double> transfers_{};  ///< of all-reduces, by steps
    mutable std::map<std::pair<double, std::int64_t>, double> spared_{};
    mutable std::map<std::int64_t, std::vector<std::int64_t>> sums_{};
    bool in_groups_ = false;
};

}  // namespace lightsweep::tests
