// All-to-alls over the walks of one digraph: all lanes are set up once, to the arcs of a de Bruijn
// or Kautz digraph, and every block goes S single-hop steps, S = ceil(log_k n) or one more.
//
// From node v, the k^S walks of S arcs v -> k v + j (or -(k v + j)) lead to all nodes, to each over
// equally many walks, or over one more: S arcs multiply v by k^S and add each number below k^S
// once. A block is shared equally by its walks, so that every arc carries about the same in every
// step: X is about S, at the fewest steps of any one topology. A loop carries nothing, its blocks
// wait.
//
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
#include <functional>

#include "kernels/parallel/for_each.hpp"
#include "solvers/frontier/exchange_plans.hpp"

namespace lightsweep::solvers::frontier {

namespace {

/// Walks beyond which the loads take too long to count: n k^S.
constexpr double most_walks = 1 << 25;

/// v -> k v + j, j = 0..k-1; `turned`: v -> -(k v + j), j = 1..k.
struct Digraph {
    Node n, k;
    bool turned;

    Node next(Node from, Node j) const {
        const auto to = (std::int64_t{k} * from + j + turned) % n;
        return static_cast<Node>(turned ? (n - to) % n : to);
    }
};

/// Walks from one node, by their arcs.
class DigraphWalks {
  public:
    DigraphWalks(const Digraph& digraph, std::size_t steps)
        : digraph_(digraph),
          nodes_(steps + 1),
          arcs_(steps),
          loads_(steps, std::vector<double>(std::size_t(digraph.n) * std::size_t(digraph.k))) {}

    /// Adds the blocks of this node.
    void add_blocks_of(Node source) {
        std::vector<int> walks(std::size_t(digraph_.n));
        for_each_walk(source, 0, [&] { ++walks[std::size_t(nodes_.back())]; });
        for_each_walk(source, 0, [&] {
            if (nodes_.back() == source) return;
            for (std::size_t t = 0; t < arcs_.size(); ++t)
                if (nodes_[t + 1] != nodes_[t])
                    loads_[t][std::size_t(nodes_[t]) * std::size_t(digraph_.k) +
                              std::size_t(arcs_[t])] += 1.0 / walks[std::size_t(nodes_.back())];
        });
    }
    /// x of every step.
    std::vector<double> x() const {
        std::vector<double> x;
        for (const auto& loads : loads_)
            x.push_back(std::ranges::max(loads) * digraph_.k / digraph_.n);
        return x;
    }

  private:
    void for_each_walk(Node at, std::size_t step, const std::function<void()>& use) {
        nodes_[step] = at;
        if (step == arcs_.size()) return use();
        for (Node j = 0; j < digraph_.k; ++j) {
            arcs_[step] = j;
            for_each_walk(digraph_.next(at, j), step + 1, use);
        }
    }

    Digraph digraph_;
    std::vector<Node> nodes_, arcs_;
    std::vector<std::vector<double>> loads_;
};

/// Vectors on the busiest arc in each step: which nodes hold a sum of all walks, and which of those
/// with the first digits of n.
std::vector<double> whole_walks(Node n, Node degree) {
    const Digraph digraph{n, degree, false};
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
                const auto to = std::size_t(digraph.next(static_cast<Node>(v), j));
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

std::vector<FrontierPlan> walk_exchanges(Node n, Node lanes) {
    std::vector<FrontierPlan> plans;
    if (lanes < 2 || lanes >= n) return plans;
    const auto least = kernels::ceil_log(n, lanes);
    for (auto steps = least; steps <= least + 1; ++steps) {
        const double walks_of_one = std::pow(double(lanes), double(steps));
        // Where every pair has equally many walks, more steps only cost.
        const bool even = std::fmod(walks_of_one / lanes, double(n)) == 0;
        if (n * walks_of_one > most_walks || (steps > least && even)) break;
        for (const bool turned : {false, true}) {
            DigraphWalks walks({n, lanes, turned}, std::size_t(steps));
            for (Node source = 0; source < n; ++source) {
                kernels::parallel::checkpoint();
                walks.add_blocks_of(source);
            }
            FrontierPlan plan{"walks", turned ? "Kautz" : "de Bruijn", {}};
            plan.text += " digraph, walks of " + std::to_string(steps) + " arcs";
            for (const double x : walks.x()) plan.steps.push_back({1, x, 1});
            plan.moves = without_movement(differing_circuits);
            plans.push_back(std::move(plan));
        }
    }
    return without_dominated(std::move(plans));
}

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
