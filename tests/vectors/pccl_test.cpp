// PCCL's reference vectors: topologies, rounds, congestion and dilation, fixed costs, Algorithm 1.
#include <boost/test/unit_test.hpp>

#include "kernels/collectives/multiport_collectives.hpp"
#include "kernels/routes/path_congestion.hpp"
#include "kernels/topologies/topology_table.hpp"
#include "solvers/contract/scheduler_row.hpp"
#include "solvers/pccl/pccl.hpp"
#include "solvers/registry/registry.hpp"
#include "solvers/walks/walk_envelope.hpp"
#include "tests/support/reference.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(pccl_vectors)

using kernels::Node;
using kernels::Route;
using kernels::Topology;
using namespace lightsweep::solvers;

Topology pccl_topology(const std::string& name, Node n,
                       kernels::LinkBandwidth bandwidth = kernels::LinkBandwidth::full) {
    kernels::TopologyParameters p;
    p.n = n;
    p.link_bandwidth = bandwidth;
    return kernels::make_topology(name, p);
}

std::string algorithm(const std::string& name) {
    const std::map<std::string, std::string> names{
        {"ring", "reduce-scatter/ring"},
        {"bucket2d", "reduce-scatter/bucket-2d"},
        {"bucket3d", "reduce-scatter/bucket-3d"},
        {"rhd_far", "reduce-scatter/halving-doubling-far"},
        {"rhd_near", "reduce-scatter/halving-doubling-near"},
        {"swing1d", "reduce-scatter/swing"},
        {"swing2d", "reduce-scatter/swing-2d"},
        {"swing3d", "reduce-scatter/swing-3d"},
        {"allreduce_rhd_far", "allreduce/halving-doubling-far"},
        {"dex", "alltoall/hypercube"}};
    return names.at(name);
}

Route route_named(const std::string& name) {
    if (name == "ecmp") return Route::ecmp;
    return name == "lex" ? Route::lex : Route::dor;
}

StepMeasure accounting_named(const std::string& route) {
    if (route == "ecmp") return measures::paths_ecmp;
    return route == "lex" ? measures::paths_lex : measures::paths_dor;
}

BOOST_AUTO_TEST_CASE(topologies) {
    for (const auto& c : cases("pccl.json", "topology")) {
        const Node n = c["inputs"]["n"];
        const auto topology = pccl_topology(c["inputs"]["topology"], n);
        const auto links = kernels::simple_links(topology);
        BOOST_TEST(links.size() == c["expected"]["directed_edges"].get<std::size_t>(), c["id"]);
        std::vector<Node> last;
        for (const auto& [from, to] : links)
            if (from == n - 1) last.push_back(to);
        BOOST_TEST(last == c["expected"]["neighbours_of_last"].get<std::vector<Node>>(), c["id"]);
        for (const Route route : {Route::dor, Route::lex})
            BOOST_TEST(kernels::PathCounter(topology, route).degree() ==
                       c["expected"]["max_degree"].get<Node>());
    }
    for (const auto& c : cases("pccl.json", "topology_edges")) {
        const auto dims = c["inputs"]["dims"].get<std::vector<Node>>();
        const auto full = kernels::LinkBandwidth::full;
        const auto topology =
            c["inputs"]["wrap"] ? Topology::torus(dims, full) : Topology::grid(dims, full);
        const auto expected = c["expected"]["edges"].get<std::vector<std::pair<Node, Node>>>();
        BOOST_TEST((kernels::simple_links(topology) == expected), c["id"]);
        BOOST_TEST(kernels::PathCounter(topology, Route::dor).degree() ==
                   c["expected"]["max_degree"].get<Node>());
    }
}

BOOST_AUTO_TEST_CASE(rounds) {
    for (const auto& c : cases("pccl.json", "schedule")) {
        const Node n = c["inputs"]["n"];
        const auto made = kernels::build_collective(algorithm(c["inputs"]["algorithm"]), n);
        const auto& out = c["expected"];
        BOOST_TEST_REQUIRE(made.steps.size() == out["rounds"].get<std::size_t>(), c["id"]);
        for (std::size_t k = 0; k < made.steps.size(); ++k) {
            BOOST_TEST(made.steps[k].share * c["inputs"]["bytes"].get<double>() ==
                       out["bytes_per_round"][k].get<double>());
            BOOST_TEST(made.steps[k].peer(0) == out["peer_of_rank0"][k].get<Node>(), c["id"]);
            BOOST_TEST(made.steps[k].peer(n - 1) == out["peer_of_rank_last"][k].get<Node>());
        }
    }
    for (const auto& c : cases("pccl.json", "swing_rho")) {
        const auto ring = kernels::swing_exchanges({1 << 12});
        for (std::size_t s = 0; s < c["inputs"]["s"].size(); ++s)
            BOOST_TEST(ring[s](0) ==
                       kernels::modulo(c["expected"]["rho"][s].get<std::int64_t>(), 1 << 12));
    }
    for (const auto& c : cases("pccl.json", "swing_steps")) {
        const auto dims = c["inputs"]["dims"].get<std::vector<Node>>();
        const auto exchanges = kernels::swing_exchanges(dims);
        const std::int64_t rho[] = {1, -1, 3};
        const Node strides[] = {dims[1] * dims[2], dims[2], 1};
        BOOST_TEST_REQUIRE(exchanges.size() == c["expected"]["dim_step"].size());
        for (std::size_t g = 0; g < exchanges.size(); ++g) {
            const std::size_t k = c["expected"]["dim_step"][g][0];
            const std::size_t s = c["expected"]["dim_step"][g][1];
            BOOST_TEST(exchanges[g](0) == kernels::modulo(rho[s], dims[k]) * strides[k]);
        }
    }
}

/// Fractions of ecmp come as numbers, whole ones as integers.
void check_uses(const Json& c, const std::vector<std::size_t>& which) {
    const Node n = c["inputs"]["n"];
    const auto made = kernels::build_collective(algorithm(c["inputs"]["algorithm"]), n);
    const kernels::PathCounter counter(pccl_topology(c["inputs"]["topology"], n),
                                       route_named(c["inputs"]["route"]));
    const auto& out = c["expected"];
    for (std::size_t i = 0; i < which.size(); ++i) {
        const auto& peer = made.steps[which[i]].peer;
        const auto use = counter(peer), listed = counter(kernels::transfers(peer));
        const auto where = c["id"].dump() + " round " + std::to_string(which[i]);
        BOOST_TEST(close(use.congestion, out["congestion_directed"][i].get<double>()), where);
        BOOST_TEST(use.dilation == out["dilation"][i].get<Node>(), where);
        BOOST_TEST(close(listed.congestion, use.congestion), where);
        BOOST_TEST(close(listed.undirected, use.undirected), where);
        BOOST_TEST(listed.dilation == use.dilation, where);
        if (out.contains("congestion_undirected"))
            BOOST_TEST(close(use.undirected, out["congestion_undirected"][i].get<double>()), where);
    }
}

BOOST_AUTO_TEST_CASE(congestion_and_dilation) {
    for (const auto& c : cases("pccl.json", "congestion_dilation")) {
        std::vector<std::size_t> all(c["expected"]["dilation"].size());
        for (std::size_t k = 0; k < all.size(); ++k) all[k] = k;
        check_uses(c, all);
    }
    for (const auto& c : cases("pccl.json", "congestion_dilation_rounds"))
        check_uses(c, c["inputs"]["rounds"].get<std::vector<std::size_t>>());
}

BOOST_AUTO_TEST_CASE(any_transfers_on_any_graph) {
    for (const auto& c : cases("pccl.json", "algorithm2_explicit")) {
        const auto& in = c["inputs"];
        std::vector<kernels::Edge> links;
        for (const auto& link : in["directed_edges"]) links.push_back({link[0], link[1], 1.0});
        const auto graph = Topology::edges(in["n"], links, kernels::LinkBandwidth::full);
        std::vector<kernels::Pair> round;
        for (const auto& pair : in["transfers"]) round.push_back({pair[0], pair[1]});
        for (const std::string rule : {"lex", "ecmp"}) {
            const auto use = kernels::PathCounter(graph, route_named(rule))(round);
            const auto& out = c["expected"][rule];
            BOOST_TEST(use.reachable() == std::isfinite(number(out[0])), c["id"] << " " << rule);
            if (!use.reachable()) continue;
            BOOST_TEST(close(use.congestion, number(out[0])), c["id"] << " " << rule);
            BOOST_TEST(use.dilation == static_cast<Node>(number(out[1])), c["id"] << " " << rule);
            const double time =
                3e-6 * use.dilation + use.congestion * in["bytes"].get<double>() / 450e9;
            BOOST_TEST(close(time, number(out[2])), c["id"] << " " << rule);
        }
    }
}

std::shared_ptr<const Problem> structure_of(const std::string& name, const std::string& topology,
                                            Node n, const std::string& route,
                                            kernels::LinkBandwidth bandwidth,
                                            const std::vector<std::string>& pool = {}) {
    Pool others;
    for (const auto& one : pool) others.others.push_back(pccl_topology(one, n));
    return std::make_shared<const Problem>(make_problem(
        kernels::build_collective(algorithm(name), n), pccl_topology(topology, n, bandwidth),
        std::move(others), 0, accounting_named(route)));
}

ResultRow row_of(const PreparedScheduler& plan, double alpha, double sent,
                 const std::vector<double>& delays) {
    ResultRow row;
    row.want_decisions = true;
    plan.evaluate({0, alpha, sent, delays}, row);
    return row;
}

BOOST_AUTO_TEST_CASE(fixed_topologies) {
    for (const auto& c : cases("pccl.json", "fixed_cost"))
        for (const auto& [name, costs] : c["expected"].items())
            for (const auto& [reading, expected] : costs.items()) {
                const auto bandwidth = reading.starts_with("split") ? kernels::LinkBandwidth::split
                                                                    : kernels::LinkBandwidth::full;
                const auto& in = c["inputs"];
                const auto structure =
                    structure_of(name, in["topology"], in["n"],
                                 reading.ends_with("lex") ? "lex" : "dor", bandwidth);
                const auto plan = prepare(*find_scheduler("static"), structure, {});
                const double sent = in["bytes"].get<double>() * in["beta"].get<double>();
                const auto row = row_of(*plan, in["alpha"], sent, {0.0});
                BOOST_TEST(close(row.completion[0], expected.get<double>()),
                           c["id"] << " " << name << " " << reading);
            }
}

/// Algorithm 1 under three readings of the standard topologies, by the list of planes and by the
/// recurrence.
BOOST_AUTO_TEST_CASE(optima) {
    for (const auto& c : cases("pccl.json", "pccl"))
        for (const std::string reading : {"none", "g0", "five"}) {
            const auto& in = c["inputs"];
            std::vector<std::string> pool;
            if (reading == "five") pool = {"ring", "torus2d", "torus3d", "grid2d", "grid3d"};
            const auto structure = structure_of(in["algorithm"], in["g0"], in["n"], in["route"],
                                                kernels::LinkBandwidth::full, pool);
            SchedulerOptions options;
            options.stay_away = reading == "none";
            const auto plan = pccl::prepare_pccl(structure, options),
                       witness = optimum_by_recurrence(
                           pccl::class_walks(pccl::class_space(structure, options.stay_away == 0)));
            const double sent = in["bytes"].get<double>() / 450e9;
            std::vector<double> delays;
            for (const auto& one : c["expected"][reading]["optimum"]) delays.push_back(one["r"]);
            const auto row = row_of(*plan, 3e-6, sent, delays),
                       same = row_of(*witness, 3e-6, sent, delays);
            const auto where = c["id"].dump() + " " + reading;
            for (std::size_t i = 0; i < delays.size(); ++i) {
                const auto& one = c["expected"][reading]["optimum"][i];
                BOOST_TEST(close(row.completion[i], one["cost"].get<double>()), where);
                BOOST_TEST(close(same.completion[i], one["cost"].get<double>()), where);
                const int changes = one["min_reconfigurations_at_optimum"];
                BOOST_TEST(row.n_reconfigurations[i] == changes, where << " r " << delays[i]);
                BOOST_TEST(same.n_reconfigurations[i] == changes, where << " r " << delays[i]);
            }
            BOOST_TEST_REQUIRE(plan->envelope());
            const auto& envelope = c["expected"][reading]["envelope_at_most_k_changes"];
            for (std::size_t k = 0; k < envelope.size(); ++k) {
                double least = std::numeric_limits<double>::infinity();
                for (const auto& schedule : plan->envelope()->schedules())
                    if (schedule.reconfigurations <= static_cast<int>(k))
                        least = std::min(
                            least, 3e-6 * schedule.hops +
                                       sent * (plan->envelope()->volume() + schedule.congestion));
                BOOST_TEST(close(least, envelope[k].get<double>()), where << " k " << k);
            }
        }
}

/// A table of costs as a space: g0 first, then the other standard classes, then the rest.
WalkSpace table_space(const Json& in) {
    std::vector<std::size_t> order{in["g0"].get<std::size_t>()};
    bool may_return = false;
    for (const std::size_t k : in["standard"].get<std::vector<std::size_t>>()) {
        may_return = may_return || k == order[0];
        if (k != order[0]) order.push_back(k);
    }
    const std::size_t n_bases = order.size(), classes = in["cost"][0].size();
    for (std::size_t k = 0; k < classes; ++k)
        if (std::find(order.begin(), order.end(), k) == order.end()) order.push_back(k);
    kernels::Collective collective{kernels::Primitive::custom, "custom", 2, {}, {}};
    for (std::size_t i = 0; i < in["cost"].size(); ++i)
        collective.steps.push_back({kernels::Permutation::shift(2, 1), 1.0});
    auto structure = std::make_shared<const Problem>(
        make_problem(collective, Topology::ring(2, kernels::LinkBandwidth::full)));
    const std::vector<Topology> topologies(classes, structure->base);
    WalkSpace space{{structure, topologies, n_bases, false, kernels::state_bits, {}}, {}, {}};
    for (const std::size_t k : order) {
        auto costs = structure->costs;
        for (std::size_t i = 0; i < costs.steps(); ++i) {
            const double cost = number(in["cost"][i][k]);
            costs.hops[i] = cost;
            costs.stretch[i] = std::isfinite(cost) ? 1.0 : cost;
        }
        space.on.push_back(std::move(costs));
    }
    for (const std::size_t k : in["ideal"].get<std::vector<std::size_t>>())
        space.own.push_back(
            static_cast<std::size_t>(std::find(order.begin(), order.end(), k) - order.begin()));
    space.may_follow = [own = space.own, n_bases, may_return](std::size_t i, std::size_t from,
                                                              std::size_t to) {
        return from == to || to == own[i] || (to < n_bases && (to > 0 || may_return));
    };
    return space;
}

BOOST_AUTO_TEST_CASE(tables_of_costs) {
    for (const auto& c : cases("pccl.json", "dp_table")) {
        const auto space = table_space(c["inputs"]);
        const double r = c["inputs"]["r"];
        const auto row = row_of(*optimum_by_recurrence(pccl::class_walks(space)), 1.0, 0.0, {r});
        BOOST_TEST(close(row.completion[0], number(c["expected"]["cost"])), c["id"]);
        BOOST_TEST(row.n_reconfigurations[0] ==
                       c["expected"]["min_reconfigurations_at_optimum"].get<int>(),
                   c["id"]);
        const auto table = *walk_envelope(space);
        const auto& envelope = c["expected"]["envelope"];
        for (std::size_t k = 0; k < envelope.size(); ++k) {
            double least = std::numeric_limits<double>::infinity();
            for (const auto& plane : table.schedules())
                if (plane.reconfigurations <= static_cast<int>(k))
                    least = std::min(least, plane.hops);
            BOOST_TEST(close(least, number(envelope[k])), c["id"] << " k " << k);
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
