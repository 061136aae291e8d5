// All-to-alls over the walks of one digraph: all lanes are set up once, to the arcs of a de Bruijn
// or Kautz digraph, and every block goes S single-hop steps, S = ceil(log_k n) or one more.
//
// From node v, the k^S walks of S arcs v -> k v + j (or -(k v + j)) lead to all nodes, to each over
// equally many walks, or over one more: S arcs multiply v by k^S and add each number below k^S
// once. A block is shared equally by its walks, so that every arc carries about the same in every
// step: X is about S, at the fewest steps of any one topology. A loop carries nothing, its blocks
// wait.
#include <algorithm>
#include <cmath>
#include <functional>

#include "kernels/parallel/for_each.hpp"
#include "solvers/frontier/exchanges/exchange_plans.hpp"

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

}  // namespace lightsweep::solvers::frontier
