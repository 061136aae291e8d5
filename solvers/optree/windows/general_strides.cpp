
#include "kernels/wdm/window_colours.hpp"
#include "solvers/optree/windows/general_windows.hpp"

namespace lightsweep::solvers::optree {

namespace {

constexpr std::int64_t small_ring = 2048;  ///< up to four strides there, three beyond

/// Strides by numbers of rounds; branches are cut by the smallest bound on the steps.
class StrideSearch {
  public:
    StrideSearch(const RingTask& task, std::int64_t limit) : task_(task), limit_(limit) {}

    GeneralWindows best() {
        extend(task_.nodes, 0);
        best_.possible = !best_.strides.empty();
        return best_;
    }

  private:
    /// Every round takes at least one step.
    void extend(std::int64_t above, std::int64_t rounds) {
        if (rounds + 1 >= limit_) return;
        strides_.push_back(1);
        const bool hopeless = !consider();
        strides_.pop_back();
        if (hopeless) return;
        if (strides_.size() + 1 == (task_.nodes <= small_ring ? 4u : 3u)) return;
        for (std::int64_t m = 1; 2 * m + 1 < above; ++m) {
            const auto least = ceil_div(above, 2 * m + 1);
            if (rounds + m >= limit_) break;
            for (const auto stride : {least, least + 1})
                if (stride > 1 && stride < above && stride <= task_.longest &&
                    (!strides_.empty() || may_begin(stride))) {
                    strides_.push_back(stride);
                    extend(stride, rounds + m);
                    strides_.pop_back();
                }
        }
    }
    /// Whether the rounds of a first stride that is not the last leave enough steps for the items
    /// then missing. general_windows would find this out only round by round.
    bool may_begin(std::int64_t stride) const {
        const auto before = window_rounds(task_.nodes, stride) - 1;
        const auto colours = task_.items_per_node * kernels::hop_wavelengths(task_.nodes, stride);
        const auto missing = task_.nodes - 1 - 2 * before;
        return before * ceil_div(colours, task_.wavelengths) +
                   ceil_div(missing * task_.items_per_node, 2 * task_.wavelengths) <
               limit_;
    }
    /// Tests the strides; false if it was given up before the last stride, because then all
    /// continuations of these strides fail too.
    bool consider() {
        if (strides_.front() > task_.nodes / 2) return true;
        auto plan = general_windows(task_, strides_, limit_);
        if (!plan.possible) return plan.rounds.empty() || plan.rounds.back().stride == 1;
        limit_ = plan.steps;
        best_ = std::move(plan);
        return true;
    }

    const RingTask& task_;
    std::int64_t limit_;  ///< steps of the best so far
    std::vector<std::int64_t> strides_{};
    GeneralWindows best_{};
};

}  // namespace

GeneralWindows best_general_windows(const RingTask& task, std::int64_t limit) {
    task.check();
    if (task.nodes == 1) return {};
    return StrideSearch(task, limit).best();
}

}  // namespace lightsweep::solvers::optree
