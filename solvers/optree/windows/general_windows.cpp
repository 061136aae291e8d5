#include "solvers/optree/windows/general_windows.hpp"

#include <algorithm>
#include <boost/dynamic_bitset.hpp>
#include <stdexcept>
#include <string>

#include "kernels/wdm/window_colours.hpp"
#include "solvers/optree/windows/colour_runs.hpp"

namespace lightsweep::solvers::optree {

namespace {

/// A set of residues modulo N.
using OffsetSet = boost::dynamic_bitset<std::uint64_t>;

/// The set { a + shift mod N }, 0 <= shift < N.
OffsetSet shifted(const OffsetSet& set, std::int64_t shift) {
    const auto ahead = static_cast<std::size_t>(shift);
    return (set << ahead) | (set >> (set.size() - ahead));
}

void append(const OffsetSet& set, std::vector<std::int64_t>& to) {
    for (auto at = set.find_first(); at != OffsetSet::npos; at = set.find_next(at))
        to.push_back(static_cast<std::int64_t>(at));
}

void check_strides(const RingTask& task, const std::vector<std::int64_t>& strides) {
    task.check();
    auto above = task.nodes / 2 + 1;
    for (const auto stride : strides) {
        if (stride < 1 || stride >= above)
            throw std::invalid_argument("stride " + std::to_string(stride) +
                                        ": strides must fall from at most half the nodes to 1");
        above = stride;
    }
    if (above != 1 && task.nodes > 1) throw std::invalid_argument("the last stride must be 1");
}

/// An offset in both sets goes to the list that is shorter so far, in ascending order.
WindowRound share_out(std::int64_t stride, const OffsetSet& ahead, const OffsetSet& behind) {
    WindowRound round{stride, {}, {}};
    append(ahead - behind, round.ahead);
    append(behind - ahead, round.behind);
    std::vector<std::int64_t> both;
    append(ahead & behind, both);
    for (const auto offset : both)
        (round.ahead.size() <= round.behind.size() ? round.ahead : round.behind).push_back(offset);
    return round;
}

class WindowGrower {
  public:
    explicit WindowGrower(const RingTask& task)
        : task_(task), held_(static_cast<std::size_t>(task.nodes)) {
        held_.set(0);
    }

    /// Adds a round; false if there was nothing to fetch.
    bool grow(std::int64_t stride, GeneralWindows& plan) {
        const auto ahead = shifted(held_, stride) - held_,
                   behind = shifted(held_, task_.nodes - stride) - held_;
        auto round = share_out(stride, ahead, behind);
        const auto most =
            static_cast<std::int64_t>(std::max(round.ahead.size(), round.behind.size()));
        if (most == 0) return false;
        held_ |= ahead | behind;
        missing_ -= static_cast<std::int64_t>(round.ahead.size() + round.behind.size());
        plan.steps +=
            ceil_div(most * task_.items_per_node * kernels::hop_wavelengths(task_.nodes, stride),
                     task_.wavelengths);
        plan.rounds.push_back(std::move(round));
        return true;
    }

    /// Lower bound on the steps for the missing items: one wavelength each, over both fibres.
    std::int64_t least_left() const {
        return ceil_div(missing_ * task_.items_per_node, 2 * task_.wavelengths);
    }

  private:
    const RingTask& task_;
    OffsetSet held_;
    std::int64_t missing_ = task_.nodes - 1;
};

/// Colours of a round: those of its hop, times the items of the longer list. If w holds each colour
/// several times and this costs no step, each is used equally often, so that all circuits stand
/// throughout.
SlotTable slots_of(const RingTask& task, const WindowRound& round) {
    const auto most = static_cast<std::int64_t>(std::max(round.ahead.size(), round.behind.size()));
    ColourRuns runs{kernels::hop_wavelengths(task.nodes, round.stride), 0,
                    most * task.items_per_node};
    const auto steps = runs.least_steps(task.wavelengths);
    const auto times = task.wavelengths / runs.whole;
    if (times > 0 && steps * times >= runs.items) runs.items = steps * times;
    return {runs, task.wavelengths, steps};
}

/// Writes one round's lightpaths in one direction.
void write_round(const RingTask& task, const WindowRound& round, const SlotTable& slots,
                 kernels::Direction direction, kernels::Lightpaths& out) {
    const bool clockwise = direction == kernels::Direction::clockwise;
    const auto& offsets = clockwise ? round.behind : round.ahead;
    const auto n = task.nodes, m = task.items_per_node;
    const kernels::RingBlocks blocks(n, round.stride);
    for (std::size_t i = 0; i < offsets.size(); ++i)
        for (std::int64_t k = 0; k < n * m; ++k) {
            const auto u = k / m, source = (u + (clockwise ? n - round.stride : round.stride)) % n;
            const auto slot = slots.of(blocks.place(clockwise ? source : n - 1 - source),
                                       static_cast<std::int64_t>(i) * m + k % m);
            out.push_back({slot.step, static_cast<kernels::Node>(source),
                           static_cast<kernels::Node>(u),
                           static_cast<std::int32_t>((u + offsets[i]) % n * m + k % m),
                           slot.wavelength, direction});
        }
}

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

GeneralWindows general_windows(const RingTask& task, const std::vector<std::int64_t>& strides,
                               std::int64_t limit) {
    check_strides(task, strides);
    GeneralWindows plan;
    plan.strides = strides;
    WindowGrower grower(task);
    auto above = task.nodes;
    for (const auto stride : strides) {
        plan.possible = plan.possible && stride <= task.longest;
        const auto rounds = stride == 1 ? task.nodes : window_rounds(above, stride);
        for (std::int64_t i = 0; i < rounds && grower.grow(stride, plan); ++i)
            if (plan.steps + grower.least_left() >= limit) {
                plan.possible = false;
                return plan;
            }
        above = stride;
    }
    return plan;
}

kernels::LightpathSchedule general_schedule(const RingTask& task, const GeneralWindows& plan) {
    auto schedule = kernels::ring_schedule(task.nodes, task.wavelengths, task.items_per_node);
    for (const auto& round : plan.rounds) {
        const auto slots = slots_of(task, round);
        schedule.stages.push_back(
            {static_cast<std::int32_t>(slots.steps), kernels::Dimension::along_rows,
             [task, round, slots](kernels::Lightpaths& out) {
                 write_round(task, round, slots, kernels::Direction::clockwise, out);
                 write_round(task, round, slots, kernels::Direction::counterclockwise, out);
             }});
    }
    return schedule;
}

GeneralWindows best_general_windows(const RingTask& task, std::int64_t limit) {
    task.check();
    if (task.nodes == 1) return {};
    return StrideSearch(task, limit).best();
}

}  // namespace lightsweep::solvers::optree
