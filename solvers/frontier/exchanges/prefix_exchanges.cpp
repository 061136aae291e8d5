// All-to-alls of large messages: while some lanes are set up, the others carry what they can over
// the base, in single-hop steps; then all of them send, in single-hop steps over the mixed
// topology.
//
// A way of r hops is cut into as many pieces as the stretch has steps; piece s makes hop i in step
// i + s (modulo the steps). Every step then carries the same share of every generator's load, so
// that x of a stretch is the load of its busiest generator, whatever the ways are. The ways are
// chosen by a linear program whose columns are whole routings:
//
//   minimise  w x0 + x1   over shares of routings that sum to 1,
//   x0 (x1) >= load of every generator in the first (second) stretch,
//
// and the next routing to offer sends every block the cheapest way at the program's prices. The
// price w of the time on the base lies between 0 (it is hidden behind D) and 1.
#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <random>
#include <utility>

#include "solvers/frontier/exchanges/exchange_plans.hpp"
#include "solvers/frontier/plans/annealing.hpp"
#include "solvers/frontier/plans/mixed_lanes.hpp"
#include "solvers/milp/growing_program.hpp"
#include "solvers/milp/linear_program.hpp"

namespace lightsweep::solvers::frontier {

namespace {

using Plans = std::vector<FrontierPlan>;
using Elements = std::vector<Node>;

/// A generator of one stretch: what one block's hop over it adds to x.
struct Resource {
    Node generator;
    double load;
};

std::vector<Resource> resources_of(const Elements& generators, Node n, Node k) {
    std::map<Node, int> lanes;
    for (const Node g : generators) ++lanes[g];
    std::vector<Resource> all;
    for (const auto& [g, count] : lanes) all.push_back({g, double(k) / count / n});
    return all;
}

/// At most steps[i] hops over the generators of stretch i, i = 0, 1.
struct Stretches {
    std::array<std::vector<Resource>, 2> resources;
    std::array<int, 2> steps;
};

/// The cheapest ways of all blocks at given prices of the resources.
class Router {
  public:
    explicit Router(const Group& group) : sums_(group), n_(std::size_t(group.size())) {}

    /// The sum of all prices; infinite if a block does not arrive. prices[i] per hop.
    double route(const Stretches& stretches, const std::array<std::vector<double>, 2>& prices) {
        price_.assign(n_, INFINITY);
        price_[0] = 0;
        by_.clear();
        for (const int stretch : {0, 1})
            for (int step = 0; step < stretches.steps[stretch]; ++step)
                if (!relax(stretches.resources[stretch], prices[stretch], stretch)) break;
        return std::accumulate(price_.begin(), price_.end(), 0.0);
    }

    /// Loads of all resources by the routes of the last call.
    std::array<std::vector<double>, 2> loads(const Stretches& stretches) const {
        std::array<std::vector<double>, 2> loads;
        for (const int i : {0, 1}) loads[i].resize(stretches.resources[i].size());
        for (std::size_t block = 1; block < n_; ++block) {
            auto at = block;
            for (auto layer = by_.size(); layer-- > 0;) {
                const auto& hop = by_[layer].hops[at];
                if (hop.resource < 0) continue;
                const auto i = std::size_t(by_[layer].stretch), r = std::size_t(hop.resource);
                loads[i][r] += stretches.resources[i][r].load;
                at = std::size_t(hop.from);
            }
        }
        return loads;
    }

  private:
    struct Hop {
        std::int16_t resource, from;
    };
    struct Layer {
        int stretch;
        std::vector<Hop> hops;
    };

    bool relax(const std::vector<Resource>& resources, const std::vector<double>& prices,
               int stretch) {
        next_ = price_;
        bool changed = false;
        Layer layer{stretch, std::vector<Hop>(n_, {-1, 0})};
        for (std::size_t r = 0; r < resources.size(); ++r)
            for (std::size_t from = 0; from < n_; ++from) {
                const double price = price_[from] + prices[r];
                const auto to = std::size_t(sums_(resources[r].generator, Node(from)));
                if (price >= next_[to] - 1e-12) continue;
                next_[to] = price;
                layer.hops[to] = {std::int16_t(r), std::int16_t(from)};
                changed = true;
            }
        if (changed) by_.push_back(std::move(layer));
        price_.swap(next_);
        return changed;
    }

    Sums sums_;
    std::size_t n_;
    std::vector<double> price_, next_;
    std::vector<Layer> by_;
};

/// Shares of routings that make w x0 + x1 least, to half a per cent.
class RoutingProgram {
  public:
    RoutingProgram(Router& router, const Stretches& stretches)
        : router_(router), stretches_(stretches) {
        std::array<std::vector<double>, 2> prices;
        for (const int i : {0, 1})
            for (const auto& one : stretches.resources[i]) prices[i].push_back(one.load);
        feasible_ = offer(prices) < INFINITY;
    }
    bool feasible() const { return feasible_; }

    /// x0 and x1 at the price w of x0; routings of earlier calls stay on offer.
    std::array<double, 2> solve(double w) {
        const auto n_rows = stretches_.resources[0].size() + stretches_.resources[1].size();
        std::vector<double> lower(n_rows, -milp::unbounded), upper(n_rows, 0);
        lower.push_back(1);
        upper.push_back(1);
        milp::GrowingProgram program(lower, upper);
        add_all(program, w);
        std::array<double, 2> x{};
        for (int round = 0; round < 60 && program.solve(most_iterations); ++round) {
            x = {program.columns()[0], program.columns()[1]};
            std::array<std::vector<double>, 2> prices;
            std::size_t row = 0;
            for (const int i : {0, 1})
                for (const auto& one : stretches_.resources[i])
                    prices[i].push_back(one.load * std::max(0.0, -program.multipliers()[row++]));
            const double value = w * x[0] + x[1];
            if (offer(prices) >= value * 0.995) break;
            add(program, routings_.back());
        }
        return x;
    }

  private:
    static constexpr int most_iterations = 100'000;

    /// Rows: load - x of its stretch <= 0 for every generator; shares sum to 1.
    void add_all(milp::GrowingProgram& program, double w) const {
        int row = 0;
        for (const int i : {0, 1}) {
            std::vector<int> rows(stretches_.resources[i].size());
            for (auto& one : rows) one = row++;
            program.add_column(i == 0 ? w : 1, rows, std::vector<double>(rows.size(), -1));
        }
        for (const auto& routing : routings_) add(program, routing);
    }
    static void add(milp::GrowingProgram& program,
                    const std::array<std::vector<double>, 2>& routing) {
        std::vector<int> rows;
        std::vector<double> loads;
        int row = 0;
        for (const int i : {0, 1})
            for (const double load : routing[i]) {
                if (load > 0) rows.push_back(row), loads.push_back(load);
                ++row;
            }
        rows.push_back(row);
        loads.push_back(1);
        program.add_column(0, rows, loads);
    }

    double offer(const std::array<std::vector<double>, 2>& prices) {
        const double sum = router_.route(stretches_, prices);
        if (sum < INFINITY) routings_.push_back(router_.loads(stretches_));
        return sum;
    }

    Router& router_;
    Stretches stretches_;
    bool feasible_ = false;
    std::vector<std::array<std::vector<double>, 2>> routings_;
};

/// A mixed topology and how well it mixes: w x0 + x1 if all loads could be made equal.
struct MixedExchange {
    Elements staying, fresh;
    double hops;

    Elements all() const {
        auto all = staying;
        all.insert(all.end(), fresh.begin(), fresh.end());
        return all;
    }
    Stretches stretches(Node n, Node k, int first, int second) const {
        return {{resources_of(staying, n, k), resources_of(all(), n, k)}, {first, second}};
    }
    std::vector<MovementStep> exchange(int first, int second) const {
        std::vector<MovementStep> steps(std::size_t(first), {staying, staying});
        steps.resize(std::size_t(first + second), {all(), all()});
        return steps;
    }
};

/// Generators for the lanes that are set up, by the sum of hops at the price w of time on the base.
MixedExchange searched(Router& router, const StayingLanes& lanes, Node n, Node k, int first,
                       int second, double w, double effort, std::mt19937_64& random) {
    const auto draw = [&] { return 1 + static_cast<Node>(random() % std::uint64_t(n - 1)); };
    MixedExchange state{lanes.generators, Elements(std::size_t(lanes.fresh)), INFINITY},
        best = state;
    for (auto& one : state.fresh) one = draw();
    const double visits = double(n) * k * (first + second);
    anneal(
        random, static_cast<int>(std::max(effort / visits, 20.0)), 3.0,
        [&] {
            const auto at = std::size_t(random() % state.fresh.size());
            const Node before = std::exchange(state.fresh[at], draw());
            return [&state, at, before] { state.fresh[at] = before; };
        },
        [&] {
            const auto stretches = state.stretches(n, k, first, second);
            const double price = w * k / double(lanes.generators.size());
            state.hops = router.route(stretches, {std::vector(stretches.resources[0].size(), price),
                                                  std::vector(stretches.resources[1].size(), 1.0)});
            return std::min(state.hops, 1e3 * n);
        },
        [&] { best = state; });
    return best;
}

/// Plans of one mixed topology: for several prices of the time on the base, and between them, where
/// the base is left just when the new circuits stand.
Plans plans_of(RoutingProgram& program, const FrontierPlan& empty, int first, int second) {
    Plans plans;
    std::array<double, 2> before{};
    for (const double w : {0.8, 0.4, 0.15, 0.04}) {
        const auto x = program.solve(w);
        constexpr int parts = 10;
        for (int part = plans.empty() ? parts : 1; part <= parts; ++part) {
            const auto between = [&](int i) {
                return before[i] + (x[i] - before[i]) * part / parts;
            };
            plans.push_back(empty);
            auto& steps = plans.back().steps;
            for (int i = 0; i < first; ++i) steps.push_back({1, between(0) / first, 0});
            for (int i = 0; i < second; ++i) steps.push_back({1, between(1) / second, 1});
        }
        before = x;
    }
    return plans;
}

/// The plans of one mixed topology with so many steps before and after.
Plans measured(Router& router, const FrontierBase& base, const MixedExchange& mixed, int first,
               int second) {
    const auto group = translations(base);
    RoutingProgram program(router, mixed.stretches(base.nodes(), base.lanes, first, second));
    if (!program.feasible()) return {};
    FrontierPlan empty{
        "prefix", group.name() + ": " + in_words(mixed.staying, mixed.fresh), {}, SetUp::at_start};
    empty.moves = moving([group, steps = mixed.exchange(first, second)] {
        return Movement{group, steps};
    });
    return plans_of(program, empty, first, second);
}

}  // namespace

Plans prefix_exchanges(const FrontierBase& base, double effort) {
    Plans plans;
    const Node n = base.nodes(), k = base.lanes;
    if (n > 128 || n < 4 || k < 2) return plans;
    std::mt19937_64 random(static_cast<std::uint64_t>(n) * 2048 + static_cast<std::uint64_t>(k));
    Router router(translations(base));
    const auto splits = staying_lanes(base);
    const int most = static_cast<int>(kernels::ceil_log(n, k)) + 1;
    for (const double w : {0.15, 0.4, 0.8})
        for (const int first : {1, 2, 4, 8, 12}) {
            std::vector<MixedExchange> best;
            for (const auto& lanes : splits)
                best.push_back(searched(router, lanes, n, k, first, most, w,
                                        effort / (8.0 * double(splits.size())), random));
            std::ranges::stable_sort(best, {}, &MixedExchange::hops);
            best.resize(std::min<std::size_t>(best.size(), 3));
            for (const auto& mixed : best)
                for (const int second : {most - 1, most})
                    append(plans, measured(router, base, mixed, first, second));
        }
    return without_dominated(std::move(plans));
}

}  // namespace lightsweep::solvers::frontier
