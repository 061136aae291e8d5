#include "solvers/common/uniform_sweep.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lightsweep::solvers::common {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::uint32_t nobody = ~std::uint32_t{0};

/// The time from a step to the end, and its changes.
struct Rest {
    double time = 0;
    std::int32_t changes = 0;

    bool is_better_than(const Rest& other) const {
        return kernels::is_better(time, changes, other.time, other.changes);
    }
};

}  // namespace

struct UniformSweep::Tables {
    /// When a state is in force before the step looked at: of those that may be kept in it, as the
    /// step's number says; all others change. After the last step, what restoring the base takes.
    std::vector<Rest> kept;
    std::vector<std::size_t> step;
    std::vector<std::uint32_t> entered;  ///< per step: the best to change to
    std::vector<std::uint8_t> leaves;    ///< per choice: better to change all the same
    Rest change{};
};

UniformSweep::UniformSweep(UniformWalks walks)
    : PreparedScheduler(walks.decisions), walks_(std::move(walks)), first_{0} {
    for (const auto& choices : walks_.choices) first_.push_back(first_.back() + choices.size());
}

std::size_t UniformSweep::bytes() const {
    return first_.back() * sizeof(Choice);
}

bool UniformSweep::solve(double per_hop, double per_congestion, double delay,
                         Tables& tables) const {
    const std::size_t steps = walks_.steps();
    tables.kept.assign(walks_.states(), {});
    tables.step.assign(walks_.states(), steps);
    tables.entered.assign(steps, nobody);
    tables.leaves.assign(first_.back(), 0);
    tables.change = {};
    if (space().rules.restore)
        for (std::size_t state = 1; state < walks_.states(); ++state)
            tables.kept[state] = {delay, 1};
    for (std::size_t i = steps; i-- > 0;) {
        const auto& choices = walks_.choices[i];
        // After the last step everybody has arrived; elsewhere who is not kept changes.
        const auto ahead = [&](std::uint32_t state) {
            return tables.step[state] == i + 1 ? tables.kept[state] : tables.change;
        };
        Rest best{infinity, 0};
        for (const Choice& choice : choices) {
            Rest rest = ahead(choice.state);
            rest.time += per_hop * choice.hops + per_congestion * choice.congestion;
            tables.kept[choice.state] = rest;
            tables.step[choice.state] = i;
            if (!choice.may_enter || !rest.is_better_than(best)) continue;
            best = rest;
            tables.entered[i] = choice.state;
        }
        tables.change = {best.time + delay, best.changes + 1};
        for (std::size_t c = 0; c < choices.size(); ++c) {
            Rest& kept = tables.kept[choices[c].state];
            if (!tables.change.is_better_than(kept)) continue;
            kept = tables.change;
            tables.leaves[first_[i] + c] = 1;
        }
    }
    if (steps == 0) return true;
    const Rest from_base = tables.step[0] == 0 ? tables.kept[0] : tables.change;
    return !std::isinf(from_base.time);
}

std::vector<std::size_t> UniformSweep::walk(const Tables& tables) const {
    std::vector<std::size_t> states;
    std::size_t now = 0;
    for (std::size_t i = 0; i < walks_.steps(); ++i) {
        const auto& choices = walks_.choices[i];
        const auto at = std::lower_bound(
            choices.begin(), choices.end(), now,
            [](const Choice& choice, std::size_t state) { return choice.state < state; });
        const bool stays =
            at != choices.end() && at->state == now &&
            !tables.leaves[first_[i] + static_cast<std::size_t>(at - choices.begin())];
        if (!stays) now = tables.entered[i];
        states.push_back(now);
    }
    return states;
}

std::optional<kernels::CostPlane> UniformSweep::least_walk(double per_hop, double per_congestion,
                                                           double per_change) const {
    thread_local Tables tables;
    if (!solve(per_hop, per_congestion, per_change, tables)) return std::nullopt;
    return plane_of(walks_, walk(tables));
}

void UniformSweep::store(const kernels::DelayRow& row, std::size_t i,
                         const kernels::CostPlane& plane, ResultRow& result) const {
    result.set(i, {row.per_step_latency * static_cast<double>(walks_.steps()),
                   row.per_hop_latency * plane.hops, row.message_time * walks_.volume,
                   row.message_time * plane.congestion, row.delays[i] * plane.reconfigurations});
    result.n_reconfigurations[i] = plane.reconfigurations;
    result.lower_bound[i] = result.completion[i];
    result.status[i] = Status::optimal;
    result.reason[i] = Reason::none;
    if (!result.want_decisions) return;
    const std::size_t words = space().words();
    std::copy(plane.decision.begin(), plane.decision.end(), &result.decision[i * words]);
}

bool UniformSweep::fill_between(const kernels::DelayRow& row, const Solved& low, const Solved& high,
                                ResultRow& result) const {
    if (high.place <= low.place + 1) return true;
    if (low.plane.reconfigurations == high.plane.reconfigurations) {
        for (auto i = low.place + 1; i < high.place; ++i) store(row, i, low.plane, result);
        return true;
    }
    const auto middle = solved(row, low.place + (high.place - low.place) / 2);
    if (!middle) return false;
    store(row, middle->place, middle->plane, result);
    return fill_between(row, low, *middle, result) && fill_between(row, *middle, high, result);
}

std::optional<UniformSweep::Solved> UniformSweep::solved(const kernels::DelayRow& row,
                                                         std::size_t i) const {
    auto plane = least_walk(row.per_hop_latency, row.message_time, row.delays[i]);
    if (!plane) return std::nullopt;
    return Solved{i, std::move(*plane)};
}

void UniformSweep::fill(const kernels::DelayRow& row, ResultRow& result) const {
    result.resize(row.delays.size(), space().words());
    const bool rising = std::is_sorted(row.delays.begin(), row.delays.end());
    std::optional<Solved> last;
    for (std::size_t i = 0; i < row.delays.size();) {
        auto next = solved(row, i);
        if (!next || (last && !fill_between(row, *last, *next, result)))
            return result.fill_without_plan(Status::infeasible, Reason::base_disconnects_step);
        store(row, i, next->plane, result);
        last = std::move(next);
        if (i + 1 == row.delays.size()) break;
        i = rising ? row.delays.size() - 1 : i + 1;
    }
}

}  // namespace lightsweep::solvers::common
