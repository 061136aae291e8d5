// BRIDGE's integer program (section 3.5) in terms of intervals. y_ab = 1 if the steps a..b form one
// segment, on the subring of their smallest exponent. One row per step requires that the step lies
// in exactly one chosen interval. The program has O(s^2) columns and is a witness for the optimum
// over segments.
#include <algorithm>

#include "solvers/bridge/bridge.hpp"
#include "solvers/milp/linear_program.hpp"
#include "solvers/walks/walk_program.hpp"

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

/// Solves one point through CBC; the delay and the row's other parameters are in seconds.
ProgramWalk solve_intervals(const SubringSpace& space, const kernels::DelayRow& row, double delay,
                            int max_nodes) {
    if (space.steps() == 0) return {{}, true, 0};
    auto intervals = all_intervals(space, row, delay);
    // One segment per step is a valid schedule: an interval that alone costs more is in no better
    // one. The scale makes the data about 1, because Clp's tolerances are absolute.
    double scale = 0;
    for (const auto& one : intervals)
        if (one.first == one.last) scale += one.seconds;
    std::erase_if(intervals, [&](const Interval& one) { return one.seconds > scale; });
    if (scale == 0) scale = 1;
    const auto program = build(intervals, space.steps(), scale);
    return solve_scaled(program, scale, max_nodes, [&](const auto& columns) {
        std::vector<std::size_t> states(space.steps());
        for (std::size_t i = 0; i < intervals.size(); ++i)
            if (columns[i] > 0.5)
                std::fill(states.begin() + static_cast<std::ptrdiff_t>(intervals[i].first),
                          states.begin() + static_cast<std::ptrdiff_t>(intervals[i].last) + 1,
                          intervals[i].state);
        return states;
    });
}

}  // namespace

Prepared prepare_bridge_ilp(Subject problem, const SchedulerOptions& options) {
    const auto space = std::make_shared<const SubringSpace>(subring_space(std::move(problem)));
    const auto solve = [space, most = options.max_nodes](const kernels::DelayRow& row,
                                                         double delay) {
        return solve_intervals(*space, row, delay, most);
    };
    // The fallback, one segment on the ring, is always possible.
    return program_over(space, space->on[0].volume, solve,
                        std::vector<std::size_t>(space->steps(), 0));
}

}  // namespace lightsweep::solvers::bridge
