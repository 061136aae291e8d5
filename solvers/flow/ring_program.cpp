#include <algorithm>

#include "solvers/flow/concurrent_flow.hpp"
#include "solvers/milp/linear_program.hpp"

namespace lightsweep::solvers::flow {

namespace {

using kernels::Node;

/// Adds `load` to the clockwise links from, from + 1, ..., to - 1 (mod n).
template <typename Visit>
void along(Node from, Node to, Node n, const Visit& visit) {
    for (Node link = from; link != to; link = (link + 1) % n) visit(link);
}

milp::LinearProgram build(const kernels::Permutation& p, const std::vector<Node>& senders,
                          double capacity) {
    milp::LinearProgram program;
    const int theta = program.add_column(-1.0, 0.0, milp::unbounded);
    for (std::size_t i = 0; i < senders.size(); ++i) program.add_column(0.0, 0.0, milp::unbounded);
    const Node n = p.size();
    for (Node row = 0; row < 2 * n; ++row) program.add_row(-milp::unbounded, capacity);
    std::vector<int> pairs_back(static_cast<std::size_t>(n), 0);
    for (std::size_t i = 0; i < senders.size(); ++i) {
        const int x = static_cast<int>(i) + 1;
        along(senders[i], p(senders[i]), n, [&](Node link) { program.set(link, x, 1.0); });
        along(p(senders[i]), senders[i], n, [&](Node link) {
            program.set(n + link, x, -1.0);
            ++pairs_back[link];
        });
        const int split = program.add_row(0.0, milp::unbounded);
        program.set(split, theta, 1.0);
        program.set(split, x, -1.0);
    }
    for (Node link = 0; link < n; ++link)
        if (pairs_back[link] > 0) program.set(n + link, theta, pairs_back[link]);
    return program;
}

/// theta of the flow after scaling it until the fullest link is just full.
double feasible_theta(const kernels::Permutation& p, const std::vector<Node>& senders,
                      const std::vector<double>& x, double capacity) {
    const Node n = p.size();
    std::vector<double> load(2 * static_cast<std::size_t>(n), 0.0);
    for (std::size_t i = 0; i < senders.size(); ++i) {
        const double clockwise = std::clamp(x[i + 1], 0.0, x[0]);
        along(senders[i], p(senders[i]), n, [&](Node link) { load[link] += clockwise; });
        along(p(senders[i]), senders[i], n, [&](Node link) { load[n + link] += x[0] - clockwise; });
    }
    return x[0] * capacity / *std::ranges::max_element(load);
}

/// The program's load rows are links j -> j + 1 and, from row n on, j + 1 -> j.
double dual_theta(const kernels::Permutation& p, const std::vector<Node>& senders,
                  const std::vector<double>& multipliers, double capacity) {
    const Node n = p.size();
    double total = 0, distances = 0;
    const auto weight = [&](Node row) { return std::max(0.0, -multipliers[row]); };
    for (Node row = 0; row < 2 * n; ++row) total += capacity * weight(row);
    for (const Node sender : senders) {
        double forward = 0, back = 0;
        along(sender, p(sender), n, [&](Node link) { forward += weight(link); });
        along(p(sender), sender, n, [&](Node link) { back += weight(n + link); });
        distances += std::min(forward, back);
    }
    return total / distances;
}

}  // namespace

CertifiedFlow ring_program(const kernels::Permutation& p, double capacity) {
    std::vector<Node> senders;
    for (Node j = 0; j < p.size(); ++j)
        if (p(j) != j) senders.push_back(j);
    if (senders.empty()) return {milp::unbounded, milp::unbounded, 0};
    const auto solution = milp::solve_relaxation(build(p, senders, capacity));
    if (solution.outcome != milp::Outcome::optimal)
        return {0, milp::unbounded, kernels::ring_hops(p)};
    return {feasible_theta(p, senders, solution.x, capacity),
            dual_theta(p, senders, solution.multipliers, capacity), kernels::ring_hops(p)};
}

}  // namespace lightsweep::solvers::flow
