#include "solvers/one_accounting/wdm/wdm_program.hpp"

#include <algorithm>
#include <tuple>

#include "kernels/exact/rounded_sum.hpp"

namespace lightsweep::solvers::one_accounting {

namespace {

using optree::RadixFamily;
using optree::RingTask;
using optree::StageShape;

/// A path to a prefix: the label of a shorter prefix, and the last stage.
struct Label {
    WdmCost cost{};
    double compared = 0;  ///< item times, rounded for comparison
    std::int64_t stages = 0;
    WdmStage stage{1};
    const Label* before = nullptr;

    bool beats(const Label& other) const {
        return cost.steps <= other.cost.steps && compared <= other.compared &&
               cost.reconfigurations <= other.cost.reconfigurations;
    }
    std::vector<WdmStage> path() const {
        std::vector<WdmStage> found;
        for (const auto* label = this; label->before; label = label->before)
            found.push_back(label->stage);
        std::ranges::reverse(found);
        return found;
    }
};

using Key = std::vector<std::pair<std::int64_t, bool>>;

Key key_of(const Label& label) {
    Key key;
    for (const auto* at = &label; at->before; at = at->before)
        key.emplace_back(at->stage.radix, at->stage.relayed);
    std::ranges::reverse(key);
    return key;
}

bool comes_before(const Label& a, const Label& b) {
    const auto figures = [](const Label& label) {
        return std::tuple(label.cost.reconfigurations, label.cost.steps, label.compared,
                          label.stages);
    };
    return figures(a) != figures(b) ? figures(a) < figures(b) : key_of(a) < key_of(b);
}

/// Keeps the labels that no other label dominates, in order.
void drop_beaten(std::vector<Label>& labels) {
    std::ranges::sort(labels, comes_before);
    std::size_t kept = 0;
    for (const auto& one : labels) {
        const auto end = labels.begin() + static_cast<std::ptrdiff_t>(kept);
        if (std::none_of(labels.begin(), end, [&](const Label& other) { return other.beats(one); }))
            labels[kept++] = one;
    }
    labels.resize(kept);
}

class StageProgram {
  public:
    StageProgram(const RingTask& task, RadixFamily family)
        : task_(task),
          family_(family),
          splits_(task.wavelengths),
          prefixes_(optree::divisors(task.nodes)),
          labels_(prefixes_.size()) {
        labels_[0].emplace_back();
        for (std::size_t i = 0; i + 1 < prefixes_.size(); ++i) {
            drop_beaten(labels_[i]);
            for (auto j = i + 1; j < prefixes_.size(); ++j)
                if (prefixes_[j] % prefixes_[i] == 0) extend(i, j);
        }
        drop_beaten(labels_.back());
    }
    std::vector<StageConstruction> plans() const {
        std::vector<StageConstruction> found;
        for (const auto& label : labels_.back()) found.push_back({label.path(), label.cost});
        return found;
    }

  private:
    void extend(std::size_t from, std::size_t to) {
        const StageShape shape(task_, prefixes_[to] / prefixes_[from], prefixes_[from]);
        const auto colours = direct_colours(shape, family_ == RadixFamily::tree);
        for (auto& rest : splits_.of(colours)) {
            const auto cost = direct_cost(task_, colours, rest);
            add(from, to, cost, {shape.radix, false, std::move(rest)});
        }
        if (family_ == RadixFamily::windowed)
            add(from, to, relayed_cost(task_, shape), {shape.radix, true});
    }
    void add(std::size_t from, std::size_t to, const WdmCost& cost, const WdmStage& stage) {
        for (const auto& label : labels_[from]) {
            Label next{label.cost, 0, label.stages + 1, stage, &label};
            next.cost.add(cost);
            next.compared = kernels::rounded_sum(next.cost.items);
            labels_[to].push_back(next);
        }
    }

    const RingTask& task_;
    RadixFamily family_;
    ColourSplits splits_;
    std::vector<std::int64_t> prefixes_;
    std::vector<std::vector<Label>> labels_;
};

}  // namespace

std::vector<StageConstruction> useful_stage_plans(const RingTask& task, RadixFamily family) {
    task.check();
    return StageProgram(task, family).plans();
}

WdmCost cost_of(const RingTask& task, RadixFamily family, const std::vector<WdmStage>& stages) {
    WdmCost cost;
    std::int64_t prefix = 1;
    for (const auto& stage : stages) {
        const StageShape shape(task, stage.radix, prefix);
        const auto colours = direct_colours(shape, family == RadixFamily::tree);
        cost.add(stage.relayed ? relayed_cost(task, shape)
                               : direct_cost(task, colours, stage.rest));
        prefix *= stage.radix;
    }
    return cost;
}

}  // namespace lightsweep::solvers::one_accounting
