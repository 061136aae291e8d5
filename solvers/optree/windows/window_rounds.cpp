#include "solvers/optree/windows/window_rounds.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>

#include "kernels/wdm/one_stage_colours.hpp"
#include "kernels/wdm/window_colours.hpp"

namespace lightsweep::solvers::optree {

namespace {

/// Runs of a round whose hops, except the half one, take `width` wavelengths per copy.
ColourRuns runs_of(const StageShape& shape, std::int64_t d, bool halved, std::int64_t width) {
    ColourRuns runs{shape.stride * width, 0, shape.items()};
    if (!halved) return runs;
    const auto half_hop = kernels::hop_wavelengths(shape.positions, d);
    runs.whole += shape.stride / 2 * half_hop;
    runs.halves = shape.stride % 2 * half_hop;
    return runs;
}

std::int64_t steps_of(const RingTask& task, const StageShape& shape, const WindowStage& stage,
                      std::size_t i, const ColourRuns& runs) {
    const auto least = runs.least_steps(task.wavelengths);
    if (stage.steps.empty()) return least;
    if (stage.steps.size() != std::max<std::size_t>(stage.rounds.size(), 1))
        throw std::invalid_argument("steps of a stage of radix " + std::to_string(shape.radix) +
                                    " must be as many as its rounds");
    if (stage.steps[i] < least)
        throw std::invalid_argument("a round of " + std::to_string(runs.slots()) + " slots on " +
                                    std::to_string(task.wavelengths) + " wavelengths takes " +
                                    std::to_string(least) + " steps at least, not " +
                                    std::to_string(stage.steps[i]));
    return stage.steps[i];
}

/// Whether a round starts on the circuits that the round before has left.
bool continues(const WindowStage& stage, std::size_t i) {
    if (i == 0 || stage.steps.empty() || stage.rounds[i] != stage.rounds[i - 1] ||
        stage.steps[i] != stage.steps[i - 1])
        return false;
    const bool halved = i + 1 == stage.rounds.size() && stage.radix % 2 == 0;
    return !halved;
}

/// best(x) for every remaining radius x. after(x, d) is the value if a round of d positions came
/// before, so that another round of d may find its circuits standing.
class RoundProgram {
  public:
    RoundProgram(const RingTask& task, const StageShape& shape, const ConstructionPrice& cost,
                 WidthTable& widths)
        : total_(static_cast<std::size_t>(shape.radius())),
          halved_(shape.radix % 2 == 0),
          setup_(cost.per_reconfiguration),
          divisors_(cost.per_reconfiguration > 0 ? divisors(shape.items())
                                                 : std::vector<std::int64_t>{}),
          best_(total_ + 1),
          choice_(total_ + 1) {
        price(task, shape, cost, widths);
        if (cost.per_reconfiguration > 0) starting_.resize((total_ + 1) * prices_.size());
        find_useful();
        for (std::size_t x = 1; x <= total_; ++x) choose(x);
    }
    bool possible() const { return best_[total_].price < impossible; }
    /// The stage with its rounds and their steps.
    WindowStage stage(std::int64_t radix) const {
        WindowStage found{radix, {}, {}};
        std::size_t d = choice_[total_];
        for (std::size_t x = total_; x > 0;) {
            found.rounds.push_back(static_cast<std::int64_t>(d));
            found.steps.push_back(x == d ? prices_[d - 1].last_steps : prices_[d - 1].steps);
            x -= d;
            if (x > 0 && !(continued(x, d) < best_[x])) d = choice_[x];
        }
        return found;
    }

  private:
    static constexpr double impossible = std::numeric_limits<double>::infinity();
    struct Value {
        double price = impossible;
        std::int64_t rounds = 0;
        auto operator<=>(const Value&) const = default;
    };
    /// Prices of an inner round and of a last round.
    struct Prices {
        double inner, last;
        std::int64_t steps, last_steps;
    };

    void price(const RingTask& task, const StageShape& shape, const ConstructionPrice& cost,
               WidthTable& widths) {
        best_[0].price = 0;
        const auto reach = std::min(
            {shape.radius(), task.longest / shape.stride, 2 + 2 * task.wavelengths / shape.copies});
        const auto& width = widths.of(shape.positions, std::max<std::int64_t>(reach, 0));
        for (std::int64_t d = 1; d <= reach; ++d) {
            const auto i = static_cast<std::size_t>(d);
            const auto inner =
                best_runs(runs_of(shape, d, false, width[i]), task.wavelengths, cost, divisors_);
            const auto last = halved_ ? best_runs(runs_of(shape, d, true, width[i - 1]),
                                                  task.wavelengths, cost, divisors_)
                                      : inner;
            prices_.push_back({inner.of(cost), last.of(cost), inner.steps, last.steps});
        }
    }
    /// A round that costs more than several shorter ones is useful only at the end. This does not
    /// hold if standing circuits count.
    void find_useful() {
        std::vector<double> best(prices_.size() + 1);
        for (std::size_t x = 1; x <= prices_.size(); ++x) {
            best[x] = impossible;
            for (const auto d : useful_)
                best[x] = std::min(best[x], prices_[d - 1].inner + best[x - d]);
            if (prices_[x - 1].inner <= best[x] || !starting_.empty()) useful_.push_back(x);
            best[x] = std::min(best[x], prices_[x - 1].inner);
        }
    }
    void choose(std::size_t x) {
        if (starting_.empty()) return choose_by_price(x);
        for (const auto d : useful_) {
            if (d >= x) break;
            consider(x, d, prices_[d - 1].inner, std::min(best_[x - d], continued(x - d, d)));
        }
        if (x <= prices_.size()) consider(x, x, prices_[x - 1].last, best_[0]);
    }
    /// Chooses the rounds if none depends on the round before.
    void choose_by_price(std::size_t x) {
        Value best;
        std::size_t first = 0;
        const auto take = [&](std::size_t d, double price, std::int64_t rounds) {
            if (price > best.price || (price == best.price && rounds >= best.rounds)) return;
            best = {price, rounds};
            first = d;
        };
        for (const auto d : useful_) {
            if (d >= x) break;
            take(d, prices_[d - 1].inner + best_[x - d].price, best_[x - d].rounds + 1);
        }
        if (x <= prices_.size()) take(x, prices_[x - 1].last, 1);
        best_[x] = best;
        choice_[x] = first;
    }
    void consider(std::size_t x, std::size_t d, double price, const Value& rest) {
        const Value value{price + rest.price, rest.rounds + 1};
        if (!starting_.empty()) starting_[x * prices_.size() + d - 1] = value;
        if (value >= best_[x]) return;
        best_[x] = value;
        choice_[x] = d;
    }
    /// best(x) if it starts with d after another d; a halved last round differs from an inner one.
    Value continued(std::size_t x, std::size_t d) const {
        if (starting_.empty() || x < d) return {};
        auto value = starting_[x * prices_.size() + d - 1];
        if (x > d || !halved_) value.price -= setup_;
        return value;
    }

    std::size_t total_;
    bool halved_;
    double setup_;                        ///< saved by a round after another one of its kind
    std::vector<std::int64_t> divisors_;  ///< divisors of the items; empty if only steps count
    std::vector<Prices> prices_{};
    std::vector<std::size_t> useful_{};
    std::vector<Value> best_;
    std::vector<std::size_t> choice_;
    std::vector<Value> starting_{};  ///< [x][d - 1], kept only where reconfigurations cost
};

}  // namespace

const std::vector<std::int64_t>& WidthTable::of(std::int64_t positions, std::int64_t reach) {
    auto& widths = known_[positions];
    if (static_cast<std::int64_t>(widths.size()) <= reach)
        widths = kernels::hop_plan_widths(positions, reach);
    return widths;
}

ColourRuns direct_runs(const StageShape& stage) {
    const auto n = stage.radix, opposite = n % 2 ? 0 : stage.stride * n / 2;
    const auto whole = stage.stride * kernels::ring_pair_tilings(n) + opposite / 2;
    return {whole, opposite % 2, stage.items()};
}

ColourRuns round_runs(const StageShape& stage, std::int64_t d, bool last) {
    const bool halved = last && stage.radix % 2 == 0;
    return runs_of(stage, d, halved, kernels::plan_hops(stage.positions, d - halved).wavelengths);
}

std::vector<bool> backward_rounds(const WindowStage& stage) {
    std::vector<bool> backward(stage.rounds.size());
    for (std::size_t i = 1; i < backward.size(); ++i)
        backward[i] = !backward[i - 1] && continues(stage, i);
    return backward;
}

StageCost stage_cost(const RingTask& task, const StageShape& shape, const WindowStage& stage) {
    const bool direct = stage.rounds.empty();
    if (!direct && std::accumulate(stage.rounds.begin(), stage.rounds.end(), std::int64_t{0}) !=
                       shape.radius())
        throw std::invalid_argument("rounds of a window of " + std::to_string(stage.radix) +
                                    " nodes must add up to " + std::to_string(shape.radius()));
    StageCost cost;
    ColourRuns runs;
    for (std::size_t i = 0; i < std::max<std::size_t>(stage.rounds.size(), 1); ++i) {
        const bool last = i + 1 >= stage.rounds.size();
        if (direct || last || i == 0 || stage.rounds[i] != stage.rounds[i - 1])
            runs = direct ? direct_runs(shape) : round_runs(shape, stage.rounds[i], last);
        const auto steps = steps_of(task, shape, stage, i, runs);
        if (stage.steps.empty())
            cost.add({steps, steps});
        else
            cost.add({steps, runs.changes(steps) - continues(stage, i)});
    }
    return cost;
}

BestStage best_stage(const RingTask& task, const StageShape& shape, bool relays,
                     const ConstructionPrice& cost, WidthTable& widths) {
    const auto direct = best_runs(
        direct_runs(shape), task.wavelengths, cost,
        cost.per_reconfiguration > 0 ? divisors(shape.items()) : std::vector<std::int64_t>{});
    BestStage best{{shape.radix, {}, {direct.steps}}, direct, false};
    best.possible = shape.radius() * shape.stride <= task.longest;
    if (!relays) return best;
    const RoundProgram program(task, shape, cost, widths);
    if (!program.possible()) return best;
    auto relayed = program.stage(shape.radix);
    const auto relayed_cost = stage_cost(task, shape, relayed);
    if (best.possible && best.cost.of(cost) <= relayed_cost.of(cost)) return best;
    return {std::move(relayed), relayed_cost, true};
}

}  // namespace lightsweep::solvers::optree
