// All-to-alls that stay on the base.
#include <algorithm>
#include <array>
#include <numeric>
#include <random>
#include <utility>

#include "solvers/frontier/exchanges/exchange_plans.hpp"
#include "solvers/frontier/plans/annealing.hpp"
#include "solvers/frontier/plans/mixed_lanes.hpp"
#include "solvers/frontier/plans/rows_behind.hpp"
#include "solvers/frontier/plans/shares.hpp"

namespace lightsweep::solvers::frontier {

namespace {

using Plans = std::vector<FrontierPlan>;
using Kind = FrontierBase::Kind;
using Elements = std::vector<Node>;

/// Every node sends over all lanes of the base to the offsets of one set after the other.
Moving on_the_base(const FrontierBase& base, const std::vector<Elements>& sets) {
    return moving([base, sets] {
        Movement movement{translations(base)};
        for (const auto& set : sets) movement.steps.push_back({generators_of(base), set});
        return movement;
    });
}

/// Directed ring: every block walks its distance.
FrontierPlan static_digits(const FrontierBase& base) {
    const Node n = base.nodes(), lanes = std::min(base.lanes, n - 1);
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
    plan.moves = on_the_base(base, sets);
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

/// Links that all blocks of a node take by the shortest ways through the sets. An element that is
/// not reached counts as 16 diameters.
class Walks {
  public:
    explicit Walks(const FrontierBase& base)
        : base_(base),
          uneven_(base.kind == Kind::torus && base.rows != base.columns),
          orbits_(base),
          rows_(base) {}

    double x(const std::vector<Elements>& sets) {
        const auto n = static_cast<std::size_t>(base_.nodes());
        length_.assign(n, 16 * base_.diameter());  // missing
        length_[0] = 0;
        across_.assign(uneven_ ? n : 0, 0);
        for (const auto& set : sets) {
            rows_.repeat(length_, length_before_);
            if (uneven_) rows_.repeat(across_, across_before_);
            for (const Node e : set)
                if (uneven_)
                    extend_both(e);
                else
                    extend(e);
        }
        const double all = std::accumulate(length_.begin(), length_.end(), 0.0);
        if (!uneven_) return all / double(n);
        const double across = std::accumulate(across_.begin(), across_.end(), 0.0);
        return 2 * std::max(across, all - across) / double(n);
    }
    const Orbits& orbits() const { return orbits_; }

  private:
    /// Ways whose last peer is e.
    void extend(Node e) {
        const int far = orbits_.length(e);
        rows_.for_each_row(e, [&](std::size_t first, std::size_t behind, std::size_t columns) {
            int* const length = length_.data() + first;
            const int* const length_before = length_before_.data() + behind;
            for (std::size_t i = 0; i < columns; ++i)
                length[i] = std::min(length_before[i] + far, length[i]);
        });
    }
    /// The same with links along columns; of ways that are equally short the first stays.
    void extend_both(Node e) {
        const int far = orbits_.length(e), column = e % base_.columns,
                  wide = std::min(column, base_.columns - column);
        rows_.for_each_row(e, [&](std::size_t first, std::size_t behind, std::size_t columns) {
            int *const length = length_.data() + first, *const across = across_.data() + first;
            const int *const length_before = length_before_.data() + behind,
                             *const across_before = across_before_.data() + behind;
            for (std::size_t i = 0; i < columns; ++i) {
                const int now = length_before[i] + far, now_across = across_before[i] + wide;
                across[i] = now < length[i] ? now_across : across[i];
                length[i] = std::min(now, length[i]);
            }
        });
    }

    FrontierBase base_;
    bool uneven_;  ///< a torus whose rows and columns differ
    Orbits orbits_;
    RowsBehind rows_;
    std::vector<int> length_{}, across_{}, length_before_{}, across_before_{};
};

/// Adds the plan of these sets, x of every step the least over all words; none where some block
/// does not arrive.
void append_measured(Plans& plans, const char* family, const FrontierBase& base,
                     const std::vector<Elements>& sets) {
    FrontierPlan plan{family, listed(sets), {}};
    std::vector<std::vector<Offer>> offers;
    for (const auto& set : sets) {
        plan.steps.push_back({0, 0});
        offers.push_back(on_base(base, set, plan.steps.back().hops));
    }
    const auto x = balanced(translations(base), offers);
    if (x.empty()) return;
    for (std::size_t t = 0; t < x.size(); ++t) plan.steps[t].x = x[t];
    plan.moves = on_the_base(base, sets);
    plans.push_back(std::move(plan));
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

/// Looks for sets of at most k offsets, few links and few hops together.
class SetSearch {
  public:
    explicit SetSearch(const FrontierBase& base)
        : base_(base),
          walks_(base),
          random_(static_cast<std::uint64_t>(base.nodes()) * 1024 +
                  static_cast<std::uint64_t>(base.lanes)) {}

    /// The least x of any sets.
    double floor_x() {
        Elements all(static_cast<std::size_t>(base_.nodes() - 1));
        std::iota(all.begin(), all.end(), 1);
        return walks_.x({all});
    }

    /// Sets of the least x for the diameter's hops, and for one and two more.
    struct Best {
        double x = INFINITY;
        std::vector<Elements> sets{};
    };
    using BestByHops = std::array<Best, 3>;

    /// One annealing of so many sets; hops beyond the diameter cost `weight`.
    void anneal_sets(std::int64_t count, double weight, int moves, BestByHops& best) {
        chosen_.assign(static_cast<std::size_t>(count), {});
        sets_.assign(chosen_.size(), {});
        for (std::size_t t = 0; t < sets_.size(); ++t) {
            for (Node i = 0; i < base_.lanes / 2; ++i) chosen_[t].push_back(draw(orbits().size()));
            fill(t);
        }
        Best kept;
        double kept_hops = INFINITY;
        anneal(
            random_, moves, 2.0,
            [&] {
                const auto t = draw(sets_.size()), at = draw(chosen_[t].size());
                const auto before = std::exchange(chosen_[t][at], draw(orbits().size()));
                fill(t);
                return [this, t, at, before] {
                    chosen_[t][at] = before;
                    fill(t);
                };
            },
            [&] { return weight * std::max(0.0, hops() - base_.diameter()) + walks_.x(sets_); },
            [&] {
                kept = {walks_.x(sets_), sets_};
                kept_hops = hops();
            });
        for (std::size_t more = 0; more < best.size(); ++more)
            if (kept_hops <= base_.diameter() + double(more) && kept.x < best[more].x - 1e-9)
                best[more] = kept;
    }

  private:
    const std::vector<Elements>& orbits() const { return walks_.orbits().all(); }
    std::size_t draw(std::size_t below) { return std::size_t(random_() % below); }
    void fill(std::size_t t) {
        sets_[t].clear();
        for (const auto one : chosen_[t])
            if (sets_[t].size() + orbits()[one].size() <= static_cast<std::size_t>(base_.lanes))
                sets_[t].insert(sets_[t].end(), orbits()[one].begin(), orbits()[one].end());
    }
    double hops() const {
        double sum = 0;
        for (const auto& set : sets_) {
            Node far = 0;
            for (const Node e : set) far = std::max(far, walks_.orbits().length(e));
            sum += far;
        }
        return sum;
    }

    FrontierBase base_;
    Walks walks_;
    std::mt19937_64 random_;
    std::vector<std::vector<std::size_t>> chosen_{};
    std::vector<Elements> sets_{};
};

/// For every number of steps from the fewest on, as long as x falls.
Plans searched_sets(const FrontierBase& base, double effort) {
    Plans plans;
    SetSearch search(base);
    const double floor_x = search.floor_x();
    const auto least = kernels::ceil_log(base.nodes(), base.lanes + 1);
    SetSearch::BestByHops before;
    for (auto count = least; count <= least + 4; ++count) {
        auto best = before;
        // The fewest steps leave little room: they are searched longer.
        const double moves =
            (count == least ? 12 : 1) * effort / (5.0 * base.nodes() * double(count) * base.lanes);
        for (const double weight : {0.05, 0.3, 1.0, 3.0, 10.0})
            if (best[0].x > floor_x + 1e-9)
                search.anneal_sets(count, weight, static_cast<int>(std::max(moves, 10.0)), best);
        for (std::size_t more = 0; more < best.size(); ++more) {
            if (best[more].x >= before[more].x ||
                (more > 0 && best[more].x >= best[more - 1].x - 1e-9))
                continue;
            auto sets = best[more].sets;
            for (auto& set : sets) std::ranges::sort(set);
            append_measured(plans, "static sets", base, sets);
        }
        before = std::move(best);
        if (before[0].x <= floor_x + 1e-6) break;
    }
    return plans;
}

/// Monotone digits of one dimension of n nodes, whose every block takes its distance: hops of each
/// step, and x as links of the blocks of one node.
std::vector<PlanStep> walks_of(Node n, const std::vector<Elements>& sets) {
    std::vector<PlanStep> walks;
    for (const auto& set : sets) walks.push_back({double(std::min(set[0], n - set[0])), 0});
    for (Node d = 1; d <= n / 2; ++d) {
        Node left = d;
        for (auto t = sets.size(); t-- > 0;)
            for (const Node offset : sets[t])
                if (2 * offset <= n && offset <= left) {
                    walks[t].x += (2 * d == n ? 1.0 : 2.0) * offset;
                    left -= offset;
                    break;
                }
    }
    return walks;
}

/// The steps of torus_digits: every dimension has half of the lanes, and carries half of every
/// block before and half after the other.
std::vector<PlanStep> steps_on_torus(const FrontierBase& base, const std::vector<PlanStep>& across,
                                     const std::vector<PlanStep>& down) {
    std::vector<PlanStep> steps;
    for (std::size_t t = 0; t < across.size() + down.size(); ++t) {
        double along_x = 0, along_y = 0, hops = 0;
        const auto use = [&](const std::vector<PlanStep>& walks, std::size_t at, double& along) {
            if (at >= walks.size()) return;  // also where it has not begun
            along += walks[at].x;
            hops = std::max(hops, walks[at].hops);
        };
        use(across, t, along_x);
        use(across, t - down.size(), along_x);
        use(down, t, along_y);
        use(down, t - across.size(), along_y);
        steps.push_back({hops, std::max(along_x / base.columns, along_y / base.rows)});
    }
    return steps;
}

/// Each half of a block through one dimension of a torus and then the other.
std::vector<Elements> torus_digits(const FrontierBase& base, const std::vector<Elements>& across,
                                   const std::vector<Elements>& down) {
    std::vector<Elements> sets(across.size() + down.size());
    const auto add = [&sets](const std::vector<Elements>& digits, std::size_t from, Node scale) {
        for (std::size_t i = 0; i < digits.size(); ++i)
            for (const Node e : digits[i])
                if (auto& set = sets[from + i]; std::ranges::find(set, e * scale) == set.end())
                    set.push_back(e * scale);
    };
    add(across, 0, 1);
    add(down, across.size(), base.columns);
    add(down, 0, base.columns);
    add(across, down.size(), 1);
    return sets;
}

}  // namespace

Plans static_digit_exchanges(const FrontierBase& base) {
    const Node n = base.nodes();
    if (base.kind == Kind::ring_uni) return {static_digits(base)};
    const bool torus = base.kind == Kind::torus;
    const Node each_way = torus ? std::max(1, base.lanes / 4) : base.lanes / 2;
    const auto across = monotone_digits(base.columns, each_way);
    const auto down = monotone_digits(base.rows, each_way);
    const auto sets = torus ? torus_digits(base, across, down) : across;
    Plans plans;
    if (n <= 256) {
        append_measured(plans, "static digits", base, sets);
        return plans;
    }
    // Too large for a linear program.
    auto steps = walks_of(base.columns, across);
    if (torus)
        steps = steps_on_torus(base, steps, walks_of(base.rows, down));
    else
        for (auto& step : steps) step.x /= n;
    plans.push_back({"static digits", listed(sets), std::move(steps)});
    plans.back().moves = on_the_base(base, sets);
    return plans;
}

Plans static_set_exchanges(const FrontierBase& base, double effort) {
    if (base.kind == Kind::ring_uni || base.nodes() > 256) return {};
    return without_dominated(searched_sets(base, effort));
}

}  // namespace lightsweep::solvers::frontier
