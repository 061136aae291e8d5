// The reference vectors of an independent event simulator: rates, flows, draws, plans, problems.
#include <boost/test/unit_test.hpp>

#include "sweeps/simulation/event_run.hpp"
#include "sweeps/simulation/plan_system.hpp"
#include "tests/support/reference.hpp"

namespace lightsweep::tests {
namespace {

namespace simulation = sweeps::simulation;
using simulation::RunOptions;

/// The links of a case by their ends, and their capacities.
struct Network {
    explicit Network(const Json& links) {
        for (const auto& link : links) {
            number[{link[0], link[1]}] = static_cast<int>(capacity.size());
            capacity.push_back(link[2]);
        }
    }
    std::vector<simulation::Link> links_of(const Json& path) const {
        std::vector<simulation::Link> links;
        for (std::size_t i = 1; i < path.size(); ++i)
            links.push_back(number.at({path[i - 1].get<int>(), path[i].get<int>()}));
        return links;
    }
    std::map<std::pair<int, int>, int> number{};
    std::vector<double> capacity{};
};

RunOptions options_of(const Json& options) {
    RunOptions run;
    run.store = !options.value("cut_through", true);
    run.weighted = options.value("sharing", "fair") == "weighted";
    run.acknowledged = options.value("acknowledged", false);
    if (!options.contains("jitter")) return run;
    const auto& jitter = options["jitter"];
    run.jitter = {jitter["seed"],
                  jitter["step"],
                  jitter["reconfiguration"],
                  jitter["law"] == "exponential",
                  jitter.value("planes", 0),
                  jitter.value("straggler_share", 0.0),
                  jitter.value("straggler_factor", 1.0)};
    return run;
}

BOOST_AUTO_TEST_SUITE(physics_vectors)

BOOST_AUTO_TEST_CASE(draws) {
    const auto found = cases("physics.json", "draw");
    BOOST_TEST(found.size() == 8u);
    for (const auto& one : found) {
        std::uint64_t h = simulation::mixed(one["inputs"]["seed"].get<std::uint64_t>());
        for (const auto& word : one["inputs"]["words"])
            h = simulation::mixed(h ^ word.get<std::uint64_t>());
        BOOST_TEST(static_cast<double>(h >> 11) * 0x1p-53 == one["expected"]["u"].get<double>());
    }
}

BOOST_AUTO_TEST_CASE(rates) {
    const auto found = cases("physics.json", "rates");
    BOOST_TEST(found.size() == 20u);
    for (const auto& one : found) {
        const auto& in = one["inputs"];
        const Network network(in["links"]);
        simulation::FairShares shares(network.capacity);
        int flow = 0;
        for (const auto& each : in["flows"]) shares.begin(flow++, network.links_of(each["path"]));
        shares.settle();
        for (int i = 0; i < flow; ++i)
            BOOST_TEST(close(shares.rate(i), one["expected"]["rates"][i].get<double>()),
                       one["id"] << " flow " << i << ": " << shares.rate(i));
    }
}

/// Every flow waits for a setup of its own, which ends when the flow begins.
simulation::System system_of(const Json& in) {
    const Network network(in["links"]);
    simulation::System system;
    for (const double rate : network.capacity) system.add_link(rate, -1);
    system.per_hop = in["per_hop"];
    system.planes = {0};
    for (const auto& flow : in["flows"]) {
        const auto& path = flow["path"];
        simulation::Way way{{}, flow["bytes"]};
        for (std::size_t i = 1; i < path.size(); ++i)
            way.hops.push_back({network.number.at({path[i - 1].get<int>(), path[i].get<int>()}),
                                path[i].get<int>()});
        system.transfers.push_back({0, 0, path.front(), path.back(), {way}});
        system.setups.push_back({0, 1, 0, flow["start"], {}});
    }
    system.n_items = system.transfers.size() + system.setups.size();
    for (std::size_t i = 0; i < system.transfers.size(); ++i)
        system.wait(i, system.setup_item(i));
    return system;
}

BOOST_AUTO_TEST_CASE(flows) {
    const auto found = cases("physics.json", "flows");
    BOOST_TEST(found.size() == 24u);
    for (const auto& one : found) {
        const auto system = system_of(one["inputs"]);
        const auto run = simulation::carry_out(system, options_of(one["inputs"]));
        BOOST_TEST(run.sound());
        for (std::size_t i = 0; i < system.transfers.size(); ++i)
            BOOST_TEST(close(run.finish[i], one["expected"]["ends"][i].get<double>()),
                       one["id"] << " flow " << i << " ends at " << run.finish[i]);
    }
}

BOOST_AUTO_TEST_CASE(plans) {
    const auto found = cases("physics.json", "plan");
    BOOST_TEST(found.size() == 10u);
    for (const auto& one : found) {
        auto plan = one["inputs"]["plan"];
        plan["hardware"] = one["inputs"]["hardware"];
        const auto& options = one["inputs"]["options"];
        const auto system = simulation::read_plan(plan, {options["barriers"]});
        const auto run = simulation::carry_out(system, options_of(options));
        const auto& expected = one["expected"];
        BOOST_TEST(run.sound() == expected["sound"].get<bool>(), one["id"] << ": soundness");
        if (expected.contains("simulated_time"))
            BOOST_TEST(close(run.end, expected["simulated_time"]), one["id"] << ": " << run.end);
        else
            BOOST_TEST(std::ranges::any_of(run.violations,
                                           [&](const simulation::Violation& violation) {
                                               return violation.code == expected["violation"];
                                           }),
                       one["id"] << ": " << expected["violation"] << " is not among "
                                 << run.violations.size() << " violations");
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
