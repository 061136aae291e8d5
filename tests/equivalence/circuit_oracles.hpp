#pragma once
// Slow second witnesses of the routes and task times: written for plainness, not for speed.

#include <cmath>
#include <functional>
#include <limits>
#include <queue>

#include "kernels/rack/mesh_routes.hpp"
#include "kernels/training/task_graph.hpp"
#include "solvers/milp/linear_program.hpp"

namespace lightsweep::tests {

/// Dijkstra's algorithm with a heap of (distance, node), neighbours ascending, strict improvement.
inline std::vector<kernels::Node> dijkstra(const kernels::GridShape& mesh, kernels::Pair pair,
                                           const std::vector<double>& weights) {
    using kernels::Node;
    using Entry = std::pair<double, Node>;
    std::vector<double> distance(mesh.nodes(), std::numeric_limits<double>::infinity());
    std::vector<Node> before(mesh.nodes(), -1);
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> heap;
    distance[pair.from] = 0;
    heap.push({0.0, pair.from});
    while (!heap.empty()) {
        const auto [length, node] = heap.top();
        heap.pop();
        if (length > distance[node]) continue;
        for (const Node next : {node - mesh.columns, node - 1, node + 1, node + mesh.columns}) {
            const bool beside = std::abs(next - node) == mesh.columns ||
                                (next >= 0 && next / mesh.columns == node / mesh.columns);
            if (next < 0 || next >= mesh.nodes() || !beside) continue;
            const double reached = length + weights[mesh.edge(node, next)];
            if (!(reached < distance[next])) continue;
            distance[next] = reached;
            before[next] = node;
            heap.push({reached, next});
        }
    }
    std::vector<kernels::Node> path;
    if (before[pair.to] < 0) return path;
    for (Node node = pair.to; node >= 0; node = before[node]) path.insert(path.begin(), node);
    return path;
}

/// Algorithm 3, line by line.
inline std::vector<std::vector<kernels::Node>> mesh_by_dijkstra(
    const kernels::GridShape& mesh, const std::vector<kernels::Pair>& circuits,
    const kernels::MeshRules& rules) {
    std::vector<double> weights(mesh.edge_numbers(), 1.0);
    std::vector<int> counts(mesh.edge_numbers(), 0);
    std::vector<std::vector<kernels::Node>> routes(circuits.size());
    for (std::size_t i = 0; i < circuits.size(); ++i)
        for (int trial = 0; trial < rules.trials && routes[i].empty(); ++trial) {
            const auto path = dijkstra(mesh, circuits[i], weights);
            std::vector<std::size_t> edges, full;
            for (std::size_t k = 1; k < path.size(); ++k)
                edges.push_back(mesh.edge(path[k - 1], path[k]));
            for (const auto edge : edges)
                if (counts[edge] >= rules.max_overlap) full.push_back(edge);
            for (const auto edge : full) weights[edge] *= rules.penalty;
            if (!full.empty() || path.empty()) continue;
            for (const auto edge : edges) {
                ++counts[edge];
                weights[edge] += 1;
            }
            routes[i] = path;
        }
    return routes;
}

/// Algorithm 4 as in the paper, one 0-1 variable per circuit and directed edge: the fewest fibres.
inline int fibres_by_circuit_program(const kernels::GridShape& grid,
                                     const std::vector<kernels::Pair>& circuits,
                                     const std::vector<int>& existing) {
    using kernels::Node;
    namespace milp = solvers::milp;
    milp::LinearProgram program;
    const int z = program.add_column(1, 0, milp::unbounded, true);
    std::vector<int> row(grid.edge_numbers(), -1);
    for (std::size_t edge = 0; edge < row.size(); ++edge) {
        if (!grid.has(edge)) continue;
        row[edge] = program.add_row(-milp::unbounded, existing.empty() ? 0 : -existing[edge]);
        program.set(row[edge], z, -1);
    }
    for (const auto& [from, to] : circuits) {
        std::vector<int> balance;
        for (Node node = 0; node < grid.nodes(); ++node) {
            const double surplus = (node == from) - (node == to);
            balance.push_back(program.add_row(surplus, surplus));
        }
        for (Node node = 0; node < grid.nodes(); ++node)
            grid.neighbours(node, [&](Node next, std::size_t edge) {
                const int x = program.add_column(0, 0, next == from || node == to ? 0 : 1, true);
                program.set(balance[node], x, 1);
                program.set(balance[next], x, -1);
                program.set(row[edge], x, 1);
            });
    }
    const auto solution = milp::solve_integer(program, 100000);
    if (solution.outcome != milp::Outcome::optimal) return -1;
    return static_cast<int>(std::lround(solution.x[z]));
}

/// List scheduling by asking every task at every instant.
inline std::vector<double> finish_by_instants(const std::vector<kernels::Task>& tasks) {
    constexpr double never = std::numeric_limits<double>::infinity();
    std::vector<double> end(tasks.size(), never), finish(tasks.size(), never);
    double now = 0;
    for (;;) {
        for (std::size_t i = 0; i < tasks.size(); ++i)
            if (end[i] <= now) finish[i] = end[i];
        for (bool started = true; started;) {
            started = false;
            std::size_t best = tasks.size();
            for (std::size_t i = 0; i < tasks.size(); ++i) {
                bool can = end[i] == never;
                for (const auto before : tasks[i].after) can &= finish[before] <= now;
                for (std::size_t k = 0; k < tasks.size(); ++k)
                    can &= tasks[k].resource != tasks[i].resource || end[k] == never ||
                           finish[k] <= now;
                if (can && (best == tasks.size() || tasks[i].priority < tasks[best].priority))
                    best = i;
            }
            if (best < tasks.size()) {
                end[best] = now + tasks[best].seconds;
                started = true;
            }
        }
        double next = never;
        for (std::size_t i = 0; i < tasks.size(); ++i)
            if (finish[i] == never) next = std::min(next, end[i]);
        if (next == never) return finish;
        now = next;
    }
}

}  // namespace lightsweep::tests
