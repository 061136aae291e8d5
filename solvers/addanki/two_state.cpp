#include "solvers/addanki/two_state.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/envelopes/decision_mask.hpp"
#include "solvers/milp/linear_program.hpp"

namespace lightsweep::solvers::addanki {

namespace {

/// Cost of the remaining steps, and the number of reconfigurations in it.
struct Rest {
    double cost;
    std::int32_t reconfigurations;
};

bool is_better(const Rest& a, const Rest& b) {
    if (a.cost < b.cost * kernels::tie_factor) return true;
    if (b.cost < a.cost * kernels::tie_factor) return false;
    return a.reconfigurations < b.reconfigurations;
}

double largest_finite(std::span<const double> matched, std::span<const double> base, double delay) {
    double largest = delay;
    for (const auto times : {matched, base})
        for (const double time : times)
            if (std::isfinite(time)) largest = std::max(largest, time);
    return largest > 0 ? largest : 1.0;
}

/// Columns x_0..x_{s-1}, z_0..z_{s-1}; the constant part of the objective is left out.
milp::LinearProgram build(std::span<const double> matched, std::span<const double> base,
                          double delay, double scale) {
    const int steps = static_cast<int>(matched.size());
    milp::LinearProgram program;
    for (int i = 0; i < steps; ++i) {
        const bool reachable = std::isfinite(base[i]);
        const double gain = reachable ? (base[i] - matched[i]) / scale : 0.0;
        program.add_column(gain, 0.0, reachable ? 1.0 : 0.0, true);
    }
    for (int i = 0; i < steps; ++i) program.add_column(-delay / scale, 0.0, 1.0, true);
    for (int i = 0; i < steps; ++i) {
        const int z = steps + i;
        const int both = program.add_row(i == 0 ? 0.0 : -1.0, milp::unbounded);
        program.set(both, z, 1.0);
        program.set(both, i, -1.0);
        if (i > 0) program.set(both, i - 1, -1.0);
        const int own = program.add_row(-milp::unbounded, 0.0);
        program.set(own, z, 1.0);
        program.set(own, i, -1.0);
        const int before = program.add_row(-milp::unbounded, i == 0 ? 1.0 : 0.0);
        program.set(before, z, 1.0);
        if (i > 0) program.set(before, i - 1, -1.0);
    }
    return program;
}

}  // namespace

TwoStateSchedule solve_two_state(std::span<const double> matched, std::span<const double> base,
                                 double delay) {
    const std::vector<double> delays(matched.size(), delay);
    return solve_two_state(matched, base, delays);
}

TwoStateSchedule solve_two_state(std::span<const double> matched, std::span<const double> base,
                                 std::span<const double> delays) {
    const std::size_t steps = matched.size();
    std::vector<std::uint8_t> match_after_base(steps), match_after_matching(steps);
    Rest from_base{0, 0}, from_matching{0, 0};
    for (std::size_t i = steps; i-- > 0;) {
        const double delay = delays[i];
        const Rest match{matched[i] + delay + from_matching.cost,
                         from_matching.reconfigurations + 1};
        const Rest stay{base[i] + from_base.cost, from_base.reconfigurations};
        const Rest back{base[i] + delay + from_base.cost, from_base.reconfigurations + 1};
        match_after_base[i] = is_better(match, stay);
        match_after_matching[i] = is_better(match, back);
        from_base = match_after_base[i] ? match : stay;
        from_matching = match_after_matching[i] ? match : back;
    }
    TwoStateSchedule plan{from_base.cost, from_base.reconfigurations,
                          kernels::base_throughout(steps)};
    bool matching = false;
    for (std::size_t i = 0; i < steps; ++i) {
        matching = matching ? match_after_matching[i] : match_after_base[i];
        if (matching) kernels::match_step(plan.decision, i);
    }
    return plan;
}

ProgramSchedule solve_program(std::span<const double> matched, std::span<const double> base,
                              double delay, int max_nodes) {
    const std::size_t steps = matched.size();
    ProgramSchedule plan;
    plan.decision = kernels::base_throughout(steps);
    plan.complete = true;
    if (steps == 0) return plan;
    const double scale = largest_finite(matched, base, delay);
    const auto solution = milp::solve_integer(build(matched, base, delay, scale), max_nodes);
    plan.complete = solution.outcome == milp::Outcome::optimal;
    plan.nodes = solution.nodes;
    plan.bound = scale * solution.bound;
    for (std::size_t i = 0; i < steps; ++i) plan.bound += matched[i] + delay;
    if (solution.x.empty()) plan.decision.clear();
    for (std::size_t i = 0; i < steps && !plan.decision.empty(); ++i)
        if (solution.x[i] < 0.5) kernels::match_step(plan.decision, i);
    return plan;
}

}  // namespace lightsweep::solvers::addanki
