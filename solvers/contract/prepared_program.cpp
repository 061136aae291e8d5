#include "solvers/contract/prepared_program.hpp"

#include <algorithm>

namespace lightsweep::solvers {

ProgramWalk solve_scaled(
    const milp::LinearProgram& program, double scale, int max_nodes,
    const std::function<std::vector<std::size_t>(const std::vector<double>&)>& states) {
    const auto solution = milp::solve_integer(program, max_nodes);
    ProgramWalk walk{{}, solution.outcome == milp::Outcome::optimal, scale * solution.bound};
    if (!solution.x.empty()) walk.states = states(solution.x);
    return walk;
}

void PreparedProgram::fill(const kernels::DelayRow& row, ResultRow& result) const {
    result.resize(row.delays.size(), space().words());
    for (std::size_t i = 0; i < row.delays.size(); ++i) evaluate_point(row, i, result);
}

void PreparedProgram::evaluate_point(const kernels::DelayRow& row, std::size_t i,
                                     ResultRow& result) const {
    auto found = program_.solve(row, row.delays[i]);
    if (found.states.empty()) found.states = program_.otherwise;
    const auto plane = program_.plane(found.states);
    const double fixed = row.per_step_latency * static_cast<double>(structure().steps());
    const double sent = row.message_time * program_.volume;
    result.set(i, {fixed, row.per_hop_latency * plane.hops, sent,
                   row.message_time * plane.congestion, row.delays[i] * plane.reconfigurations});
    result.n_reconfigurations[i] = plane.reconfigurations;
    result.lower_bound[i] = std::min(result.completion[i], fixed + sent + found.bound);
    result.status[i] = found.complete ? Status::optimal : Status::budget;
    result.reason[i] = found.complete ? Reason::none : Reason::node_limit;
    if (result.want_decisions)
        std::copy_n(plane.decision.begin(), space().words(),
                    result.decision.begin() + static_cast<std::ptrdiff_t>(i * space().words()));
}

}  // namespace lightsweep::solvers
