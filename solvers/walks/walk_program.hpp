#pragma once
// Programs in 0-1 variables over walks, solved at every point, as prepared schedulers: witnesses of
// recurrences and lists.

#include "solvers/contract/prepared_envelope.hpp"
#include "solvers/milp/linear_program.hpp"

namespace lightsweep::solvers {

/// Result of branch and bound.
struct ProgramWalk {
    std::vector<std::size_t> states;  ///< state of each step; empty if the budget gave no walk
    bool complete = false;            ///< true: optimality was proven within the node limit
    double bound = 0;                 ///< bound on the time without start-up and transmission [s]
};

/// Solves a program whose data are seconds in units of `scale`; `states` extracts the walk from the
/// values of the columns.
inline ProgramWalk solve_scaled(
    const milp::LinearProgram& program, double scale, int max_nodes,
    const std::function<std::vector<std::size_t>(const std::vector<double>&)>& states) {
    const auto solution = milp::solve_integer(program, max_nodes);
    ProgramWalk walk{{}, solution.outcome == milp::Outcome::optimal, scale * solution.bound};
    if (!solution.x.empty()) walk.states = states(solution.x);
    return walk;
}

/// A program over a space of walks: `solve` finds the walk of one point at a delay [s],
/// schedule_of() is its schedule cost, and `otherwise` is a walk that is always possible, for
/// points where the budget gave none. The status is optimal or budget; the bound is the program's
/// own.
template <typename Space>
Prepared program_over(std::shared_ptr<const Space> space, double volume,
                      std::function<ProgramWalk(const kernels::DelayRow&, double delay)> solve,
                      std::vector<std::size_t> otherwise) {
    const auto decide = [=](const kernels::DelayRow& row, std::size_t i) -> PointSchedule {
        const ProgramWalk found = solve(row, row.delays[i]);
        const double fixed =
            row.per_step_latency * static_cast<double>(space->steps()) + row.message_time * volume;
        return {schedule_of(*space, found.states.empty() ? otherwise : found.states),
                fixed + found.bound, found.complete ? Status::optimal : Status::budget,
                found.complete ? Reason::none : Reason::node_limit};
    };
    return std::make_unique<PreparedPoints>(space->decisions, volume, decide);
}

}  // namespace lightsweep::solvers
