// All-to-alls that stay on the base.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <utility>

#include "solvers/frontier/exchange_plans.hpp"

namespace lightsweep::solvers::frontier {

namespace {

using Plans = std::vector<FrontierPlan>;
using Kind = FrontierBase::Kind;
using Elements = std::vector<Node>;

/// Directed ring: every block walks its distance.
FrontierPlan static_digits(Node n, Node lanes) {
    const auto steps = kernels::ceil_log(n, std::int64_t{lanes} + 1);
    std::vector<Elements> sets;
    std::int64_t weight = 1;
    for (std::int64_t t = 1; t < steps; ++t, weight *= lanes + 1) {
        sets.emplace_back();
        for (Node c = 1; c <= lanes; ++c) sets.back().push_back(static_cast<Node>(c * weight));
    }
    // Earlier steps reach weight - 1; the last offsets end at n - weight, at most `weight` apart.
    sets.emplace_back();
    for (auto offset = n - weight; offset > 0; offset -= weight)
        sets.back().insert(sets.back().begin(), static_cast<Node>(offset));
    FrontierPlan plan{"static digits", listed(sets), {}};
    std::vector<double> walked(sets.size());
    for (Node d = 1; d < n; ++d) {
        Node left = d;
        for (auto t = sets.size(); t-- > 0;) {
            const auto above = std::ranges::upper_bound(sets[t], left);
            if (above == sets[t].begin()) continue;
            // What is left must be within reach of the earlier steps; the largest offset does it.
            walked[t] += *(above - 1);
            left -= *(above - 1);
        }
    }
    for (std::size_t t = 0; t < sets.size(); ++t)
        plan.steps.push_back({double(sets[t].back()), walked[t] / n});
    return plan;
}

/// Offsets that a symmetry of the base turns into each other: +-e, on a square torus the quarter
/// turns of e.
class Orbits {
  public:
    explicit Orbits(const FrontierBase& base) : base_(base) {
        for (Node e = 1; e < base.nodes(); ++e) {
            auto orbit = of(e);
            if (orbit.front() == e) all_.push_back(std::move(orbit));
        }
    }
    const std::vector<Elements>& all() const { return all_; }
    Node length(Node e) const {
        const Node row = e / base_.columns, column = e % base_.columns;
        return std::min(row, base_.rows - row) + std::min(column, base_.columns - column);
    }

  private:
    Elements of(Node e) const {
        Elements orbit{e};
        const Node rows = base_.rows, columns = base_.columns;
        const bool square = base_.kind == Kind::torus && rows == columns;
        for (std::size_t i = 0; i < orbit.size(); ++i) {
            const Node row = orbit[i] / columns, column = orbit[i] % columns;
            const Node turned = square
                                    ? (rows - column) % rows * columns + row
                                    : (rows - row) % rows * columns + (columns - column) % columns;
            if (std::ranges::find(orbit, turned) == orbit.end()) orbit.push_back(turned);
        }
        std::ranges::sort(orbit);
        return orbit;
    }

    FrontierBase base_;
    std::vector<Elements> all_;
};

/// Links that all blocks of a node take by the shortest ways through the sets; unreached elements
/// count as `missing` each. `dimension` sums: links along columns and rows.
class Walks {
  public:
    Walks(const FrontierBase& base, const Group& group)
        : base_(base), group_(group), orbits_(base) {}

    double x(const std::vector<Elements>& sets) {
        const auto n = static_cast<std::size_t>(group_.size());
        const int missing = 4 * base_.diameter();
        length_.assign(n, missing);
        across_.assign(n, 0);
        length_[0] = 0;
        for (const auto& set : sets) {
            next_ = length_;
            next_across_ = across_;
            for (const Node e : set) {
                const Node far = orbits_.length(e), column = e % base_.columns;
                const Node across = std::min(column, base_.columns - column);
                for (std::size_t d = 0; d < n; ++d) {
                    if (length_[d] >= missing) continue;
                    const auto to =
                        static_cast<std::size_t>(group_.multiply(static_cast<Node>(d), e));
                    if (length_[d] + far >= next_[to]) continue;
                    next_[to] = length_[d] + far;
                    next_across_[to] = across_[d] + across;
                }
            }
            length_.swap(next_);
            across_.swap(next_across_);
        }
        const double all = std::accumulate(length_.begin(), length_.end(), 0.0);
        if (base_.kind != Kind::torus || base_.rows == base_.columns) return all / double(n);
        const double across = std::accumulate(across_.begin(), across_.end(), 0.0);
        return 2 * std::max(across, all - across) / double(n);
    }
    const Orbits& orbits() const { return orbits_; }

  private:
    FrontierBase base_;
    Group group_;
    Orbits orbits_;
    std::vector<int> length_, across_, next_, next_across_;
};

/// Steps whose x is the least over all words.
std::vector<PlanStep> measured(const FrontierBase& base, const std::vector<Elements>& sets) {
    std::vector<std::vector<Offer>> offers;
    std::vector<PlanStep> steps;
    for (const auto& set : sets) {
        steps.push_back({0, 0});
        offers.push_back(on_base(base, set, steps.back().hops));
    }
    const auto x = balanced(translations(base), offers);
    if (x.empty()) return {};
    for (std::size_t t = 0; t < x.size(); ++t) steps[t].x = x[t];
    return steps;
}

/// Monotone digits: radix k/2 + 1 each way round the ring, so that every block takes its distance.
std::vector<Elements> monotone_digits(Node n, Node each_way) {
    std::vector<Elements> sets;
    // Earlier steps reach `near` each way.
    for (std::int64_t near = 0; near < n / 2;) {
        sets.emplace_back();
        const auto reach = std::min<std::int64_t>(n / 2, near + each_way * (near + 1));
        for (auto offset = reach - near; offset > 0; offset -= near + 1) {
            sets.back().push_back(static_cast<Node>(offset));
            if (2 * offset != n) sets.back().push_back(static_cast<Node>(n - offset));
        }
        near = reach;
    }
    return sets;
}

/// Sets of at most k offsets found by a seeded search, few links and few hops together.
Plans searched_sets(const FrontierBase& base, double effort) {
    Plans plans;
    const Node n = base.nodes();
    Walks walks(base, translations(base));
    const auto& orbits = walks.orbits().all();
    std::mt19937_64 random(static_cast<std::uint64_t>(n) * 1024 +
                           static_cast<std::uint64_t>(base.lanes));
    const auto least = kernels::ceil_log(n, base.lanes + 1);
    const double floor_x = walks.x({[&] {
        Elements all(static_cast<std::size_t>(n - 1));
        std::iota(all.begin(), all.end(), 1);
        return all;
    }()});
    const double weights[] = {0.05, 0.3, 1, 3, 10};
    for (auto count = least; count <= least + 4; ++count) {
        std::vector<std::vector<std::size_t>> chosen(static_cast<std::size_t>(count));
        std::vector<Elements> sets(chosen.size());
        const auto fill = [&](std::size_t t) {
            sets[t].clear();
            for (const auto one : chosen[t])
                if (sets[t].size() + orbits[one].size() <= static_cast<std::size_t>(base.lanes))
                    sets[t].insert(sets[t].end(), orbits[one].begin(), orbits[one].end());
        };
        const auto draw = [&](std::size_t below) { return std::size_t(random() % below); };
        double best_x = plans.empty() ? INFINITY : plans.back().x();
        std::vector<Elements> best;
        // The fewest steps leave little room: they are searched longer.
        const double moves =
            (count == least ? 12 : 1) * effort / (5.0 * n * double(count) * base.lanes);
        for (const double weight : weights) {
            for (std::size_t t = 0; t < sets.size(); ++t) {
                chosen[t].clear();
                for (Node i = 0; i < base.lanes / 2; ++i) chosen[t].push_back(draw(orbits.size()));
                fill(t);
            }
            std::vector<Elements> kept;
            double kept_x = INFINITY, kept_hops = INFINITY;
            const auto hops = [&] {
                double sum = 0;
                for (const auto& set : sets) {
                    Node far = 0;
                    for (const Node e : set) far = std::max(far, walks.orbits().length(e));
                    sum += far;
                }
                return sum;
            };
            anneal(
                random, static_cast<int>(std::max(moves, 10.0)), 2.0,
                [&] {
                    const auto t = draw(sets.size()), at = draw(chosen[t].size());
                    const auto before = std::exchange(chosen[t][at], draw(orbits.size()));
                    fill(t);
                    return [&, t, at, before] {
                        chosen[t][at] = before;
                        fill(t);
                    };
                },
                [&] { return weight * std::max(0.0, hops() - base.diameter()) + walks.x(sets); },
                [&] {
                    kept = sets;
                    kept_x = walks.x(sets);
                    kept_hops = hops();
                });
            if (kept_hops <= base.diameter() && kept_x < best_x - 1e-9) {
                best_x = kept_x;
                best = std::move(kept);
            }
        }
        for (auto& set : best) std::ranges::sort(set);
        if (!best.empty())
            if (auto steps = measured(base, best); !steps.empty())
                plans.push_back({"static sets", listed(best), std::move(steps)});
        if (!plans.empty() && plans.back().x() <= floor_x + 1e-6) break;
    }
    return plans;
}

}  // namespace

Plans static_exchanges(const FrontierBase& base, double effort) {
    const Node n = base.nodes();
    if (base.kind == Kind::ring_uni) return {static_digits(n, std::min(base.lanes, n - 1))};
    Plans plans;
    if (n <= 256) plans = searched_sets(base, effort);
    if (base.kind == Kind::ring) {
        const auto sets = monotone_digits(n, base.lanes / 2);
        FrontierPlan digits{"static digits", listed(sets), {}};
        // Every block takes its distance: x of a step is the mean of what its offsets contribute.
        for (const auto& set : sets) {
            const Node far = std::min(set[0], n - set[0]);
            digits.steps.push_back({double(far), 0});
        }
        if (n <= 256) {
            auto steps = measured(base, sets);
            if (!steps.empty()) digits.steps = std::move(steps);
        } else {
            std::vector<double> walked(sets.size());
            for (Node d = 1; d <= n / 2; ++d) {
                Node left = d;
                for (auto t = sets.size(); t-- > 0;)
                    for (const Node offset : sets[t])
                        if (2 * offset <= n && offset <= left) {
                            walked[t] += (2 * d == n ? 1.0 : 2.0) * offset;
                            left -= offset;
                            break;
                        }
            }
            for (std::size_t t = 0; t < sets.size(); ++t) digits.steps[t].x = walked[t] / n;
        }
        plans.push_back(std::move(digits));
    }
    if (base.kind == Kind::torus) {
        // Each half of a block through one dimension and then the other.
        const auto across = monotone_digits(base.columns, std::max(1, base.lanes / 4));
        const auto down = monotone_digits(base.rows, std::max(1, base.lanes / 4));
        std::vector<Elements> sets;
        const auto add = [&](std::size_t t, const std::vector<Elements>& digits, std::size_t at,
                             Node scale) {
            if (sets.size() <= t) sets.resize(t + 1);
            if (at < digits.size())
                for (const Node e : digits[at])
                    if (std::ranges::find(sets[t], e * scale) == sets[t].end())
                        sets[t].push_back(e * scale);
        };
        for (std::size_t t = 0; t < across.size() + down.size(); ++t) {
            t < across.size() ? add(t, across, t, 1)
                              : add(t, down, t - across.size(), base.columns);
            t < down.size() ? add(t, down, t, base.columns) : add(t, across, t - down.size(), 1);
        }
        if (n <= 256)
            if (auto steps = measured(base, sets); !steps.empty())
                plans.push_back({"static digits", listed(sets), std::move(steps)});
    }
    return without_dominated(std::move(plans));
}

}  // namespace lightsweep::solvers::frontier
