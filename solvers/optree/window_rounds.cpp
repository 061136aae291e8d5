#include "solvers/optree/window_rounds.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>

#include "kernels/gather_steps.hpp"
#include "kernels/window_colours.hpp"

namespace lightsweep::solvers::optree {

namespace {

/// Steps of a round or stage stand from one to the next where their colours repeat: all residues of
/// one item fill a divisor of w, or all of it one step.
bool stands(const RingTask& task, const StageShape& shape, std::int64_t copy_colours,
            std::int64_t steps) {
    return steps == 1 || task.wavelengths % (shape.stride * copy_colours) == 0;
}

/// Colours of a round whose full hops take `width` wavelengths.
std::int64_t colours_of(const StageShape& shape, std::int64_t d, bool halved, std::int64_t width) {
    const auto whole = shape.copies * width;
    return halved ? whole + ceil_div(shape.copies, 2) * kernels::hop_wavelengths(shape.positions, d)
                  : whole;
}

StageCost round_cost(const RingTask& task, const StageShape& shape, std::int64_t colours, bool last,
                     bool follows_alike) {
    const auto steps = ceil_div(colours, task.wavelengths);
    const bool halved = last && shape.radix % 2 == 0;
    if (halved) return {steps, steps};
    if (!stands(task, shape, colours / shape.copies, steps)) return {steps, steps};
    return {steps, follows_alike ? 0 : 1};
}

StageCost direct_cost(const RingTask& task, const StageShape& shape) {
    const auto steps =
        ceil_div(kernels::lifted_wavelengths(shape.radix, shape.copies), task.wavelengths);
    const bool held =
        shape.radix % 2 == 1 && stands(task, shape, kernels::ring_wavelengths(shape.radix), steps);
    return {steps, held ? 1 : steps};
}

/// best(x) for every remaining radius x; after(x, d) where a round of d positions went before, so
/// that another one of d may find its circuits standing.
class RoundProgram {
  public:
    RoundProgram(const RingTask& task, const StageShape& shape, const PlanCost& cost,
                 WidthTable& widths)
        : total_(static_cast<std::size_t>(shape.radius())),
          halved_(shape.radix % 2 == 0),
          best_(total_ + 1),
          choice_(total_ + 1) {
        price(task, shape, cost, widths);
        if (cost.per_reconfiguration > 0) starting_.resize((total_ + 1) * prices_.size());
        find_useful();
        for (std::size_t x = 1; x <= total_; ++x) choose(x);
    }
    bool possible() const { return best_[total_].price < impossible; }
    std::vector<std::int64_t> rounds() const {
        std::vector<std::int64_t> found;
        std::size_t d = choice_[total_];
        for (std::size_t x = total_; x > 0;) {
            found.push_back(static_cast<std::int64_t>(d));
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
    /// Of a round on its own, of the last one, and what it saves after another one of its kind.
    struct Prices {
        double inner, last, saved;
    };

    void price(const RingTask& task, const StageShape& shape, const PlanCost& cost,
               WidthTable& widths) {
        best_[0].price = 0;
        const auto reach = std::min(
            {shape.radius(), task.longest / shape.stride, 2 + 2 * task.wavelengths / shape.copies});
        const auto& width = widths.of(shape.positions, std::max<std::int64_t>(reach, 0));
        for (std::int64_t d = 1; d <= reach; ++d) {
            const auto i = static_cast<std::size_t>(d);
            const auto whole = colours_of(shape, d, false, width[i]);
            const auto ending = halved_ ? colours_of(shape, d, true, width[i - 1]) : whole;
            const auto inner = round_cost(task, shape, whole, false, false).of(cost);
            prices_.push_back({inner, round_cost(task, shape, ending, true, false).of(cost),
                               inner - round_cost(task, shape, whole, false, true).of(cost)});
        }
    }
    /// Rounds that cost more than several shorter ones are of no use but at the end. Not so where
    /// standing circuits count.
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
    /// Where no round depends on the one before.
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
    /// best(x) if it starts with d after another d; a halved last round is not like an inner one.
    Value continued(std::size_t x, std::size_t d) const {
        if (starting_.empty() || x < d) return {};
        auto value = starting_[x * prices_.size() + d - 1];
        if (x > d || !halved_) value.price -= prices_[d - 1].saved;
        return value;
    }

    std::size_t total_;
    bool halved_;
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

std::int64_t round_colours(const StageShape& stage, std::int64_t d, bool last) {
    const bool halved = last && stage.radix % 2 == 0;
    return colours_of(stage, d, halved,
                      kernels::plan_hops(stage.positions, d - halved).wavelengths);
}

StageCost stage_cost(const RingTask& task, const StageShape& shape, const WindowStage& stage) {
    if (stage.rounds.empty()) return direct_cost(task, shape);
    if (std::accumulate(stage.rounds.begin(), stage.rounds.end(), std::int64_t{0}) !=
        shape.radius())
        throw std::invalid_argument("rounds of a window of " + std::to_string(stage.radix) +
                                    " nodes must add up to " + std::to_string(shape.radius()));
    StageCost cost;
    std::int64_t colours = 0;
    for (std::size_t i = 0; i < stage.rounds.size(); ++i) {
        const bool last = i + 1 == stage.rounds.size(),
                   alike = i > 0 && stage.rounds[i - 1] == stage.rounds[i];
        if (last || !alike) colours = round_colours(shape, stage.rounds[i], last);
        cost.add(round_cost(task, shape, colours, last, alike));
    }
    return cost;
}

BestStage best_stage(const RingTask& task, const StageShape& shape, bool relays,
                     const PlanCost& cost, WidthTable& widths) {
    BestStage best{{shape.radix, {}}, direct_cost(task, shape), false};
    best.possible = shape.radius() * shape.stride <= task.longest;
    if (!relays) return best;
    const RoundProgram program(task, shape, cost, widths);
    if (!program.possible()) return best;
    const WindowStage relayed{shape.radix, program.rounds()};
    const auto relayed_cost = stage_cost(task, shape, relayed);
    if (best.possible && best.cost.of(cost) <= relayed_cost.of(cost)) return best;
    return {relayed, relayed_cost, true};
}

}  // namespace lightsweep::solvers::optree
