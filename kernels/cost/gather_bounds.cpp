#include "kernels/cost/gather_bounds.hpp"

#include <cmath>
#include <limits>
#include <utility>

#include "kernels/cost/nearest_ends.hpp"
#include "kernels/cost/path_entropy.hpp"
#include "kernels/cost/stretch_lengths.hpp"

namespace lightsweep::kernels {

namespace {

/// Beyond so many nodes, hops are bounded by counting walks alone. With one change, that many nodes
/// need fewer than most_hops hops: (1 + h/2)^2 >= n.
constexpr std::int64_t most_nodes_by_stretches = std::int64_t{1} << 20, most_hops = 2050;

/// Beyond so many nodes, 2n steps are too many to be listed for bound 10.
constexpr std::int64_t most_nodes_around_ring = 4096;

BroadcastLength::Base kind_of(const PathLengths& base, std::int64_t lanes) {
    using enum BroadcastLength::Base;
    if (base.shape == PathLengths::Shape::directed_ring) return directed_ring;
    if (base.dimension_sums.size() == 2 && !base.within.empty()) return torus;
    return base.shape == PathLengths::Shape::ring && lanes % 2 == 0 ? ring : any;
}

/// Sends of a node in a step that a length is computed for: on a ring both ways an even number.
std::int64_t sends_of(const PathLengths& base, std::int64_t lanes, std::int64_t peers) {
    return kind_of(base, lanes) == BroadcastLength::Base::ring ? peers + peers % 2 : peers;
}

/// peers + 1 to that power, at most n.
std::int64_t power_within(std::int64_t n, std::int64_t peers, std::int64_t exponent) {
    std::int64_t power = 1;
    for (; exponent > 0 && power < n; --exponent) power = at_most(n, power, peers + 1);
    return power;
}

/// Nodes that l hops on one topology reach from a node: 1 + k + .. + k^l, at most n.
std::int64_t walked(std::int64_t n, std::int64_t lanes, std::int64_t hops) {
    std::int64_t total = 1, last = 1;
    for (; hops > 0 && total < n; --hops) {
        if (lanes == 1) return std::min(n, total + hops);
        total = std::min(n, total + (last = at_most(n, last, lanes)));
    }
    return total;
}

}  // namespace

double all_reduce_volume(std::int64_t n, std::int64_t peers, std::int64_t steps) {
    const auto nodes = static_cast<double>(n), growth = static_cast<double>(peers + 1);
    std::vector<double> shares;
    for (std::int64_t t = 1; t <= steps; ++t)
        shares.push_back(static_cast<double>(power_within(n, peers, t)) / nodes *
                         (static_cast<double>(power_within(n, peers, steps - t)) / nodes));
    const auto filled = [&](double level, const auto& each) {
        double sum = 0;
        for (const double share : shares)
            sum += each(std::clamp(level * share, 1.0, growth), share);
        return sum;
    };
    const auto logarithms = [](double y, double) { return std::log(y); };
    double low = 0, high = growth * nodes * nodes;  // no share is below 1/n^2
    for (int i = 0; i < 200 && high - low > 1e-15 * high; ++i) {
        const double level = (low + high) / 2;
        (filled(level, logarithms) < std::log(nodes) ? low : high) = level;
    }
    return filled(low, [](double y, double share) { return (y - 1) / share; }) / nodes;
}

double all_reduce_pairs(std::int64_t n, std::int64_t peers, std::int64_t steps) {
    std::int64_t most = 1;
    for (std::int64_t t = 1; t <= steps; ++t)
        most = std::max(most, power_within(n, peers, t - 1) + power_within(n, peers, steps - t));
    return 2 * static_cast<double>(n - 1) / static_cast<double>(most);
}

double all_reduce_transfers(std::int64_t n, std::int64_t peers, std::int64_t steps) {
    const auto nodes = static_cast<double>(n);
    const double least = std::max({nodes * all_reduce_volume(n, peers, steps),
                                   nodes * all_reduce_pairs(n, peers, steps),
                                   path_entropy_transfers(n, peers, steps)});
    // Whole numbers, with room for rounding.
    return std::max(2 * (nodes - 1), std::ceil(least * (1 - 1e-9) - 1e-6));
}

double all_reduce_distances(const PathLengths& base, std::int64_t n, std::int64_t peers,
                            std::int64_t steps) {
    // Pairs on the paths of which a transfer is; all of them once a step has S0 before and behind
    // it.
    const auto all = 2 * ceil_log(n, peers + 1) + 1;
    std::int64_t most = steps < all ? 1 : n * n;
    for (std::int64_t t = 1; steps < all && t <= steps; ++t)
        most = std::max(most, power_within(n, peers, t - 1) * power_within(n, peers, steps - t));
    return base.busiest_sum() / static_cast<double>(most);
}

std::int64_t all_reduce_crossings(bool directed, std::int64_t n, std::int64_t hops) {
    const auto apart = [n](std::int64_t lag) { return (n + lag) / (lag + 1); };
    if (directed) return n + (n - 2) * apart(hops - n + 1);
    const auto gaps = n - 1 - hops;
    return gaps < 1 ? 0 : 2 * (n + (gaps - 1) * apart(hops - gaps));
}

std::int64_t all_reduce_around_ring(std::int64_t n, std::int64_t steps) {
    return 2 * (n - 1) + std::max<std::int64_t>(0, (2 * n - 2 - steps) / 2);
}

GatherBounds::GatherBounds(Primitive primitive, std::int64_t n, std::int64_t lanes,
                           const PathLengths& base)
    : primitive_(primitive),
      n_(n),
      lanes_(lanes),
      peers_(std::min(n - 1, lanes)),
      least_steps_(ceil_log(n, peers_ + 1)),
      lengths_(base),
      length_(kind_of(base, lanes), n, sends_of(base, lanes, peers_), base),
      new_circuits_(primitive, n, lanes, length_),
      lanes_in_turn_(primitive, n, lanes, base) {
    const auto once = static_cast<double>(n - 1);
    blocks_.push_back(once);
    if (primitive == Primitive::all_reduce) {
        blocks_.clear();
        do {
            const auto steps = least_steps_ + static_cast<std::int64_t>(blocks_.size());
            blocks_.push_back(all_reduce_transfers(n, peers_, steps));
        } while (blocks_.back() > 2 * once);
    }
    CostRun run;
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
        const auto steps = least_steps_ + static_cast<std::int64_t>(i);
        run.add({steps, steps, 0, blocks_[i]});
    }
    run.append_to(any_);
    stay_on_base();
    change_together();
}

double GatherBounds::blocks(std::int64_t steps) const {
    const auto beyond = static_cast<std::size_t>(std::max<std::int64_t>(0, steps - least_steps_));
    return blocks_[std::min(beyond, blocks_.size() - 1)];
}

std::vector<GatherBounds::Level> GatherBounds::crossings() const {
    auto hops = static_cast<std::int64_t>(lengths_.diameter);
    if (primitive_ != Primitive::all_reduce || lengths_.shape == PathLengths::Shape::other)
        return {{hops, 0}};
    const bool directed = lengths_.shape == PathLengths::Shape::directed_ring;
    std::vector<Level> levels;
    for (const auto first = hops;;) {
        // Beyond 192 hops more than the least, levels grow by a 64th.
        const auto next = hops + 1 + std::max<std::int64_t>(0, hops - first - 192) / 64;
        const auto blocks = static_cast<double>(all_reduce_crossings(directed, n_, next - 1));
        if (blocks <= 2 * static_cast<double>(n_ - 1)) break;
        if (levels.empty() || levels.back().blocks > blocks) levels.push_back({hops, blocks});
        hops = next;
    }
    levels.push_back({hops, 0});
    return levels;
}

void GatherBounds::stay_on_base() {
    const bool twice = primitive_ == Primitive::all_reduce;
    const double again = twice ? static_cast<double>(n_ - 1) : 0;
    const auto tolls = twice ? tolls_of_all_reduce(lengths_) : TollBounds{};
    const bool around = twice && lengths_.shape == PathLengths::Shape::directed_ring &&
                        n_ <= most_nodes_around_ring;
    // What the last number of steps needs is taken to hold for all greater ones: tolls hold up to
    // their own, and from 2 S0 + 1 steps on a transfer may serve all pairs.
    const auto last =
        std::max({length_.settled(), tolls.by_steps.empty() ? 0 : tolls.by_steps.back().steps + 1,
                  twice ? 2 * least_steps_ + 1 : 0, around ? 2 * n_ - 3 : 0,
                  least_steps_ + static_cast<std::int64_t>(blocks_.size()) - 1});
    const auto levels = crossings();
    const auto by_steps = [&](std::int64_t steps) {
        double links = std::max(length_.of(n_, steps) + again, tolls.of(steps));
        if (twice)
            links = std::max(
                links, static_cast<double>(n_) * all_reduce_distances(lengths_, n_, peers_, steps));
        if (around) links = std::max(links, static_cast<double>(all_reduce_around_ring(n_, steps)));
        return std::max(blocks(steps), std::ceil(links - 1e-6));
    };
    CostRun run;
    auto steps = least_steps_;
    for (; !tolls.by_hops.empty() && steps <= tolls.by_hops.back().steps; ++steps)
        add_levels(steps, by_steps(steps), levels, tolls, run);
    // n X is at least what so many steps need, and what so many hops need. Raise that of the two
    // which binds, until neither falls.
    for (auto level = levels.begin(); steps <= last;) {
        const double needed = by_steps(steps);
        run.add({steps, std::max(steps, level->hops), 0, std::max(needed, level->blocks)});
        if (needed < level->blocks)
            ++level;
        else
            ++steps;
    }
    run.append_to(base_);
}

/// All levels of one number of steps, of their crossings and of their tolls.
void GatherBounds::add_levels(std::int64_t steps, double needed, const std::vector<Level>& levels,
                              const TollBounds& tolls, CostRun& run) const {
    double before = std::numeric_limits<double>::infinity();
    auto level = levels.begin();
    for (auto hops = levels.front().hops;; ++hops) {
        while (level + 1 != levels.end() && (level + 1)->hops <= hops) ++level;
        const double blocks =
            std::max({needed, level->blocks, std::ceil(tolls.of(steps, hops) - 1e-6)});
        if (blocks < before) run.add({steps, std::max(steps, hops), 0, blocks});
        before = blocks;
        if (blocks <= needed) return;
    }
}

std::int64_t GatherBounds::hops_with(std::int64_t changes) const {
    auto hops = reach_of(n_, peers_, changes).farthest;
    if (n_ > most_nodes_by_stretches) return hops;
    // reached[h]: the most nodes that h hops reach with the changes so far.
    std::vector<std::int64_t> reached;
    for (std::int64_t h = 0; h < most_hops && (h == 0 || reached.back() < n_); ++h)
        reached.push_back(std::min(n_, lengths_.ball(h)));
    for (std::int64_t change = 0; change < changes; ++change) {
        std::vector<std::int64_t> next;
        for (std::size_t h = 0; h == 0 || next.back() < n_; ++h) {
            std::int64_t most = 0;
            for (std::size_t l = h + 1 > reached.size() ? h + 1 - reached.size() : 0; l <= h; ++l)
                most = std::max(most, at_most(n_, reached[h - l],
                                              walked(n_, lanes_, static_cast<std::int64_t>(l))));
            next.push_back(most);
        }
        reached = std::move(next);
    }
    return std::max(hops, static_cast<std::int64_t>(reached.size()) - 1);
}

void GatherBounds::change_together() {
    sync_ = base_;
    const bool cycles = lanes_ == 1 && n_ <= StretchLengths::most_nodes;
    const double again = primitive_ == Primitive::all_reduce ? static_cast<double>(n_ - 1) : 0;
    for (std::int64_t changes = 1; changes <= std::max<std::int64_t>(least_steps_, 1); ++changes) {
        const auto needed = [&](std::int64_t steps) {
            const double links = cycles ? StretchLengths::of_nodes(n_).of(steps, changes) : 0;
            return std::max(blocks(steps), links + again);
        };
        const auto hops = hops_with(changes);
        const auto last = least_steps_ + static_cast<std::int64_t>(blocks_.size()) - 1;
        CostRun run;
        for (auto steps = least_steps_; steps <= last || needed(steps - 1) > blocks(steps); ++steps)
            run.add({steps, std::max(steps, hops), changes, needed(steps)});
        run.append_to(sync_);
        // With one hop per step nothing falls with further changes.
        if (hops <= least_steps_ && needed(least_steps_) <= blocks(least_steps_)) break;
    }
}

double GatherBounds::one_by_one(const BoundParameters& p, double best, bool in_groups) const {
    // More steps before the first new circuit only cost, once nothing in the bound falls any more.
    const auto last = std::max({least_steps_ + static_cast<std::int64_t>(blocks_.size()),
                                length_.settled(), lanes_in_turn_.settled()});
    return least_over(0, last, best, [&](std::int64_t from, std::int64_t to, double least) {
        return leaving_after(from, to, p, least, in_groups);
    });
}

double GatherBounds::leaving_after(std::int64_t from, std::int64_t to, const BoundParameters& p,
                                   double best, bool in_groups) const {
    const auto room = power_within(n_, peers_, to);
    for (std::int64_t later = 1;; ++later) {
        const auto grown = power_within(n_, peers_, later);
        if (at_most(n_, room, grown) >= n_) {
            const auto wanted = (n_ + grown - 1) / grown;
            best = gathered(from, to, later, std::max(from, lengths_.hops_to(wanted)), p, best,
                            in_groups);
        }
        if (later >= least_steps_ && blocks(from + later) <= blocks_.back()) return best;
    }
}

double GatherBounds::in_turn(std::int64_t steps, const InTurn& times,
                             const BoundParameters& p) const {
    const auto k = static_cast<double>(lanes_);
    const double block = p.transmission / static_cast<double>(n_);
    double least = std::numeric_limits<double>::infinity();
    for (const auto& [lanes, extra, links] : lanes_in_turn_.links(steps)) {
        const double more = static_cast<double>(extra) * p.per_hop;
        if (lanes > 0) {
            least = std::min(least,
                             times.all + more +
                                 std::max(p.delay, std::max(links * block, times.bytes) +
                                                       static_cast<double>(lanes) * p.delay / k));
            continue;
        }
        const double lost = p.delay - std::max(times.before, times.fewest_before + more);
        least = std::min(
            least, std::max(times.all + more + links * block,
                            times.bytes + std::max(times.before + times.after, times.all + more) +
                                std::max(0.0, lost) / k));
    }
    return least;
}

double GatherBounds::gathered(std::int64_t from, std::int64_t to, std::int64_t later,
                              std::int64_t least_hops, const BoundParameters& p, double best,
                              bool in_groups) const {
    const auto k = static_cast<double>(lanes_), block = p.transmission / static_cast<double>(n_);
    const double unit = p.unit(), after = static_cast<double>(later) * unit;
    const auto latency = [&](std::int64_t steps, std::int64_t hops) {
        return static_cast<double>(steps) * p.per_step +
               static_cast<double>(in_groups ? steps : hops) * p.per_hop;
    };
    const auto lost = [&](double lat) { return lat + std::max(0.0, p.delay - lat) / k; };
    const auto by_time = [&](std::int64_t hops) {
        const double lat = latency(from, hops), bytes = blocks(to + later) * block;
        const double early = std::max(std::max(p.delay, lat) + after, bytes + lost(lat) + after);
        if (in_groups) return early;
        const double all = static_cast<double>(from + later) * unit;
        return std::max(
            early, in_turn(to + later, {all, latency(from, least_hops), lat, after, bytes}, p));
    };
    double early = by_time(least_hops);
    // S1 = S0 stands for all greater ones of as many steps in all: nothing else falls, and a
    // reduction has no more edges than receipts.
    const auto most_later =
        primitive_ == Primitive::all_gather && later >= least_steps_ ? to + later : later;
    if (early < best)
        early = std::max(
            early, new_circuits_.least_time({to + later, most_later,
                                             latency(from, least_hops) + after, blocks(to + later)},
                                            p));
    if (primitive_ != Primitive::all_gather || !(early < best)) return std::min(best, early);
    // The most nodes that so many steps and hops over the base reach.
    const auto cap = [&](std::int64_t steps, std::int64_t hops) {
        return std::min({n_, lengths_.ball(hops), power_within(n_, peers_, steps)});
    };
    // (iv): the least over g of max(A + x, D + y) + (n - g) blocks. It falls as long as D + y is
    // the greater, and never falls beyond.
    const auto fewest = std::max<std::int64_t>(n_ / power_within(n_, peers_, later), 1);
    const auto spread = [&](double lat, std::int64_t steps, std::int64_t most, double x, double y) {
        const double a = lost(lat) + x, d = p.delay + y;
        const auto at = [&](std::int64_t g) {
            return std::max(a + length_.of(g, steps) * block, d) +
                   static_cast<double>(n_ - std::min(g + 1, most)) * block;
        };
        const double spare = block > 0 ? (d - a) / block : 0;
        const auto g = spare > 0 ? std::max(fewest, length_.reached(spare, steps, most)) : fewest;
        return std::min(at(g), at(std::min(g + 1, most)));
    };
    // Beyond these hops, the cap of so many steps rises no further.
    const auto last = [&](std::int64_t steps, std::int64_t first) {
        return std::max(first, lengths_.hops_to(power_within(n_, peers_, steps)));
    };
    const double more = after - unit;
    best = least_over(
        least_hops, to == 0 ? least_hops : last(to, least_hops), best,
        [&](std::int64_t low, std::int64_t high, double) {
            return std::max({early, by_time(low),
                             spread(latency(from, low), to, cap(to, high), unit, unit / k) + more});
        });
    return least_over(
        least_hops + 1, last(to + 1, least_hops + 1), best,
        [&](std::int64_t low, std::int64_t high, double) {
            return std::max(early, spread(latency(from + 1, low), to + 1, cap(to + 1, high), 0, 0) +
                                       more + unit / k);
        });
}

}  // namespace lightsweep::kernels
