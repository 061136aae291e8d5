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

StageCost round_cost(const RingTask& task, const StageShape& shape, std::int64_t d, bool last,
                     bool follows_alike) {
    const auto colours = round_colours(shape, d, last);
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
    RoundProgram(const RingTask& task, const StageShape& shape, const PlanCost& cost)
        : total_(static_cast<std::size_t>(shape.radius())),
          halved_(shape.radix % 2 == 0),
          best_(total_ + 1),
          choice_(total_ + 1) {
        price(task, shape, cost);
        if (cost.per_reconfiguration > 0) starting_.resize((total_ + 1) * prices_.size());
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

    void price(const RingTask& task, const StageShape& shape, const PlanCost& cost) {
        best_[0].price = 0;
        const auto reach = std::min(
            {shape.radius(), task.longest / shape.stride, 2 + 2 * task.wavelengths / shape.copies});
        for (std::int64_t d = 1; d <= reach; ++d) {
            const auto inner = round_cost(task, shape, d, false, false).of(cost);
            prices_.push_back({inner, round_cost(task, shape, d, true, false).of(cost),
                               inner - round_cost(task, shape, d, false, true).of(cost)});
        }
    }
    void choose(std::size_t x) {
        for (std::size_t d = 1; d <= std::min(x, prices_.size()); ++d) {
            const auto& prices = prices_[d - 1];
            auto rest = best_[x - d];
            if (x > d) rest = std::min(rest, continued(x - d, d));
            const Value value{(d == x ? prices.last : prices.inner) + rest.price, rest.rounds + 1};
            if (!starting_.empty()) starting_[x * prices_.size() + d - 1] = value;
            if (value >= best_[x]) continue;
            best_[x] = value;
            choice_[x] = d;
        }
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
    std::vector<Value> best_;
    std::vector<std::size_t> choice_;
    std::vector<Value> starting_{};  ///< [x][d - 1], kept only where reconfigurations cost
};

}  // namespace

std::int64_t round_colours(const StageShape& stage, std::int64_t d, bool last) {
    const bool halved = last && stage.radix % 2 == 0;
    const auto whole = stage.copies * kernels::plan_hops(stage.positions, d - halved).wavelengths;
    return halved ? whole + ceil_div(stage.copies, 2) * kernels::hop_wavelengths(stage.positions, d)
                  : whole;
}

StageCost stage_cost(const RingTask& task, const StageShape& shape, const WindowStage& stage) {
    if (stage.rounds.empty()) return direct_cost(task, shape);
    if (std::accumulate(stage.rounds.begin(), stage.rounds.end(), std::int64_t{0}) !=
        shape.radius())
        throw std::invalid_argument("rounds of a window of " + std::to_string(stage.radix) +
                                    " nodes must add up to " + std::to_string(shape.radius()));
    StageCost cost;
    for (std::size_t i = 0; i < stage.rounds.size(); ++i)
        cost.add(round_cost(task, shape, stage.rounds[i], i + 1 == stage.rounds.size(),
                            i > 0 && stage.rounds[i - 1] == stage.rounds[i]));
    return cost;
}

BestStage best_stage(const RingTask& task, const StageShape& shape, bool relays,
                     const PlanCost& cost) {
    BestStage best{{shape.radix, {}}, direct_cost(task, shape), false};
    best.possible = shape.radius() * shape.stride <= task.longest;
    if (!relays) return best;
    const RoundProgram program(task, shape, cost);
    if (!program.possible()) return best;
    const WindowStage relayed{shape.radix, program.rounds()};
    const auto relayed_cost = stage_cost(task, shape, relayed);
    if (best.possible && best.cost.of(cost) <= relayed_cost.of(cost)) return best;
    return {relayed, relayed_cost, true};
}

}  // namespace lightsweep::solvers::optree
