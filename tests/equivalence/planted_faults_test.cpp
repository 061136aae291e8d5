// Plans with one fault each, which the event simulator must report; the numbers of the faults are
// those of the comments. Faults of the simulator itself are found by unit: simulation.
#include <boost/test/unit_test.hpp>
#include <set>

#include "tests/support/simulated.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(planted_faults)

using Json = nlohmann::json;
using Words = std::vector<std::string>;

/// Every plane is set up before every step.
Json changing_plan(const char* initial = "free", double delay = 4e-6) {
    return plan_of({{"rules", "swot"},
                    {"scheduler", "strawman"},
                    {"nodes", 8},
                    {"planes", 2},
                    {"collective", "allreduce/halving-doubling"},
                    {"message", 1048576},
                    {"bandwidth", 1e11},
                    {"per_step_latency", 1e-6},
                    {"reconfiguration_delay", delay},
                    {"initial", initial}});
}

std::set<std::string> codes_of(const Json& plan, const simulation::RunOptions& options = {}) {
    const auto run = simulation::carry_out(simulation::read_plan(plan, {}), options);
    std::set<std::string> codes;
    for (const auto& one : run.violations) codes.insert(one.code);
    return codes;
}

bool has(const std::set<std::string>& codes, const Words& any) {
    return std::ranges::any_of(any, [&](const std::string& code) { return codes.contains(code); });
}

/// All entries of ranks in one step.
std::vector<Json*> entries_of(Json& plan, int step) {
    std::vector<Json*> entries;
    for (auto& rank : plan["ranks"])
        for (auto& transfer : rank["transfers"])
            if (transfer["step"] == step) entries.push_back(&transfer);
    return entries;
}

BOOST_AUTO_TEST_CASE(sound_plans_are_sound) {
    for (const char* initial : {"free", "first", "cold"})
        BOOST_TEST(codes_of(changing_plan(initial)).empty());
}

// 9: setup c of plane j does not wait for its plane's last step.
BOOST_AUTO_TEST_CASE(a_setup_begins_a_step_early) {
    const auto sound = changing_plan("cold");
    for (std::size_t j = 0; j < 2; ++j)
        for (std::size_t c = 1; c < sound["controller"][j]["reconfigurations"].size(); ++c) {
            auto plan = sound;
            auto& after = plan["controller"][j]["reconfigurations"][c]["after_step"];
            after = after.get<int>() - 1;
            BOOST_TEST(has(codes_of(plan), {"changes_under_flow", "dark_plane"}),
                       "plane " << j << ", setup " << c);
        }
}

// 10: the transfers of a step wait for nothing at all, at both ends.
BOOST_AUTO_TEST_CASE(transfers_wait_for_nothing) {
    for (int step = 1; step < 6; ++step) {
        auto plan = changing_plan();
        for (auto* entry : entries_of(plan, step))
            (*entry)["after_step"] = -1, (*entry)["after_reconfiguration"] = 0;
        BOOST_TEST(has(codes_of(plan), {"other_circuit", "dark_plane", "overrun"}),
                   "step " << step);
    }
}

// 11: a setup of other circuits.
BOOST_AUTO_TEST_CASE(other_circuits_are_set_up) {
    const auto sound = changing_plan("cold");
    for (std::size_t c = 0; c < sound["controller"][1]["reconfigurations"].size(); ++c) {
        auto plan = sound;
        plan["controller"][1]["reconfigurations"][c]["circuits"] = {{"shift", 3}};
        BOOST_TEST(has(codes_of(plan), {"other_circuit"}), "setup " << c);
    }
}

// 12: a plane that holds nothing at the start sends.
BOOST_AUTO_TEST_CASE(a_cold_plane_sends) {
    auto plan = changing_plan();
    plan["controller"][0]["held"] = nullptr;
    BOOST_TEST(has(codes_of(plan), {"dark_plane"}));
}

// 13: a setup is left out; transfers wait for their own step.
BOOST_AUTO_TEST_CASE(waits_that_never_end) {
    auto plan = changing_plan("cold");
    plan["controller"][0]["reconfigurations"].erase(
        plan["controller"][0]["reconfigurations"].size() - 1);
    BOOST_TEST(has(codes_of(plan), {"never_ends"}));
    plan = changing_plan();
    for (auto* entry : entries_of(plan, 2)) (*entry)["after_step"] = 2;
    BOOST_TEST(has(codes_of(plan), {"never_ends"}));
}

// 14: the receiver expects another rank, or other bytes.
BOOST_AUTO_TEST_CASE(ends_that_disagree) {
    for (int step = 0; step < 6; ++step) {
        auto plan = changing_plan();
        auto& from = (*entries_of(plan, step)[0])["receive_from"];
        from = (from.get<int>() + 1) % 8;
        BOOST_TEST(has(codes_of(plan), {"receiver"}), "step " << step);
        plan = changing_plan();
        (*entries_of(plan, step)[1])["send"][0]["bytes"] = 12;
        BOOST_TEST(has(codes_of(plan), {"receiver"}), "step " << step);
    }
}

// 15: another topology stands in a step: its pairs are not connected, or come late.
BOOST_AUTO_TEST_CASE(a_swapped_topology) {
    const auto sound = plan_of({{"rules", "addanki"},
                                {"scheduler", "every-step"},
                                {"collective", "allreduce/halving-doubling"},
                                {"nodes", 8},
                                {"topology", "ring-uni"},
                                {"message", 1048576},
                                {"bandwidth", 1e11},
                                {"per_step_latency", 1e-6},
                                {"per_hop_latency", 1e-7},
                                {"reconfiguration_delay", 4e-6}});
    const auto is_late = [](const Json& plan) {
        try {
            const auto system = simulation::read_plan(plan, {});
            return !simulation::keeps_plan(system, simulation::carry_out(system, {}));
        } catch (const std::invalid_argument&) {
            return true;
        }
    };
    BOOST_TEST(!is_late(sound));
    for (std::size_t c = 0; c < sound["controller"].size(); ++c)
        for (std::size_t t = 0; t < sound["topologies"].size(); ++t) {
            if (sound["topologies"][t] ==
                sound["topologies"][sound["controller"][c]["topology"].get<std::size_t>()])
                continue;
            auto plan = sound;
            plan["controller"][c]["topology"] = t;
            BOOST_TEST(is_late(plan), "setup " << c << ", topology " << t);
        }
}

// 16: the transfers of a step do not wait for the data of the step before. Symmetric times hide it;
// delays that vary show it. (No setup lies before step 3: there the ports collide at once. In steps
// 1 and 5 no draw shows it, because what a plane sends there came over the same plane.)
BOOST_AUTO_TEST_CASE(a_barrier_that_the_data_needs) {
    const auto sound = changing_plan("free", 1e-8);
    for (const int step : {2, 4}) {
        auto plan = sound;
        for (auto* entry : entries_of(plan, step)) (*entry)["after_step"] = -1;
        BOOST_TEST(codes_of(plan).empty());
        int seen = 0;
        for (unsigned seed = 0; seed < 20; ++seed) {
            simulation::RunOptions options;
            options.jitter.seed = seed;
            options.jitter.step = options.jitter.reconfiguration = 0.5;
            seen += has(codes_of(plan, options), {"overrun"});
            BOOST_TEST(codes_of(sound, options).empty());
        }
        BOOST_TEST(seen > 0, "step " << step);
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
