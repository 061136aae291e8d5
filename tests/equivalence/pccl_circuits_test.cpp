// PCCL's circuits and tasks on random instances against slow second witnesses.
#include <boost/test/unit_test.hpp>

#include "kernels/rack/fibre_cuts.hpp"
#include "solvers/pccl/fibre_program.hpp"
#include "tests/equivalence/circuit_oracles.hpp"
#include "tests/support/circuit_routes.hpp"
#include "tests/support/random_structures.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(pccl_circuits)

using kernels::GridShape;
using kernels::Node;
using kernels::Pair;

std::string grid_text(const GridShape& grid, const std::vector<Pair>& circuits) {
    return " on " + std::to_string(grid.rows) + " x " + std::to_string(grid.columns) + ":" +
           text_of(circuits);
}

/// Each edge of the grid 0 .. most circuits.
std::vector<int> draw_existing(Generator& g, const GridShape& grid, int most) {
    std::vector<int> existing(grid.edge_numbers(), 0);
    for (std::size_t edge = 0; edge < existing.size(); ++edge)
        if (grid.has(edge)) existing[edge] = draw(g, 0, most);
    return existing;
}

/// Parallel transfers, hubs and idle nodes included.
std::vector<Pair> draw_transfers(Generator& g, Node n) {
    const Node hub = draw(g, 0, 2) == 0 ? static_cast<Node>(draw(g, 1, n)) : n;
    std::vector<Pair> transfers;
    for (int k = draw(g, 0, 6 * n); k > 0; --k) {
        const Pair pair{static_cast<Node>(draw(g, 0, hub - 1)),
                        static_cast<Node>(draw(g, 0, n - 1))};
        if (pair.from != pair.to) transfers.push_back(pair);
    }
    return transfers;
}

BOOST_AUTO_TEST_CASE(splits_are_proper_and_minimal) {
    Generator g(41);
    for (int k = 0; k < 500; ++k) {
        const auto n = static_cast<Node>(draw(g, 2, k % 10 == 0 ? 80 : 12));
        const auto transfers = draw_transfers(g, n);
        const auto limit = static_cast<Node>(draw(g, 1, 5));
        const auto fault =
            split_fault(n, transfers, limit, kernels::split_transfers(n, transfers, limit));
        BOOST_TEST(fault == "", "seed 41 instance " << k << ", limit " << limit << " on " << n
                                                    << ": " << fault << text_of(transfers));
    }
}

BOOST_AUTO_TEST_CASE(splits_of_regular_lists_of_every_degree) {
    for (Node n = 2; n <= 40; ++n)
        for (const Node limit : {1, 2, 7}) {
            const auto fault = split_fault(n, all_pairs(n), limit,
                                           kernels::split_transfers(n, all_pairs(n), limit));
            BOOST_TEST(fault == "", "all pairs of " << n << ", limit " << limit << ": " << fault);
        }
}

BOOST_AUTO_TEST_CASE(mesh_routes_are_dijkstras) {
    Generator g(42);
    std::size_t failures = 0, routed = 0;
    for (int k = 0; k < 300; ++k) {
        const GridShape mesh{static_cast<Node>(draw(g, 1, 12)), static_cast<Node>(draw(g, 2, 12))};
        const auto circuits =
            kernels::random_circuits(mesh.nodes(), draw(g, 1, mesh.nodes() / 2), 1000 + k);
        const double penalties[] = {2.0, 1.0, 1.5, 1.1, 1e6};
        const kernels::MeshRules rules{draw(g, 1, 3), draw(g, 1, 60), penalties[draw(g, 0, 4)]};
        const auto found = kernels::route_mesh(mesh, circuits, rules);
        const auto where = "seed 42 instance " + std::to_string(k) + grid_text(mesh, circuits);
        BOOST_TEST((found.routes == mesh_by_dijkstra(mesh, circuits, rules)), where);
        BOOST_TEST(routes_fault(mesh, circuits, found.routes, found.loads, found.failed) == "",
                   where);
        BOOST_TEST(found.max_load <= rules.max_overlap, where);
        failures += found.failed.size();
        routed += found.routed();
    }
    BOOST_TEST(failures > 100u);
    BOOST_TEST(routed > 1000u);
}

/// A circuit fails around full edges if and only if those left do not join its ends.
BOOST_AUTO_TEST_CASE(routes_around_full_edges) {
    Generator g(43);
    for (int k = 0; k < 200; ++k) {
        const GridShape mesh{static_cast<Node>(draw(g, 1, 9)), static_cast<Node>(draw(g, 2, 9))};
        const auto circuits = kernels::random_circuits(mesh.nodes(), mesh.nodes() / 2, 2000 + k);
        const int overlap = draw(g, 1, 3);
        const auto found = kernels::route_mesh_around_full(mesh, circuits, overlap);
        const auto where = "seed 43 instance " + std::to_string(k) + grid_text(mesh, circuits);
        BOOST_TEST(routes_fault(mesh, circuits, found.routes, found.loads, found.failed) == "",
                   where);
        std::vector<double> weights(mesh.edge_numbers(), 1.0);
        std::vector<int> counts(mesh.edge_numbers(), 0);
        for (std::size_t i = 0; i < circuits.size(); ++i) {
            BOOST_TEST((found.routes[i] == dijkstra(mesh, circuits[i], weights)),
                       where << " circuit " << i);
            for (std::size_t j = 1; j < found.routes[i].size(); ++j) {
                const auto edge = mesh.edge(found.routes[i][j - 1], found.routes[i][j]);
                weights[edge] = ++counts[edge] >= overlap ? std::numeric_limits<double>::infinity()
                                                          : weights[edge] + 1;
            }
        }
    }
}

/// All rectangles, circuit by circuit and edge by edge.
int bound_by_rectangles(const GridShape& grid, const std::vector<Pair>& circuits,
                        const std::vector<int>& existing) {
    int best = 0;
    for (int code = 0; code < grid.nodes() * grid.nodes(); ++code) {
        const Node low = code / grid.nodes(), high = code % grid.nodes();
        const auto inside = [&](Node v) {
            return v / grid.columns >= low / grid.columns &&
                   v % grid.columns >= low % grid.columns &&
                   v / grid.columns <= high / grid.columns &&
                   v % grid.columns <= high % grid.columns;
        };
        int crossing = 0, edges = 0;
        for (const auto& [from, to] : circuits) crossing += inside(from) != inside(to);
        for (Node v = 0; v < grid.nodes(); ++v)
            grid.neighbours(v, [&](Node other, std::size_t edge) {
                if (!inside(v) || inside(other)) return;
                ++edges;
                if (!existing.empty()) crossing += existing[edge];
            });
        if (edges > 0) best = std::max(best, (crossing + edges - 1) / edges);
    }
    for (const int load : existing) best = std::max(best, load);
    return best;
}

BOOST_AUTO_TEST_CASE(cut_bound_is_the_best_rectangle) {
    Generator g(44);
    for (int k = 0; k < 200; ++k) {
        const GridShape grid{static_cast<Node>(draw(g, 1, 6)), static_cast<Node>(draw(g, 2, 6))};
        const auto circuits = kernels::random_circuits(grid.nodes(), draw(g, 0, 60), 3000 + k);
        const auto existing = k % 3 == 0 ? std::vector<int>{} : draw_existing(g, grid, 9);
        BOOST_TEST(kernels::fibre_cut_bound(grid, circuits, existing) ==
                       bound_by_rectangles(grid, circuits, existing),
                   "seed 44 instance " << k << grid_text(grid, circuits));
    }
}

BOOST_AUTO_TEST_CASE(fibres_between_bound_and_heuristic) {
    Generator g(45);
    int programs = 0, better = 0, parities = 0;
    for (int k = 0; k < 150; ++k) {
        const GridShape grid{static_cast<Node>(draw(g, 1, 3)), static_cast<Node>(draw(g, 2, 3))};
        const auto circuits = kernels::random_circuits(grid.nodes(), draw(g, 1, 9), 4000 + k);
        const auto existing = k % 2 == 0 ? std::vector<int>{} : draw_existing(g, grid, 3);
        const auto where = "seed 45 instance " + std::to_string(k) + grid_text(grid, circuits);
        const auto first = kernels::route_fibres(grid, circuits, existing, 0);
        const auto heuristic = kernels::route_fibres(grid, circuits, existing);
        const auto plan = solvers::pccl::fewest_fibres(grid, circuits, existing, {.passes = 0});
        const int exact = fibres_by_circuit_program(grid, circuits, existing);
        BOOST_TEST(heuristic.cut_bound <= heuristic.bound, where);
        BOOST_TEST(heuristic.bound <= exact, where);
        BOOST_TEST(exact <= heuristic.reached, where);
        BOOST_TEST(heuristic.reached <= first.reached, where);
        BOOST_TEST((plan.status == solvers::pccl::FibreConstruction::Status::optimal), where);
        BOOST_TEST(plan.routes.reached == exact,
                   where << ": " << plan.routes.reached << " " << exact);
        for (const auto* routes : {&first, &heuristic, &plan.routes}) {
            BOOST_TEST(
                routes_fault(grid, circuits, routes->routes, routes->loads, {}, existing) == "",
                where);
            BOOST_TEST(
                *std::max_element(routes->loads.begin(), routes->loads.end()) == routes->reached,
                where);
        }
        programs += !plan.by_bounds;
        parities += heuristic.bound > heuristic.cut_bound;
        better += plan.routes.reached < first.reached;
    }
    BOOST_TEST(programs > 5);
    BOOST_TEST(better > 0);
    BOOST_TEST(parities > 0);
}

std::vector<kernels::Task> draw_tasks(Generator& g) {
    std::vector<kernels::Task> tasks;
    const int count = draw(g, 0, 25), resources = draw(g, 1, 4);
    for (int i = 0; i < count; ++i) {
        kernels::Task task{draw(g, 0, resources - 1), draw(g, 0, 4) / 2.0, {}, draw(g, 0, 2)};
        for (int d = draw(g, 0, 3); d > 0 && i > 0; --d)
            task.after.push_back(static_cast<std::size_t>(draw(g, 0, i - 1)));
        tasks.push_back(task);
    }
    return tasks;
}

BOOST_AUTO_TEST_CASE(tasks_end_as_instant_by_instant) {
    Generator g(46);
    for (int k = 0; k < 500; ++k) {
        const auto tasks = draw_tasks(g);
        const auto times = kernels::simulate_tasks(tasks);
        BOOST_TEST((times.finish == finish_by_instants(tasks)), "seed 46 instance " << k);
        const double last =
            tasks.empty() ? 0 : *std::max_element(times.finish.begin(), times.finish.end());
        BOOST_TEST(times.makespan == last, "seed 46 instance " << k);
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
