#include <algorithm>

#include "solvers/flow/concurrent_flow.hpp"
#include "solvers/milp/linear_program.hpp"

namespace lightsweep::solvers::flow {

namespace {

using kernels::Node;

/// A permutation that commutes with a rotation by `period` nodes, and its senders among as many
/// nodes. The average of an optimal flow over those rotations is optimal too, so that all pairs
/// that they map to each other share one column, and their links one row.
struct Turns {
    explicit Turns(const kernels::Permutation& of) : p(of) {
        const Node n = p.size();
        const auto commutes = [&](Node by) {
            for (Node j = 0; j < n; ++j)
                if (p((j + by) % n) != (p(j) + by) % n) return false;
            return true;
        };
        while (n % period != 0 || !commutes(period)) ++period;
        for (Node j = 0; j < period; ++j)
            if (p(j) != j) senders.push_back(j);
    }

    /// How often the pairs of sender i use link j -> j + 1 (row j) clockwise, or link j + 1 -> j
    /// (row period + j) the other way.
    std::vector<double> uses(Node sender, bool clockwise) const {
        std::vector<double> rows(2 * static_cast<std::size_t>(period), 0.0);
        const Node to = p(sender), n = p.size();
        Node link = clockwise ? sender : to;
        for (const Node end = clockwise ? to : sender; link != end; link = (link + 1) % n)
            ++rows[static_cast<std::size_t>(link % period + (clockwise ? 0 : period))];
        return rows;
    }

    const kernels::Permutation& p;
    Node period = 1;
    std::vector<Node> senders;
};

milp::LinearProgram build(const Turns& turns, double capacity) {
    milp::LinearProgram program;
    const int theta = program.add_column(-1.0, 0.0, milp::unbounded);
    for (std::size_t i = 0; i < turns.senders.size(); ++i)
        program.add_column(0.0, 0.0, milp::unbounded);
    const int rows = 2 * turns.period;
    for (int row = 0; row < rows; ++row) program.add_row(-milp::unbounded, capacity);
    std::vector<double> all_back(static_cast<std::size_t>(rows), 0.0);
    for (std::size_t i = 0; i < turns.senders.size(); ++i) {
        const int x = static_cast<int>(i) + 1;
        const auto forward = turns.uses(turns.senders[i], true);
        const auto back = turns.uses(turns.senders[i], false);
        for (int row = 0; row < rows; ++row) {
            const auto r = static_cast<std::size_t>(row);
            if (forward[r] != back[r]) program.set(row, x, forward[r] - back[r]);
            all_back[r] += back[r];
        }
        const int split = program.add_row(0.0, milp::unbounded);
        program.set(split, theta, 1.0);
        program.set(split, x, -1.0);
    }
    for (int row = 0; row < rows; ++row)
        if (const double back = all_back[static_cast<std::size_t>(row)]; back > 0)
            program.set(row, theta, back);
    return program;
}

/// theta of the flow after scaling it until the fullest link is just full.
double feasible_theta(const Turns& turns, const std::vector<double>& x, double capacity) {
    std::vector<double> load(2 * static_cast<std::size_t>(turns.period), 0.0);
    for (std::size_t i = 0; i < turns.senders.size(); ++i) {
        const double clockwise = std::clamp(x[i + 1], 0.0, x[0]);
        const auto forward = turns.uses(turns.senders[i], true);
        const auto back = turns.uses(turns.senders[i], false);
        for (std::size_t row = 0; row < load.size(); ++row)
            load[row] += clockwise * forward[row] + (x[0] - clockwise) * back[row];
    }
    return x[0] * capacity / *std::ranges::max_element(load);
}

double dual_theta(const Turns& turns, const std::vector<double>& multipliers, double capacity) {
    double total = 0, distances = 0;
    const auto length = [&](const std::vector<double>& uses) {
        double sum = 0;
        for (std::size_t row = 0; row < uses.size(); ++row)
            sum += uses[row] * std::max(0.0, -multipliers[row]);
        return sum;
    };
    for (int row = 0; row < 2 * turns.period; ++row)
        total += capacity * std::max(0.0, -multipliers[static_cast<std::size_t>(row)]);
    for (const Node sender : turns.senders)
        distances += std::min(length(turns.uses(sender, true)), length(turns.uses(sender, false)));
    return total / distances;
}

}  // namespace

CertifiedFlow ring_program(const kernels::Permutation& p, double capacity) {
    const Turns turns(p);
    if (turns.senders.empty()) return {milp::unbounded, milp::unbounded, 0};
    const auto solution = milp::solve_relaxation(build(turns, capacity));
    if (solution.outcome != milp::Outcome::optimal)
        return {0, milp::unbounded, kernels::ring_hops(p)};
    return {feasible_theta(turns, solution.x, capacity),
            dual_theta(turns, solution.multipliers, capacity), kernels::ring_hops(p)};
}

}  // namespace lightsweep::solvers::flow
