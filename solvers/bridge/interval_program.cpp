#include "solvers/bridge/interval_program.hpp"

#include <algorithm>

#include "solvers/bridge/bridge.hpp"
#include "solvers/milp/linear_program.hpp"

namespace lightsweep::solvers::bridge {

namespace {

struct Interval {
    std::size_t first, last, state;
    double seconds;  ///< hops, congestion, and the delay before it
};

double step_seconds(const SubringSpace& space, const kernels::DelayRow& row, std::size_t state,
                    std::size_t step) {
    return row.per_hop_latency * space.on[state].hops[step] +
           row.message_time * space.on[state].base_congestion(step);
}

std::vector<Interval> all_intervals(const SubringSpace& space, const kernels::DelayRow& row,
                                    double delay) {
    const auto& rules = space.decisions.rules;
    std::vector<Interval> all;
    for (std::size_t a = 0; a < space.steps(); ++a) {
        std::size_t state = space.own[a];
        for (std::size_t b = a; b < space.steps(); ++b) {
            state = std::min(state, space.own[b]);
            const bool set_up = a > 0 || (state > 0 && !rules.free_start);
            const bool restored = rules.restore && b + 1 == space.steps() && state > 0;
            double seconds = delay * (int{set_up} + int{restored});
            for (std::size_t k = a; k <= b; ++k) seconds += step_seconds(space, row, state, k);
            all.push_back({a, b, state, seconds});
        }
    }
    return all;
}

milp::LinearProgram build(const std::vector<Interval>& intervals, std::size_t steps, double scale) {
    milp::LinearProgram program;
    for (const auto& one : intervals) program.add_column(one.seconds / scale, 0.0, 1.0, true);
    for (std::size_t k = 0; k < steps; ++k) {
        const int row = program.add_row(1.0, 1.0);
        for (std::size_t i = 0; i < intervals.size(); ++i)
            if (intervals[i].first <= k && k <= intervals[i].last)
                program.set(row, static_cast<int>(i), 1.0);
    }
    return program;
}

class IntervalPlanner : public PreparedScheduler {
  public:
    IntervalPlanner(SubringSpace space, int max_nodes)
        : PreparedScheduler(space.decisions), space_(std::move(space)), max_nodes_(max_nodes) {}

  protected:
    void fill(const kernels::DelayRow& row, ResultRow& result) const override {
        result.resize(row.delays.size(), space().words());
        for (std::size_t i = 0; i < row.delays.size(); ++i) evaluate_point(row, i, result);
    }

  private:
    void evaluate_point(const kernels::DelayRow& row, std::size_t i, ResultRow& result) const {
        auto found = solve_intervals(space_, row, row.delays[i], max_nodes_);
        // One segment on the ring is always possible: the fallback without a plan in the budget.
        if (found.states.empty()) found.states.assign(space_.steps(), 0);
        const auto plane = plane_of(space_, found.states);
        const double fixed = row.per_step_latency * static_cast<double>(space_.steps());
        const double sent = row.message_time * space_.on[0].volume;
        result.set(
            i, {fixed, row.per_hop_latency * plane.hops, sent, row.message_time * plane.congestion,
                row.delays[i] * plane.reconfigurations});
        result.n_reconfigurations[i] = plane.reconfigurations;
        result.lower_bound[i] = std::min(result.completion[i], fixed + sent + found.bound);
        result.status[i] = found.complete ? Status::optimal : Status::budget;
        result.reason[i] = found.complete ? Reason::none : Reason::node_limit;
        if (result.want_decisions)
            std::copy_n(plane.decision.begin(), space().words(),
                        result.decision.begin() + static_cast<std::ptrdiff_t>(i * space().words()));
    }

    SubringSpace space_;
    int max_nodes_;
};

}  // namespace

IntervalPlan solve_intervals(const SubringSpace& space, const kernels::DelayRow& row, double delay,
                             int max_nodes) {
    IntervalPlan plan;
    plan.complete = true;
    if (space.steps() == 0) return plan;
    auto intervals = all_intervals(space, row, delay);
    // One segment per step is a plan: what alone costs more is in no better one. Clp's tolerances
    // are absolute, and this makes the data about 1.
    double scale = 0;
    for (const auto& one : intervals)
        if (one.first == one.last) scale += one.seconds;
    std::erase_if(intervals, [&](const Interval& one) { return one.seconds > scale; });
    if (scale == 0) scale = 1;
    const auto solution = milp::solve_integer(build(intervals, space.steps(), scale), max_nodes);
    plan.complete = solution.outcome == milp::Outcome::optimal;
    plan.bound = scale * solution.bound;
    if (solution.x.empty()) return plan;
    plan.states.resize(space.steps());
    for (std::size_t i = 0; i < intervals.size(); ++i)
        if (solution.x[i] > 0.5)
            std::fill(plan.states.begin() + static_cast<std::ptrdiff_t>(intervals[i].first),
                      plan.states.begin() + static_cast<std::ptrdiff_t>(intervals[i].last) + 1,
                      intervals[i].state);
    return plan;
}

Prepared prepare_bridge_ilp(Subject structure, const SchedulerOptions& options) {
    return std::make_unique<IntervalPlanner>(subring_space(std::move(structure)),
                                             options.max_nodes);
}

}  // namespace lightsweep::solvers::bridge
