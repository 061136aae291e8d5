#pragma once
// A witness for the concurrent flow that shares nothing with what it checks: the program over
// links, one commodity per sender, n * links + 1 variables. Capacities of similar size only: the
// balance of the flows is what the solver says.

#include <algorithm>
#include <cmath>
#include <map>
#include <queue>

#include "kernels/topologies/hop_distance.hpp"
#include "solvers/flow/concurrent_flow.hpp"
#include "solvers/milp/linear_program.hpp"

namespace lightsweep::tests {

using kernels::Edge;
using kernels::Node;
namespace milp = solvers::milp;

/// Who sends, and to whom: equal pairs of a union count as often as they occur, by their weights.
struct Sender {
    Node node;
    std::vector<Node> receivers;
    std::vector<double> weights{};
};

inline std::vector<Sender> senders_of(const kernels::Demand& demand) {
    std::vector<Sender> senders;
    for (Node j = 0; j < demand.nodes(); ++j) {
        Sender sender{j, {}};
        for (std::size_t i = 0; i < demand.size(); ++i)
            if (demand[i](j) != j) {
                sender.receivers.push_back(demand[i](j));
                sender.weights.push_back(demand.weight(i));
            }
        if (!sender.receivers.empty()) senders.push_back(sender);
    }
    return senders;
}

/// Column 0 is theta; column 1 + i * links + e is the flow of sender i on link e. Rows: capacity of
/// every link, then for every sender the balance at every node but the sender.
inline milp::LinearProgram build(Node n, const std::vector<Edge>& links,
                                 const std::vector<Sender>& senders) {
    milp::LinearProgram program;
    const int theta = program.add_column(-1.0, 0.0, milp::unbounded);
    const int count = static_cast<int>(links.size());
    for (std::size_t i = 0; i < senders.size() * links.size(); ++i)
        program.add_column(0.0, 0.0, milp::unbounded);
    for (const auto& link : links) program.add_row(-milp::unbounded, link.capacity);
    for (std::size_t i = 0; i < senders.size(); ++i) {
        const int first = 1 + static_cast<int>(i) * count;
        const int balance = program.n_rows();
        for (Node node = 0; node < n; ++node) {
            const bool free_row = node == senders[i].node;
            program.add_row(free_row ? -milp::unbounded : 0.0, free_row ? milp::unbounded : 0.0);
        }
        std::map<Node, double> wanted;
        for (std::size_t r = 0; r < senders[i].receivers.size(); ++r)
            wanted[senders[i].receivers[r]] += senders[i].weights[r];
        for (const auto& [receiver, bytes] : wanted) program.set(balance + receiver, theta, -bytes);
        for (int e = 0; e < count; ++e) {
            program.set(e, first + e, 1.0);
            program.set(balance + links[e].to, first + e, 1.0);
            program.set(balance + links[e].from, first + e, -1.0);
        }
    }
    return program;
}

/// Shortest distances under link weights (Dijkstra); infinite where unreachable.
inline std::vector<double> weighted_distances(Node source, Node n, const std::vector<Edge>& links,
                                              const std::vector<double>& weights) {
    std::vector<std::vector<std::size_t>> out(static_cast<std::size_t>(n));
    for (std::size_t e = 0; e < links.size(); ++e) out[links[e].from].push_back(e);
    std::vector<double> distance(static_cast<std::size_t>(n), milp::unbounded);
    using Entry = std::pair<double, Node>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
    distance[source] = 0;
    queue.push({0.0, source});
    while (!queue.empty()) {
        const auto [reached, node] = queue.top();
        queue.pop();
        if (reached > distance[node]) continue;
        for (const std::size_t e : out[node]) {
            const double next = reached + weights[e];
            if (next >= distance[links[e].to]) continue;
            distance[links[e].to] = next;
            queue.push({next, links[e].to});
        }
    }
    return distance;
}

inline double fullest_link(const std::vector<Edge>& links, std::size_t n_senders,
                           const std::vector<double>& x) {
    double fullest = 0;
    for (std::size_t e = 0; e < links.size(); ++e) {
        double load = 0;
        for (std::size_t i = 0; i < n_senders; ++i)
            load += std::max(0.0, x[1 + i * links.size() + e]);
        fullest = std::max(fullest, load / links[e].capacity);
    }
    return fullest;
}

/// Upper bound on theta from link weights w >= 0: sum of c w / sum over pairs of the w-distance.
inline double weight_bound(const kernels::Topology& topology, const kernels::Demand& demand,
                           const std::vector<double>& weights) {
    const auto links = topology.links();
    double total = 0, distances = 0;
    for (std::size_t e = 0; e < links.size(); ++e) total += links[e].capacity * weights[e];
    for (const auto& sender : senders_of(demand)) {
        const auto distance = weighted_distances(sender.node, demand.nodes(), links, weights);
        for (std::size_t r = 0; r < sender.receivers.size(); ++r)
            distances += sender.weights[r] * distance[sender.receivers[r]];
    }
    return distances > 0 ? total / distances : milp::unbounded;
}

/// Certified by scaling its flow and by its dual; unreachable pairs give 0.
inline solvers::flow::CertifiedFlow link_program(const kernels::Topology& topology,
                                                 const kernels::Demand& demand) {
    const auto senders = senders_of(demand);
    const Node hops = kernels::longest_shortest_path(topology, demand);
    if (senders.empty()) return {milp::unbounded, milp::unbounded, 0};
    if (hops < 0) return {0, 0, -1};
    const auto links = topology.links();
    const auto solution = milp::solve_relaxation(build(demand.nodes(), links, senders));
    if (solution.outcome != milp::Outcome::optimal) return {0, milp::unbounded, hops};
    std::vector<double> weights;
    for (std::size_t e = 0; e < links.size(); ++e)
        weights.push_back(std::max(0.0, -solution.multipliers[e]));
    const double overload = fullest_link(links, senders.size(), solution.x);
    return {overload > 0 ? solution.x[0] / overload : 0.0, weight_bound(topology, demand, weights),
            hops};
}

}  // namespace lightsweep::tests
