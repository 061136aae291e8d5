#include "solvers/optree/windows/radix_program.hpp"

#include <limits>
#include <stdexcept>
#include <string>

#include "kernels/wdm/gather_steps.hpp"
#include "kernels/wdm/window_colours.hpp"

namespace lightsweep::solvers::optree {

namespace {

BestStage tree_stage(const RingTask& task, const StageShape& shape) {
    const auto steps = ceil_div(tree_stage_colours(shape), task.wavelengths);
    const auto reach = shape.prefix == 1 ? shape.radius() : shape.radix - 1;
    return {{shape.radix, {}}, {steps, steps}, reach * shape.stride <= task.longest};
}

BestStage stage_of(const RingTask& task, const StageShape& shape, RadixFamily family,
                   const ConstructionPrice& cost, WidthTable& widths) {
    if (family == RadixFamily::tree) return tree_stage(task, shape);
    return best_stage(task, shape, family == RadixFamily::windowed, cost, widths);
}

/// The best stages from a prefix to N.
struct Completion {
    double price = std::numeric_limits<double>::infinity();
    std::int64_t stages = 0;
    BestStage first{};
    std::size_t next = 0;
};

class RadixProgram {
  public:
    RadixProgram(const RingTask& task, RadixFamily family, const ConstructionPrice& cost)
        : task_(task), family_(family), cost_(cost), prefixes_(divisors(task.nodes)) {
        best_.resize(prefixes_.size());
        best_.back().price = 0;
        for (auto i = prefixes_.size() - 1; i-- > 0;) complete(i);
    }
    RadixConstruction plan() const {
        RadixConstruction plan;
        plan.possible = best_[0].price < std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; plan.possible && i + 1 < prefixes_.size(); i = best_[i].next)
            plan.stages.push_back(best_[i].first.stage);
        return plan.possible ? priced(task_, family_, std::move(plan.stages)) : plan;
    }

  private:
    void complete(std::size_t i) {
        for (auto j = i + 1; j < prefixes_.size(); ++j) {
            if (prefixes_[j] % prefixes_[i]) continue;
            const StageShape shape(task_, prefixes_[j] / prefixes_[i], prefixes_[i]);
            auto stage = stage_of(task_, shape, family_, cost_, widths_);
            if (!stage.possible) continue;
            const double price = stage.cost.of(cost_) + best_[j].price;
            const auto stages = best_[j].stages + 1;
            if (std::pair(price, stages) < std::pair(best_[i].price, best_[i].stages))
                best_[i] = {price, stages, std::move(stage), j};
        }
    }

    const RingTask& task_;
    RadixFamily family_;
    const ConstructionPrice& cost_;
    std::vector<std::int64_t> prefixes_;
    std::vector<Completion> best_{};
    WidthTable widths_{};
};

}  // namespace

std::vector<std::int64_t> RadixConstruction::radices() const {
    std::vector<std::int64_t> found;
    for (const auto& stage : stages) found.push_back(stage.radix);
    return found;
}

std::int64_t tree_stage_colours(const StageShape& stage) {
    return stage.prefix == 1 ? kernels::lifted_wavelengths(stage.radix, stage.copies)
                             : stage.copies * kernels::line_wavelengths(stage.radix);
}

RadixConstruction best_radices(const RingTask& task, RadixFamily family,
                               const ConstructionPrice& cost) {
    task.check();
    return RadixProgram(task, family, cost).plan();
}

RadixConstruction priced(const RingTask& task, RadixFamily family,
                         std::vector<WindowStage> stages) {
    task.check();
    RadixConstruction plan{std::move(stages), {}, true};
    std::int64_t prefix = 1;
    for (const auto& stage : plan.stages) {
        if (stage.radix < 2 || task.nodes % (prefix * stage.radix))
            throw std::invalid_argument("radix " + std::to_string(stage.radix) +
                                        " does not divide what is left of " +
                                        std::to_string(task.nodes) + " nodes");
        const StageShape shape(task, stage.radix, prefix);
        plan.cost.add(family == RadixFamily::tree ? tree_stage(task, shape).cost
                                                  : stage_cost(task, shape, stage));
        prefix *= stage.radix;
    }
    if (prefix != task.nodes)
        throw std::invalid_argument("the radices' product is " + std::to_string(prefix) +
                                    ": must be the number of nodes, " + std::to_string(task.nodes));
    return plan;
}

}  // namespace lightsweep::solvers::optree
