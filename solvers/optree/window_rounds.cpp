#include "solvers/optree/window_rounds.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>

#include "kernels/window_colours.hpp"

namespace lightsweep::solvers::optree {

namespace {

/// Steps of one hop per node on the same wavelengths throughout stand from step to step.
StageCost round_cost(const RingTask& task, const StageShape& shape, std::int64_t d, bool last,
                     bool follows_alike) {
    const auto steps = ceil_div(round_colours(shape, d, last), task.wavelengths);
    const bool held =
        d == 1 && !(last && shape.radix % 2 == 0) && task.wavelengths % shape.stride == 0;
    if (!held) return {steps, steps};
    return {steps, follows_alike ? 0 : 1};
}

StageCost direct_cost(const RingTask& task, const StageShape& shape) {
    const auto steps =
        ceil_div(kernels::lifted_wavelengths(shape.radix, shape.copies), task.wavelengths);
    return {steps, steps};
}

/// best(x) for every remaining radius x.
class RoundProgram {
  public:
    RoundProgram(const RingTask& task, const StageShape& shape, const PlanCost& cost)
        : total_(static_cast<std::size_t>(shape.radius())), best_(total_ + 1), choice_(total_ + 1) {
        price(task, shape, cost);
        for (std::size_t x = 1; x <= total_; ++x) choose(x);
    }
    bool possible() const { return best_[total_].price < impossible; }
    std::vector<std::int64_t> rounds() const {
        std::vector<std::int64_t> found;
        for (std::size_t x = total_; x > 0; x -= choice_[x])
            found.push_back(static_cast<std::int64_t>(choice_[x]));
        return found;
    }

  private:
    static constexpr double impossible = std::numeric_limits<double>::infinity();
    struct Value {
        double price = 0;
        std::int64_t rounds = 0;
        auto operator<=>(const Value&) const = default;
    };

    void price(const RingTask& task, const StageShape& shape, const PlanCost& cost) {
        const auto reach = std::min(
            {shape.radius(), task.longest / shape.stride, 2 + 2 * task.wavelengths / shape.copies});
        for (std::int64_t d = 1; d <= reach; ++d) {
            inner_.push_back(round_cost(task, shape, d, false, true).of(cost));
            last_.push_back(round_cost(task, shape, d, true, true).of(cost));
        }
    }
    void choose(std::size_t x) {
        best_[x].price = impossible;
        for (std::size_t d = 1; d <= std::min(x, inner_.size()); ++d) {
            const Value value{(d == x ? last_ : inner_)[d - 1] + best_[x - d].price,
                              best_[x - d].rounds + 1};
            if (value >= best_[x]) continue;
            best_[x] = value;
            choice_[x] = d;
        }
    }

    std::size_t total_;
    std::vector<double> inner_{}, last_{};
    std::vector<Value> best_;
    std::vector<std::size_t> choice_;
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
                            i > 0 && stage.rounds[i - 1] == 1));
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
