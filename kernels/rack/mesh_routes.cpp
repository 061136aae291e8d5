#include "kernels/rack/mesh_routes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <stdexcept>

#include "kernels/rack/grid_search.hpp"

namespace lightsweep::kernels {

namespace {

void require_rules(const MeshRules& rules) {
    const auto require = [](bool good, const std::string& what, const char* remedy) {
        if (!good) throw std::invalid_argument(what + ": " + remedy);
    };
    require(rules.max_overlap >= 1, "max_overlap = " + std::to_string(rules.max_overlap),
            "an edge takes at least 1 circuit");
    require(rules.trials >= 1, "trials = " + std::to_string(rules.trials),
            "a circuit needs at least 1 trial");
    require(rules.penalty >= 1 && std::isfinite(rules.penalty),
            "penalty = " + std::to_string(rules.penalty), "must be finite and >= 1");
}

/// Calls visit(edge) along a route.
template <typename Visit>
void walk(const GridShape& mesh, std::span<const Node> route, const Visit& visit) {
    for (std::size_t k = 1; k < route.size(); ++k) visit(mesh.edge(route[k - 1], route[k]));
}

/// Circuits and weights of the edges while routes are added.
struct Traffic {
    explicit Traffic(const GridShape& grid)
        : mesh(grid), weights(grid.edge_numbers(), 1.0), search(grid) {
        found.loads.assign(grid.edge_numbers(), 0);
    }

    bool has_room(std::span<const Node> route, int max_overlap) const {
        bool room = !route.empty();
        walk(mesh, route, [&](std::size_t edge) { room &= found.loads[edge] < max_overlap; });
        return room;
    }
    void accept(std::span<const Node> route) {
        found.routes.emplace_back(route.begin(), route.end());
        walk(mesh, route, [&](std::size_t edge) {
            ++found.loads[edge];
            weights[edge] += 1;
            found.max_load = std::max(found.max_load, found.loads[edge]);
        });
    }
    void fail() {
        found.failed.push_back(found.routes.size());
        found.routes.emplace_back();
    }

    const GridShape& mesh;
    std::vector<double> weights;
    GridSearch search;
    MeshRoutes found;
};

bool route_with_trials(Traffic& traffic, Pair circuit, const MeshRules& rules) {
    for (int trial = 0; trial < rules.trials; ++trial) {
        const auto route = traffic.search.shortest(circuit, traffic.weights);
        if (traffic.has_room(route, rules.max_overlap)) {
            traffic.accept(route);
            return true;
        }
        walk(traffic.mesh, route, [&](std::size_t edge) {
            if (traffic.found.loads[edge] >= rules.max_overlap)
                traffic.weights[edge] *= rules.penalty;
        });
    }
    return false;
}

}  // namespace

MeshRoutes route_mesh(const GridShape& mesh, const std::vector<Pair>& circuits,
                      const MeshRules& rules) {
    require_circuits(mesh, circuits, "mesh");
    require_rules(rules);
    Traffic traffic(mesh);
    for (const Pair circuit : circuits)
        if (!route_with_trials(traffic, circuit, rules)) traffic.fail();
    return std::move(traffic.found);
}

MeshRoutes route_mesh_around_full(const GridShape& mesh, const std::vector<Pair>& circuits,
                                  int max_overlap) {
    require_circuits(mesh, circuits, "mesh");
    require_rules({.max_overlap = max_overlap});
    Traffic traffic(mesh);
    for (const Pair circuit : circuits) {
        const auto route = traffic.search.shortest(circuit, traffic.weights);
        if (route.empty()) {
            traffic.fail();
            continue;
        }
        traffic.accept(route);
        walk(mesh, traffic.found.routes.back(), [&](std::size_t edge) {
            if (traffic.found.loads[edge] >= max_overlap)
                traffic.weights[edge] = std::numeric_limits<double>::infinity();
        });
    }
    return std::move(traffic.found);
}

}  // namespace lightsweep::kernels
