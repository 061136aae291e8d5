#include "solvers/walks/walk_program.hpp"

namespace lightsweep::solvers {

ProgramWalk solve_scaled(
    const milp::LinearProgram& program, double scale, int max_nodes,
    const std::function<std::vector<std::size_t>(const std::vector<double>&)>& states) {
    const auto solution = milp::solve_integer(program, max_nodes);
    ProgramWalk walk{{}, solution.outcome == milp::Outcome::optimal, scale * solution.bound};
    if (!solution.x.empty()) walk.states = states(solution.x);
    return walk;
}

}  // namespace lightsweep::solvers
