// Tilings (tilings.hpp) of a circulant digraph, to which all lanes change once.
//
// Every lane leads from each node to the one at an offset of its own. An annealing chooses the k
// offsets; a shift goes over the fewest circuits, and each coset takes the shift that needs the
// fewest. While it searches, a shift takes one way; the tilings that are kept have the best shares
// of all ways.
#include <array>
#include <functional>
#include <random>

#include "solvers/frontier/gathers/gather_plans.hpp"
#include "solvers/frontier/gathers/tilings.hpp"
#include "solvers/frontier/plans/annealing.hpp"
#include "solvers/frontier/plans/movement_pieces.hpp"

namespace lightsweep::solvers::frontier {

namespace {

constexpr Node most_circulant_nodes = 256, most_circulant_lanes = 12;

class CirculantNetwork {
  public:
    CirculantNetwork(Node n, std::vector<Node> circuits)
        : columns(n),
          lanes(static_cast<Node>(std::ssize(circuits))),
          circuits_(std::move(circuits)),
          last_(static_cast<std::size_t>(n), none),
          hops_(static_cast<std::size_t>(n)) {
        std::vector<Node> reached{0};
        reached.reserve(last_.size());
        for (std::size_t i = 0; i < reached.size(); ++i)
            for (Node lane = 0; lane < lanes; ++lane) {
                const Node next = (reached[i] + circuits_[lane]) % columns;
                if (next == 0 || last_[next] != none) continue;
                last_[next] = lane;
                hops_[next] = hops_[reached[i]] + 1;
                reached.push_back(next);
            }
        reaches_all_ = std::ssize(reached) == columns;
    }

    const std::vector<Node>& circuits() const { return circuits_; }
    /// Otherwise nothing else may be asked.
    bool reaches_all() const { return reaches_all_; }
    std::vector<Received> shortest(const Lattice& lattice, Node x, Node) const {
        std::vector<Received> found;
        int least = columns;
        for (Node offset = x % lattice.across; offset < columns; offset += lattice.across) {
            if (hops_[offset] > least) continue;
            if (hops_[offset] < least) found.clear();
            least = hops_[offset];
            found.push_back({offset, 0, 1});
        }
        return found;
    }
    PlanStep step(const std::vector<Received>& shifts) const {
        PlanStep step{0, 0, 1};
        std::array<int, most_circulant_lanes> loads{};  // asked millions of times
        for (const auto& shift : shifts) {
            step.hops = std::max<double>(step.hops, hops_[shift.x]);
            for (Node at = shift.x; at != 0; at = (at + columns - circuits_[last_[at]]) % columns)
                ++loads[last_[at]];
        }
        step.x = lanes * *std::ranges::max_element(loads);
        return step;
    }

    Node rows = 1, columns, lanes;

  private:
    static constexpr Node none = -1;
    std::vector<Node> circuits_, last_;  ///< the last lane on the way to an offset
    std::vector<int> hops_;              ///< the fewest circuits to it
    bool reaches_all_;
};

/// What a search is for: the price of a step in units of m/b; a hop takes a tenth of it.
double cost_of(const Tiling& tiling, double price) {
    double cost = 0;
    for (const auto& step : tiling.steps) cost += price * (1 + step.hops / 10) + step.x;
    return cost;
}

double least_cost(const CirculantNetwork& network, double price) {
    if (!network.reaches_all()) return 1e9;
    double least = 1e9;
    Tilings tilings(network);
    for (const auto& tiling : tilings.all()) least = std::min(least, cost_of(tiling, price));
    return least;
}

CirculantNetwork best_network(Node n, Node lanes, double price, double effort) {
    std::mt19937_64 random(static_cast<std::uint64_t>(n) * 1024 +
                           static_cast<std::uint64_t>(lanes));
    const auto draw = [&](Node below) {
        return static_cast<Node>(random() % static_cast<std::uint64_t>(below));
    };
    // The first network reaches all offsets, and so do those that cost less.
    std::vector<Node> circuits{1}, best;
    while (std::ssize(circuits) < lanes) circuits.push_back(1 + draw(n - 1));
    anneal(
        random, static_cast<int>(std::max(effort / (8.0 * n * lanes), 20.0)), price / 2,
        [&]() -> std::function<void()> {
            auto& circuit = circuits[static_cast<std::size_t>(draw(lanes))];
            const Node before = std::exchange(circuit, 1 + draw(n - 1));
            return [&circuit, before] { circuit = before; };
        },
        [&] {
            return least_cost({n, circuits}, price);
        },
        [&] { best = circuits; });
    return {n, best};
}

Node largest_prime_factor(Node n) {
    Node factor = 2;
    while (factor < n)
        if (n % factor == 0)
            n /= factor;
        else
            ++factor;
    return n;
}

/// Steps of these sets with the best shares over all ways of the fewest circuits.
std::vector<PlanStep> with_best_shares(const CirculantNetwork& network,
                                       const std::vector<TilingSet>& sets) {
    auto whole = sets;
    for (auto& set : whole) set.scattered = false;
    const auto figures =
        figures_of(tiling_movement(1, network.columns, network.circuits(), whole), network.lanes);
    std::vector<PlanStep> steps;
    for (auto i = sets.size(); i-- > 0;)
        steps = steps_after(steps, sets[i].shifts.size(), sets[i].scattered,
                            {figures[i].hops, figures[i].x, 1});
    return steps;
}

}  // namespace

std::vector<FrontierPlan> circulant_tilings(Node n, Node lanes, double effort) {
    std::vector<FrontierPlan> plans;
    if (n < 4 || n > most_circulant_nodes || lanes < 2 || lanes > most_circulant_lanes ||
        lanes >= n)
        return plans;
    if (largest_prime_factor(n) > lanes + 1) return plans;  // no chain of lattices
    for (const double price : {0.5, 3.0}) {
        const auto network = best_network(n, lanes, price, effort);
        Tilings tilings(network);
        for (const auto& tiling : tilings.all()) {
            auto sets = tiling.sets();
            plans.push_back({is_whole(sets) ? "leave once whole vectors" : "leave once hybrid",
                             "circuits " + listed(network.circuits()) + ", " + in_words(sets, 1),
                             with_best_shares(network, sets)});
            plans.back().moves = moving([n, lanes = network.circuits(), sets = std::move(sets)] {
                return tiling_movement(1, n, lanes, sets);
            });
        }
        plans = without_dominated(std::move(plans));
    }
    return plans;
}

}  // namespace lightsweep::solvers::frontier
