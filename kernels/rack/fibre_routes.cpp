#include "kernels/rack/fibre_routes.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <tuple>

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
        const int reached = *std::ranges::max_element(loads_);
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

/// Number of times that every circuit chooses its wavelength.
constexpr int rounds = 6;

/// Circuits per wavelength and edge.
class Loads {
  public:
    Loads(const GridShape& grid, int wavelengths)
        : grid_(grid),
          of_(static_cast<std::size_t>(wavelengths), std::vector<int>(grid.edge_numbers(), 0)),
          circuits_(of_.size(), 0) {}

    /// The wavelength that is used least on the fullest edge of the route, then along the route,
    /// then overall.
    std::size_t least_used(const std::vector<Node>& route) const {
        std::vector<std::tuple<int, int, int>> use;
        for (std::size_t w = 0; w < of_.size(); ++w) {
            const auto [most, sum] = use_of(of_[w], route);
            use.emplace_back(most, sum, circuits_[w]);
        }
        return static_cast<std::size_t>(std::ranges::min_element(use) - use.begin());
    }
    /// by: 1 adds the route, -1 removes it.
    void change(std::size_t wavelength, const std::vector<Node>& route, int by) {
        circuits_[wavelength] += by;
        for (std::size_t i = 1; i < route.size(); ++i)
            of_[wavelength][grid_.edge(route[i - 1], route[i])] += by;
    }

  private:
    std::pair<int, int> use_of(const std::vector<int>& loads,
                               const std::vector<Node>& route) const {
        int most = 0, sum = 0;
        for (std::size_t i = 1; i < route.size(); ++i) {
            const int load = loads[grid_.edge(route[i - 1], route[i])];
            most = std::max(most, load);
            sum += load;
        }
        return {most, sum};
    }

    const GridShape& grid_;
    std::vector<std::vector<int>> of_;
    std::vector<int> circuits_;
};

std::vector<int> assign(const GridShape& grid, const std::vector<std::vector<Node>>& routes,
                        int wavelengths) {
    std::vector<std::size_t> order(routes.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(
        order, [&](std::size_t a, std::size_t b) { return routes[a].size() > routes[b].size(); });
    Loads loads(grid, wavelengths);
    std::vector<int> wavelength(routes.size());
    for (int round = 0; round < rounds; ++round)
        for (const std::size_t i : order) {
            if (round > 0) loads.change(static_cast<std::size_t>(wavelength[i]), routes[i], -1);
            const std::size_t taken = loads.least_used(routes[i]);
            wavelength[i] = static_cast<int>(taken);
            loads.change(taken, routes[i], 1);
        }
    return wavelength;
}

int fullest(const std::vector<int>& loads) {
    return loads.empty() ? 0 : *std::ranges::max_element(loads);
}

/// Routes the circuits of one wavelength again; keeps the present routes if they are as good.
void route_alone(const GridShape& grid, const std::vector<Pair>& circuits, int wavelength,
                 int passes, WavelengthRoutes& result) {
    std::vector<std::size_t> members;
    std::vector<Pair> own;
    std::vector<std::vector<Node>> at_hand;
    for (std::size_t i = 0; i < circuits.size(); ++i) {
        if (result.wavelength[i] != wavelength) continue;
        members.push_back(i);
        own.push_back(circuits[i]);
        at_hand.push_back(result.routes[i]);
    }
    int most = fullest(edge_loads(grid, at_hand));
    const FibreRoutes anew = route_fibres(grid, own, {}, passes);
    if (anew.reached < most) {
        most = anew.reached;
        for (std::size_t k = 0; k < members.size(); ++k) result.routes[members[k]] = anew.routes[k];
    }
    result.fibres = std::max(result.fibres, most);
}

}  // namespace

FibreRoutes route_fibres(const GridShape& grid, const std::vector<Pair>& circuits,
                         const std::vector<int>& existing, int passes) {
    require_circuits(grid, circuits, "grid");
    require_existing(grid, existing, passes);
    return Negotiation(grid, circuits, existing).improve(passes);
}

WavelengthRoutes route_by_wavelength(const GridShape& grid, const std::vector<Pair>& circuits,
                                     const FibreRoutes& joint, int wavelengths, int passes) {
    if (wavelengths < 1)
        throw std::invalid_argument("wavelengths = " + std::to_string(wavelengths) +
                                    ": must be >= 1");
    if (joint.routes.size() != circuits.size())
        throw std::invalid_argument("joint: has routes for " + std::to_string(joint.routes.size()) +
                                    " circuits, there are " + std::to_string(circuits.size()));
    WavelengthRoutes result{{}, joint.routes, 0, (joint.bound + wavelengths - 1) / wavelengths};
    if (wavelengths == 1) {
        result.wavelength.assign(circuits.size(), 0);
        result.fibres = joint.reached;
        return result;
    }
    result.wavelength = assign(grid, joint.routes, wavelengths);
    for (int w = 0; w < wavelengths; ++w) route_alone(grid, circuits, w, passes, result);
    return result;
}

}  // namespace lightsweep::kernels
