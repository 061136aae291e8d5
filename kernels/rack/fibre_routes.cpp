#include "kernels/rack/fibre_routes.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "kernels/rack/fibre_cuts.hpp"
#include "kernels/rack/grid_search.hpp"

namespace lightsweep::kernels {

namespace {

void require_existing(const GridShape& grid, const std::vector<int>& existing, int passes) {
    if (passes < 0)
        throw std::invalid_argument("passes = " + std::to_string(passes) + ": must be >= 0");
    if (existing.empty()) return;
    if (existing.size() != grid.edge_numbers())
        throw std::invalid_argument("existing: " + std::to_string(existing.size()) +
                                    " entries; give one per edge number, " +
                                    std::to_string(grid.edge_numbers()));
    for (std::size_t edge = 0; edge < existing.size(); ++edge) {
        const std::string place =
            "existing[" + std::to_string(edge) + "] = " + std::to_string(existing[edge]) + ": ";
        if (existing[edge] < 0) throw std::invalid_argument(place + "must be >= 0");
        if (existing[edge] > 0 && !grid.has(edge))
            throw std::invalid_argument(place + "there is no such edge; write 0");
    }
}

class Negotiation {
  public:
    Negotiation(const GridShape& grid, const std::vector<Pair>& circuits,
                const std::vector<int>& existing)
        : grid_(grid), circuits_(circuits), search_(grid), history_(grid.edge_numbers(), 0.0) {
        best_.cut_bound = fibre_cut_bound(grid, circuits, existing);
        best_.bound = best_.cut_bound;
        if (parity_rules_out(best_.bound, grid, circuits, existing)) ++best_.bound;
        loads_ = existing;
        loads_.resize(grid.edge_numbers(), 0);
        weights_.resize(grid.edge_numbers());
        for (std::size_t edge = 0; edge < weights_.size(); ++edge) price(edge);
        routes_.resize(circuits.size());
        for (std::size_t i = 0; i < circuits.size(); ++i) route(i);
        keep_best(true);
    }

    FibreRoutes improve(int passes) {
        for (int pass = 0; pass < passes && best_.reached > best_.bound; ++pass) {
            for (std::size_t edge = 0; edge < loads_.size(); ++edge) remember(edge);
            for (std::size_t i = 0; i < circuits_.size(); ++i)
                if (overloads(routes_[i])) {
                    count(routes_[i], -1);
                    route(i);
                }
            keep_best(false);
        }
        return std::move(best_);
    }

  private:
    void price(std::size_t edge) {
        const int above = std::clamp(loads_[edge] + 1 - best_.bound, -40, 20);
        weights_[edge] = 1 + history_[edge] + 8 * std::exp2(above);
    }
    void remember(std::size_t edge) {
        if (loads_[edge] <= best_.bound) return;
        history_[edge] += loads_[edge] - best_.bound;
        price(edge);
    }
    void count(const std::vector<Node>& path, int change) {
        for (std::size_t k = 1; k < path.size(); ++k) {
            const std::size_t edge = grid_.edge(path[k - 1], path[k]);
            loads_[edge] += change;
            price(edge);
        }
    }
    void route(std::size_t i) {
        const auto path = search_.shortest(circuits_[i], weights_);
        routes_[i].assign(path.begin(), path.end());
        count(routes_[i], 1);
    }
    bool overloads(const std::vector<Node>& path) const {
        for (std::size_t k = 1; k < path.size(); ++k)
            if (loads_[grid_.edge(path[k - 1], path[k])] > best_.bound) return true;
        return false;
    }
    void keep_best(bool first) {
        const int reached = *std::max_element(loads_.begin(), loads_.end());
        if (!first && reached >= best_.reached) return;
        best_.reached = reached;
        best_.routes = routes_;
        best_.loads = loads_;
    }

    const GridShape& grid_;
    const std::vector<Pair>& circuits_;
    GridSearch search_;
    /// Amount by which each edge ended above the bound, summed over the passes.
    std::vector<double> history_;
    std::vector<double> weights_;
    std::vector<int> loads_;
    std::vector<std::vector<Node>> routes_;
    FibreRoutes best_;
};

}  // namespace

FibreRoutes route_fibres(const GridShape& grid, const std::vector<Pair>& circuits,
                         const std::vector<int>& existing, int passes) {
    require_circuits(grid, circuits, "grid");
    require_existing(grid, existing, passes);
    return Negotiation(grid, circuits, existing).improve(passes);
}

}  // namespace lightsweep::kernels
