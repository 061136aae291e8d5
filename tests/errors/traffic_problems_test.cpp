// Single problems with the keys of traffic: root, shares, sizes of rings, steps of several peers.
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "tests/errors/eval_answers.hpp"
#include "tests/support/reference.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(traffic_problems)

using Nlohmann = nlohmann::json;

Nlohmann problem(const char* scheduler, const char* rules, const char* collective, int nodes,
                 const Nlohmann& more) {
    Nlohmann all{{"scheduler", scheduler},   {"rules", rules},
                 {"collective", collective}, {"nodes", nodes},
                 {"message", 33554432},      {"bandwidth", 450e9},
                 {"per_step_latency", 1e-6}, {"reconfiguration_delay", 5e-6}};
    all.merge_patch(more);
    return all;
}

const Nlohmann on_torus{
    {"link_bandwidth", "split"}, {"per_hop_latency", 3e-6}, {"per_step_latency", 0}};

BOOST_AUTO_TEST_CASE(all_ports_of_rings_and_tori) {
    std::vector<std::string> lines;
    std::vector<double> times;
    for (const char* kind : {"bucket_multiport", "swing_multiport", "pccl_multiport"})
        for (const auto& one : cases("traffic.json", kind)) {
            lines.push_back(one["input"].dump());
            times.push_back(one["expected"]["completion_time"]);
            if (!one["expected"].contains("X_best_shares")) continue;
            auto best = one["input"];
            best["shares"] = "best";
            lines.push_back(best.dump());
            const double x = one["expected"]["X_best_shares"], hops = 3e-6;
            times.push_back(one["expected"]["steps"].get<double>() * hops +
                            x * best["message"].get<double>() / best["bandwidth"].get<double>());
        }
    const auto found = answers(lines);
    BOOST_TEST(found.size() == 20u);
    for (std::size_t i = 0; i < found.size(); ++i)
        BOOST_TEST(close(found[i]["completion_time"].get<double>(), times[i], 1e-7),
                   found[i].dump() << ": " << lines[i]);
}

BOOST_AUTO_TEST_CASE(roots_and_faults_of_the_keys) {
    const Nlohmann planes{{"planes", 2}}, ring{{"topology", "ring"}};
    const auto with = [](Nlohmann one, const Nlohmann& more) {
        one.merge_patch(more);
        return one.dump();
    };
    const auto binomial = problem("swot", "swot", "broadcast/binomial", 12, planes),
               chain = problem("swot", "swot", "reduce/chain(4)", 12, planes),
               shift = problem("swot", "swot", "alltoall/shift", 12, planes);
    auto swing = problem("static", "pccl", "reduce-scatter/swing-multiport(16)", 16, on_torus);
    swing.merge_patch(ring);
    const auto found = answers({binomial.dump(), with(binomial, {{"root", 5}}), chain.dump(),
                                with(chain, {{"root", 11}}), with(binomial, {{"root", 12}}),
                                with(shift, {{"root", 1}}), with(shift, {{"shares", "best"}}),
                                with(swing, {{"dims", {4, 4}}}), with(swing, {{"dims", {16}}}),
                                with(chain, {{"chunks", 2}})});
    for (const std::size_t i : {0u, 2u})
        BOOST_TEST(found[i]["completion_time"] == found[i + 1]["completion_time"]);
    expect_error(found[4], {"root = 12", "0 to 11"});
    expect_error(found[5], {"root = 1", "broadcast/binomial"});
    expect_error(found[6], {"shares = best", "bucket-multiport"});
    expect_error(found[7], {"dims = [4, 4]"});
    BOOST_TEST(found[8]["status"] == "optimal", found[8].dump());
    expect_error(found[9], {"chunks = 2"});
}

BOOST_AUTO_TEST_CASE(steps_of_several_peers_under_all_rules) {
    const Nlohmann steps{{"steps",
                          {{{"shift", {1, 2}}, {"bytes", {1e6, 2e6}}},
                           {{"shift", 3}, {"bytes", 1e6}},
                           {{"shift", {2, 1}}, {"bytes", {2e6, 1e6}}}}},
                         {"message", nullptr}};
    std::vector<std::string> lines;
    const auto add = [&](const char* scheduler, const char* rules, const Nlohmann& more) {
        auto one = problem(scheduler, rules, "custom", 8, more);
        one.merge_patch(steps);
        lines.push_back(one.dump());
    };
    for (const char* name : {"swot", "one-shot", "strawman", "ideal", "swot-milp", "segments",
                             "segments-overlap", "addanki-reuse", "pccl", "every-step"})
        for (const int planes : {4, 1})
            add(name, "common",
                {{"planes", planes}, {"topology", "ring-uni"}, {"per_hop_latency", 0}});
    for (const char* name :
         {"addanki-reuse", "every-step-reuse", "addanki", "addanki-best-pool", "addanki-pool"})
        for (const int degree : {4, 1}) {
            Nlohmann more{{"topology", "ring-uni"}, {"degree", degree}, {"per_hop_latency", 0}};
            if (std::string(name).ends_with("pool")) more["pool"] = {"ring-uni"};
            if (std::string(name) == "addanki-best-pool") more["pool_size"] = 1;
            add(name, "addanki", more);
        }
    for (const char* name : {"pccl", "static", "every-step", "pccl-milp"})
        add(name, "pccl", {{"topology", "ring"}, {"per_hop_latency", 1e-6}});
    const auto found = answers(lines);
    for (std::size_t i = 0; i < found.size(); ++i) {
        const bool too_few = found[i].value("reason", "") == "too_few_planes";
        BOOST_TEST((found[i]["status"] == "optimal" || found[i]["status"] == "feasible" ||
                    found[i]["status"] == "formula" || too_few),
                   found[i].dump() << ": " << lines[i]);
        if (too_few) continue;
        BOOST_TEST(found[i]["lower_bound"].get<double>() <=
                       found[i]["completion_time"].get<double>() * (1 + 1e-12),
                   lines[i]);
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
