// All-reduces over the walks of one de Bruijn digraph: one change to the arcs v -> q v + j mod n, j
// < q, with k/q lanes each.
//
// Whole vectors. In every step a node sends its sum over all arcs and adds what it gets. Over d
// arcs u leads to v by one number r = v - q^d u of 0 .. n - 1, whose digits j_1 .. j_d are the
// arcs, where q^d >= n. If q^d = n, all walks of d arcs are these. Otherwise walks end at n: beside
// the sum of all walks whose digits are below those of n, a node holds the sum of those whose
// digits so far are the first digits of n. The arc with the next digit of n takes both, the arcs
// below it their sum, the arcs above it the first one. What is left in the end belongs to r = n and
// is dropped.
//
// Hybrids, q^d = n. Nodes are strings of d digits; an arc drops the first one and adds one behind.
// In the first i steps a node sends every part of its vector to the arc of the part's next digit.
// Then a part of q^-i goes over all arcs until all d digits are dropped: the sum of all nodes. The
// string begins with the part's digits now, so that i more steps over all arcs gather all parts.
#include <algorithm>
#include <cmath>

#include "solvers/frontier/gathers/gather_plans.hpp"

namespace lightsweep::solvers::frontier {

namespace {

/// Vectors on the busiest arc in each step: which nodes hold a sum of all walks, and which of those
/// with the first digits of n.
std::vector<double> whole_walks(Node n, Node degree) {
    const auto nodes = static_cast<std::size_t>(n);
    const auto steps = kernels::ceil_log(n, degree);
    std::int64_t weight = 1;
    for (std::int64_t t = 0; t < steps; ++t) weight *= degree;
    std::vector<char> all(nodes, weight == n), first(nodes, weight > n);
    std::vector<double> vectors;
    for (std::int64_t left = n; weight > 1; left %= weight) {
        weight /= degree;
        const auto digit = left / weight;
        const bool goes_on = left % weight > 0;  // walks at the digits of n still end below it
        std::vector<char> next_all(nodes), next_first(nodes);
        vectors.push_back(0);
        for (std::size_t v = 0; v < nodes; ++v)
            for (Node j = 0; j < degree; ++j) {
                const auto to = (std::size_t(degree) * v + std::size_t(j)) % nodes;
                const bool into_all = all[v] || (first[v] && j < digit);
                const bool into_first = first[v] && j == digit && goes_on;
                next_all[to] |= into_all;
                next_first[to] |= into_first;
                vectors.back() = std::max<double>(vectors.back(), into_all + into_first);
            }
        all.swap(next_all);
        first.swap(next_first);
    }
    return vectors;
}

/// Parts of a vector on every arc in each step, q^-i at the least.
std::vector<double> hybrid_walks(double degree, std::int64_t length, std::int64_t i) {
    std::vector<double> parts;
    for (std::int64_t t = 1; t <= length; ++t)
        parts.push_back(std::pow(degree, -double(std::min(t, i))));
    for (auto t = i; t > 0; --t) parts.push_back(std::pow(degree, -double(t)));
    return parts;
}

}  // namespace

std::vector<FrontierPlan> walk_all_reduces(Node n, Node lanes) {
    std::vector<FrontierPlan> plans;
    const auto add = [&](const char* family, Node degree, const std::string& text,
                         const std::vector<double>& vectors) {
        FrontierPlan plan{
            family, "de Bruijn digraph of degree " + std::to_string(degree) + text, {}};
        for (const double one : vectors)
            plan.steps.push_back({1, one * lanes / (lanes / degree), 1});
        plan.moves = without_movement(differing_circuits);
        plans.push_back(std::move(plan));
    };
    for (Node degree = 2; degree <= std::min(lanes, n - 1); ++degree) {
        add("walk whole vectors", degree, "", whole_walks(n, degree));
        const auto length = kernels::ceil_log(n, degree);
        if (std::pow(degree, length) != n) continue;
        for (std::int64_t i = 1; i <= length; ++i)
            add("walk hybrid", degree,
                ", parts of " + std::to_string(degree) + "^-" + std::to_string(i),
                hybrid_walks(degree, length, i));
    }
    return plans;
}

}  // namespace lightsweep::solvers::frontier
