// Splits, routes and fibres worked out by hand, and what they refuse.
#include <boost/test/unit_test.hpp>

#include "kernels/collectives/edge_colouring.hpp"
#include "kernels/rack/mesh_routes.hpp"
#include "solvers/pccl/fibre_program.hpp"
#include "tests/support/refusal.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(pccl_circuits)

using kernels::GridShape;
using kernels::Pair;
using Routes = std::vector<std::vector<kernels::Node>>;

BOOST_AUTO_TEST_CASE(split_of_a_hub) {
    // Node 0 sends five times and receives once: degree 5.
    const std::vector<Pair> hub{{0, 1}, {0, 2}, {0, 3}, {0, 1}, {0, 2}, {3, 0}};
    BOOST_TEST(kernels::split_transfers(4, hub, 1).rounds == 5);
    BOOST_TEST(kernels::split_transfers(4, hub, 2).rounds == 3);
    const auto whole = kernels::split_transfers(4, hub, 5);
    BOOST_TEST(whole.rounds == 1);
    BOOST_TEST(whole.degree == 5);
    const auto none = kernels::split_transfers(4, {}, 1);
    BOOST_TEST(none.rounds == 0);
}

BOOST_AUTO_TEST_CASE(split_refusals) {
    const auto split = [](const std::vector<Pair>& transfers, kernels::Node limit) {
        return refusal([&] { kernels::split_transfers(4, transfers, limit); });
    };
    BOOST_TEST(split({{0, 1}}, 0) == "limit = 0: a node needs at least 1 transmitter and receiver");
    BOOST_TEST(split({{0, 1}, {1, 4}}, 1) == "transfers[1]: 1 -> 4: both ends must be in 0..3");
    BOOST_TEST(split({{-1, 2}}, 1) == "transfers[0]: -1 -> 2: both ends must be in 0..3");
    BOOST_TEST(split({{2, 2}}, 1) ==
               "transfers[0]: 2 -> 2: a node needs no circuit to itself; remove it");
}

BOOST_AUTO_TEST_CASE(mesh_detours) {
    // 2 x 2: the second circuit 0 -> 1 goes round, the third finds no edge at node 0.
    const std::vector<Pair> thrice(3, Pair{0, 1});
    for (const auto& found : {kernels::route_mesh({2, 2}, thrice),
                              kernels::route_mesh_around_full({2, 2}, thrice, 1)}) {
        BOOST_TEST((found.routes == Routes{{0, 1}, {0, 2, 3, 1}, {}}));
        BOOST_TEST((found.failed == std::vector<std::size_t>{2}));
        BOOST_TEST(found.routed() == 2u);
        BOOST_TEST(found.max_load == 1);
    }
    // Weight 2 against 3 for the second; 3 against 3 for the third, which finds its edge full.
    BOOST_TEST((kernels::route_mesh({2, 2}, thrice, {.max_overlap = 2}).routes ==
                Routes{{0, 1}, {0, 1}, {0, 2, 3, 1}}));
    // One column: edges downwards only.
    BOOST_TEST((kernels::route_mesh({4, 1}, {{3, 1}}).routes == Routes{{3, 2, 1}}));
}

BOOST_AUTO_TEST_CASE(weights_beyond_all_additions) {
    // One row: everything crosses the full edge, whose weight grows to 2^3000.
    const auto found = kernels::route_mesh({1, 3}, std::vector<Pair>(61, Pair{0, 2}));
    BOOST_TEST(found.routed() == 1u);
    BOOST_TEST(found.failed.size() == 60u);
}

BOOST_AUTO_TEST_CASE(mesh_refusals) {
    const auto route = [](const GridShape& mesh, const std::vector<Pair>& circuits,
                          const kernels::MeshRules& rules) {
        return refusal([&] { kernels::route_mesh(mesh, circuits, rules); });
    };
    BOOST_TEST(route({1, 1}, {}, {}) == "mesh 1 x 1: too small; use at least 1 x 2");
    BOOST_TEST(route({0, 5}, {}, {}) == "mesh 0 x 5: too small; use at least 1 x 2");
    BOOST_TEST(route({65536, 65536}, {}, {}) ==
               "mesh 65536 x 65536: too large; use at most 2^30 nodes");
    BOOST_TEST(route({2, 2}, {{0, 1}, {0, 4}}, {}) ==
               "mesh 2 x 2: circuits[1] = 0 -> 4: both ends must be in 0..3");
    BOOST_TEST(route({2, 2}, {{3, 3}}, {}) ==
               "mesh 2 x 2: circuits[0] = 3 -> 3: a node needs no circuit to itself; remove it");
    BOOST_TEST(route({2, 2}, {}, {.max_overlap = 0}) ==
               "max_overlap = 0: an edge takes at least 1 circuit");
    BOOST_TEST(route({2, 2}, {}, {.trials = 0}) == "trials = 0: a circuit needs at least 1 trial");
    BOOST_TEST(route({2, 2}, {}, {.penalty = 0.5}) ==
               "penalty = 0.500000: must be finite and >= 1");
}

BOOST_AUTO_TEST_CASE(fibres_of_a_corner) {
    // Four circuits leave a corner with two edges: two on each, and both ways round.
    const auto found = kernels::route_fibres({2, 2}, std::vector<Pair>(4, Pair{0, 3}));
    BOOST_TEST(found.bound == 2);
    BOOST_TEST(found.reached == 2);
    BOOST_TEST(found.proven());
    // With three on the edge 0 - 1 already (number 0): 3 + 4 over two edges make 4.
    std::vector<int> existing(8, 0);
    existing[0] = 3;
    const auto more = kernels::route_fibres({2, 2}, std::vector<Pair>(4, Pair{0, 3}), existing);
    BOOST_TEST(more.bound == 4);
    BOOST_TEST(more.reached == 4);
    BOOST_TEST(more.loads[0] == 4);
    BOOST_TEST(kernels::route_fibres({2, 2}, {}).reached == 0);
}

BOOST_AUTO_TEST_CASE(parity_proves_what_cuts_do_not) {
    // Both diagonals of 2 x 2. Both cross between the rows, and between the columns, over two edges
    // each: one per edge would leave no edge free. But one circuit ends at each corner, which has
    // two edges: an odd number stays free there.
    const std::vector<Pair> circuits{{0, 3}, {1, 2}};
    const auto found = kernels::route_fibres({2, 2}, circuits);
    BOOST_TEST(found.cut_bound == 1);
    BOOST_TEST(found.bound == 2);
    BOOST_TEST(found.reached == 2);
}

BOOST_AUTO_TEST_CASE(budgets_that_run_out_say_so) {
    // Too large a program for the budget: the gap stays, and the status says so.
    const auto circuits = kernels::random_circuits(64, 100, 211);
    const auto plan = solvers::pccl::fewest_fibres(
        {8, 8}, circuits, {}, {.passes = 0, .max_nodes = 10, .max_columns = 100});
    BOOST_TEST(plan.routes.bound == 6);
    BOOST_TEST(plan.routes.reached > 6);
    BOOST_TEST((plan.status == solvers::pccl::FibreConstruction::Status::budget));
    BOOST_TEST(!plan.by_bounds);
}

BOOST_AUTO_TEST_CASE(fibre_refusals) {
    const auto route = [](const GridShape& grid, const std::vector<Pair>& circuits,
                          const std::vector<int>& existing, int passes = 1) {
        return refusal([&] { kernels::route_fibres(grid, circuits, existing, passes); });
    };
    BOOST_TEST(route({1, 1}, {}, {}) == "grid 1 x 1: too small; use at least 1 x 2");
    BOOST_TEST(route({2, 2}, {{0, 0}}, {}) ==
               "grid 2 x 2: circuits[0] = 0 -> 0: a node needs no circuit to itself; remove it");
    BOOST_TEST(route({2, 2}, {}, {1}) == "existing: 1 entries; give one per edge number, 8");
    BOOST_TEST(route({2, 2}, {}, {-1, 0, 0, 0, 0, 0, 0, 0}) == "existing[0] = -1: must be >= 0");
    BOOST_TEST(route({2, 2}, {}, {0, 0, 1, 0, 0, 0, 0, 0}) ==
               "existing[2] = 1: there is no such edge; write 0");
    BOOST_TEST(route({2, 2}, {}, {}, -1) == "passes = -1: must be >= 0");
    BOOST_TEST(refusal([] { kernels::random_circuits(1, 2, 0); }) ==
               "servers = 1: circuits join two of them; use 2 or more");
    BOOST_TEST(refusal([] { kernels::random_circuits(4, -2, 0); }) ==
               "count = -2: the number of circuits must be >= 0");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
