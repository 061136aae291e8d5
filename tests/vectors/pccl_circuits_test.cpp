// The reference vectors of PCCL's circuits: split rounds, routes on a mesh, fibres between servers.
#include <boost/test/unit_test.hpp>

#include "kernels/collectives/edge_colouring.hpp"
#include "kernels/rack/mesh_routes.hpp"
#include "solvers/pccl/fibre_program.hpp"
#include "tests/support/circuit_routes.hpp"
#include "tests/support/reference.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(pccl_circuits)

using kernels::GridShape;
using kernels::Node;
using kernels::Pair;

std::vector<Json> pccl(const std::string& kind, std::size_t count) {
    auto found = cases("pccl.json", kind);
    BOOST_TEST_REQUIRE(found.size() == count, "cases of kind " << kind);
    return found;
}

std::vector<Pair> pairs_of(const Json& list) {
    std::vector<Pair> pairs;
    for (const auto& pair : list) pairs.push_back({pair[0], pair[1]});
    return pairs;
}

std::vector<Pair> transfers_of(const Json& in) {
    if (in["transfers"].is_array()) return pairs_of(in["transfers"]);
    BOOST_TEST_REQUIRE(in["transfers"] == "all ordered pairs");
    return all_pairs(in["n"]);
}

BOOST_AUTO_TEST_CASE(split_round) {
    for (const auto& c : pccl("split_round", 3)) {
        const auto transfers = transfers_of(c["inputs"]);
        const Node n = c["inputs"]["n"], limit = c["inputs"]["limit"];
        const auto split = kernels::split_transfers(n, transfers, limit);
        BOOST_TEST(split.rounds == c["expected"]["parts"].get<Node>(), "case " << c["id"]);
        BOOST_TEST(split_fault(n, transfers, limit, split) == "", "case " << c["id"]);
    }
}

BOOST_AUTO_TEST_CASE(mesh_routes) {
    for (const auto& c : pccl("mesh_routes", 2)) {
        const auto& in = c["inputs"];
        const GridShape mesh{in["rows"], in["cols"]};
        const auto circuits = pairs_of(in["pairs"]);
        const auto found =
            kernels::route_mesh(mesh, circuits, {in["max_overlap"], in["trials"], in["penalty"]});
        const auto& expected = c["expected"];
        BOOST_TEST(found.routed() == expected["routed"].get<std::size_t>(), "case " << c["id"]);
        BOOST_TEST(found.max_load == expected["max_edge_count"].get<int>(), "case " << c["id"]);
        BOOST_TEST(routes_fault(mesh, circuits, found.routes, found.loads, found.failed) == "");
        for (std::size_t i = 0; i < circuits.size(); ++i) {
            const auto& route = expected["routes"][i];
            const auto wanted =
                route.is_null() ? std::vector<Node>{} : route.get<std::vector<Node>>();
            BOOST_TEST(found.routes[i] == wanted, boost::test_tools::per_element());
        }
    }
}

BOOST_AUTO_TEST_CASE(fibers) {
    for (const auto& c : pccl("fibers", 7)) {
        const auto& in = c["inputs"];
        BOOST_TEST_REQUIRE(in["directed"] == false, "case " << c["id"]);
        const GridShape grid{in["rows"], in["cols"]};
        const auto circuits = pairs_of(in["circuits"]);
        const auto& expected = c["expected"];
        const auto found = kernels::route_fibres(grid, circuits);
        BOOST_TEST(found.cut_bound == expected["cut_lower_bound"].get<int>(), "case " << c["id"]);
        BOOST_TEST(found.bound <= expected["optimum"].get<int>(), "case " << c["id"]);
        if (expected.contains("reached"))
            BOOST_TEST(found.reached == expected["reached"].get<int>(), "case " << c["id"]);
        BOOST_TEST(routes_fault(grid, circuits, found.routes, found.loads, {}) == "");
        const auto plan = solvers::pccl::fewest_fibres(grid, circuits);
        BOOST_TEST(plan.routes.reached == expected["optimum"].get<int>(), "case " << c["id"]);
        BOOST_TEST((plan.status == solvers::pccl::FibreConstruction::Status::optimal),
                   "case " << c["id"]);
    }
}

BOOST_AUTO_TEST_CASE(circuit_generator) {
    for (const auto& c : pccl("fibers", 7)) {
        const auto& in = c["inputs"];
        const Node servers = in["rows"].get<Node>() * in["cols"].get<Node>();
        const auto drawn = kernels::random_circuits(servers, in["count"], in["seed"]);
        const auto listed = pairs_of(in["circuits"]);
        BOOST_TEST_REQUIRE(drawn.size() == listed.size(), "case " << c["id"]);
        for (std::size_t i = 0; i < drawn.size(); ++i)
            BOOST_TEST((drawn[i].from == listed[i].from && drawn[i].to == listed[i].to),
                       "case " << c["id"] << " circuit " << i);
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
