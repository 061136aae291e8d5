// Reference vectors of the common accounting (common.json): what steps cost on lanes, and what
// every scheduler makes of a point on the switch.
#include <boost/test/unit_test.hpp>

#include <regex>

#include "kernels/collectives/collective_algorithms.hpp"
#include "kernels/flow/lane_flow.hpp"
#include "solvers/contract/scheduler_row.hpp"
#include "solvers/one_accounting/lanes/lane_pool.hpp"
#include "solvers/one_accounting/lanes/lane_problem.hpp"
#include "solvers/registry/registry.hpp"
#include "tests/support/reference.hpp"

BOOST_AUTO_TEST_SUITE(common_values)

using namespace lightsweep;
using namespace lightsweep::solvers;
using kernels::Node;
using kernels::Permutation;
using kernels::Topology;

namespace {

Permutation permutation_named(const std::string& name, Node n) {
    if (name.starts_with("shift")) return Permutation::shift(n, std::stoi(name.substr(5)));
    if (name.starts_with("xor")) return Permutation::exclusive_or(n, std::stoi(name.substr(3)));
    return Permutation::list(nlohmann::json::parse(name.substr(4)).get<std::vector<Node>>());
}

/// "1*shift+1 + 1*shift+15", "torus 4x4"
Topology lanes_named(const std::string& text, Node n) {
    std::smatch sizes;
    if (std::regex_match(text, sizes, std::regex("torus (\\d+)x(\\d+)")))
        return Topology::torus({std::stoi(sizes[1]), std::stoi(sizes[2])},
                               kernels::LinkBandwidth::split);
    std::vector<kernels::Lanes> lanes;
    const std::regex lane("(\\d+)\\*(list\\[[^\\]]*\\]|[a-z]+[-+]?\\d+)");
    for (std::sregex_iterator at(text.begin(), text.end(), lane), end; at != end; ++at)
        lanes.push_back({permutation_named((*at)[2], n), std::stoi((*at)[1])});
    return Topology::lanes(std::move(lanes));
}

StepMeasure accounting_of(const nlohmann::json& in) {
    return in["route"] == "path" ? measures::lanes_path : measures::lanes_flow;
}

std::shared_ptr<const Problem> structure_of(const nlohmann::json& in) {
    const auto n = in["nodes"].get<Node>(), k = in["planes"].get<Node>();
    auto base = one_accounting::base_topology(in["topology"].get<std::string>(), n, k);
    return std::make_shared<const Problem>(one_accounting::make_problem(
        kernels::build_collective(in["collective"].get<std::string>(), n, kernels::Order::near),
        base.value(), k, accounting_of(in)));
}

kernels::Parameters parameters_of(const nlohmann::json& in) {
    kernels::Parameters p{};
    p.per_step_latency = in["per_step_latency"];
    p.per_hop_latency = in["per_hop_latency"];
    p.message = in["message"];
    p.bandwidth = in["bandwidth"];
    p.reconfiguration_delay = in["reconfiguration_delay"];
    return p;
}

void check_close(double value, double expected, const std::string& what, double tolerance = 1e-9) {
    BOOST_TEST(std::abs(value - expected) <= tolerance * std::max(std::abs(expected), 1e-300),
               what << ": " << value << " instead of " << expected);
}

}  // namespace

BOOST_AUTO_TEST_CASE(common_step_costs) {
    int seen = 0;
    for (const auto& one : tests::cases("common.json", "step_cost")) {
        const auto& in = one["inputs"];
        const auto n = in["nodes"].get<Node>();
        const auto route =
            in["route"] == "path" ? kernels::LaneRoute::path : kernels::LaneRoute::flow;
        const kernels::LaneFlow flow(lanes_named(in["topology"], n), route);
        // Symbolic where it can be, as the collectives give it.
        auto demand = Permutation::list(in["destinations"].get<std::vector<Node>>());
        const auto found = flow(demand);
        const auto& expected = one["expected"];
        const std::string id = one["id"];
        BOOST_TEST(found.reachable() == !expected["hops"].is_null(), id);
        if (!found.reachable()) continue;
        BOOST_TEST(found.hops == expected["hops"].get<Node>(), id);
        check_close(found.stretch(), expected["inverse_theta"], id);
        ++seen;
    }
    BOOST_TEST(seen > 40);
}

BOOST_AUTO_TEST_CASE(common_schedulers) {
    int seen = 0, applicable = 0;
    for (const auto& one : tests::cases("common.json", "scheduler")) {
        const auto& in = one["inputs"];
        const auto& expected = one["expected"];
        const std::string id = one["id"].get<std::string>() + " " +
                               in["collective"].get<std::string>() + " " +
                               in["scheduler"].get<std::string>();
        const auto structure = structure_of(in);
        const auto* row =
            find_scheduler(in["scheduler"].get<std::string>(), common_scheduler_table());
        BOOST_TEST_REQUIRE(row, id);
        const auto why = why_not_applicable(*row, *structure);
        // The vectors are from before planes and formulas took several peers.
        const bool is_open = expected.value("reason", "") == "steps with one peer only";
        BOOST_TEST((is_open || why.has_value() == (expected["status"] != "ok")), id);
        if (is_open && in["scheduler"] != "one-shot") BOOST_TEST(!why, id);
        ++seen;
        if (why || expected["status"] != "ok") continue;
        ++applicable;
        const auto p = parameters_of(in);
        ResultRow result;
        prepare(*row, structure, {})->evaluate(kernels::row_at(p), result);
        if (expected.value("compare", "").starts_with("value in")) {
            BOOST_TEST(result.completion[0] >= expected["lower_bound"].get<double>() * (1 - 1e-9),
                       id);
            BOOST_TEST(
                result.completion[0] <= expected["completion_time"].get<double>() * (1 + 1e-9), id);
            continue;
        }
        check_close(result.completion[0], expected["completion_time"], id);
        if (expected.contains("compare")) continue;
        BOOST_TEST(result.n_reconfigurations[0] == expected["reconfigurations"].get<int>(), id);
        check_close(result.propagation[0], expected["hops"].get<double>() * p.per_hop_latency, id);
        check_close(result.transmission[0] + result.congestion[0],
                    expected["transmission"].get<double>() * p.message_time(), id);
    }
    BOOST_TEST(seen >= 143);
    BOOST_TEST(applicable > 70);
}

BOOST_AUTO_TEST_SUITE_END()
