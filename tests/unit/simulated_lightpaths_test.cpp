// Plans of lightpaths in the event simulator, worked out by hand in the comments.
#include <boost/test/unit_test.hpp>

#include "tests/support/simulated.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(simulated_lightpaths)

using Json = nlohmann::json;

/// What a rank sends to another, and that the other one expects it.
struct Light {
    int step, from, to, item;
    const char* direction = "clockwise";
    int wavelength = 0;
};

Json circuit_of(const Light& one) {
    return {{"source", one.from},
            {"destination", one.to},
            {"direction", one.direction},
            {"wavelength", one.wavelength}};
}

/// Four ranks on a ring, two wavelengths, items of 12 B that take 1 s, 0.5 s per step, 2 s per
/// setup. One setup before each of the given steps lights what is sent until the next one.
Json plan_of_lights(const std::vector<Light>& lights, const std::vector<int>& setups,
                    const char* lit = "nothing", bool tapped = false) {
    Json ranks = Json::array(), controller = Json::array();
    for (int r = 0; r < 4; ++r)
        ranks.push_back({{"rank", r}, {"sends", Json::array()}, {"receives", Json::array()}});
    for (const auto& one : lights) {
        Json entry = circuit_of(one);
        entry.update({{"step", one.step}, {"item", one.item}, {"end", 0}});
        entry["to"] = one.to;
        ranks[static_cast<std::size_t>(one.from)]["sends"].push_back(entry);
        entry["from"] = one.from;
        for (int at = one.to; at != one.from; at = tapped ? (at + 3) % 4 : one.from)
            ranks[static_cast<std::size_t>(at)]["receives"].push_back(entry);
    }
    for (std::size_t c = 0; c < setups.size(); ++c) {
        Json circuits = Json::array();
        for (const auto& one : lights)
            if (one.step >= setups[c] && (c + 1 == setups.size() || one.step < setups[c + 1]))
                circuits.push_back(circuit_of(one));
        controller.push_back(
            {{"for_step", setups[c]}, {"start", 0}, {"end", 2}, {"circuits", circuits}});
    }
    return {
        {"kind", "lightpaths"},
        {"n", 4},
        {"wavelengths", 2},
        {"item_bytes", 12},
        {"lit_at_start", lit},
        {"tapped", tapped},
        {"planned_time", 1},
        {"hardware", {{"per_step_latency", 0.5}, {"item_time", 1}, {"reconfiguration_delay", 2}}},
        {"controller", controller},
        {"ranks", ranks}};
}

simulation::Run run_of(const Json& plan) {
    return simulation::carry_out(simulation::read_plan(plan, {}), {});
}

void check_code(const Json& plan, const std::string& code) {
    const auto run = run_of(plan);
    BOOST_TEST(
        std::ranges::any_of(run.violations, [&](const auto& one) { return one.code == code; }),
        code << " is not among " << run.violations.size() << " violations");
}

// The setup ends at 2 s. In step 0 0 -> 2 carries one item until 3.5, and 2 -> 0 two items, one
// after the other, until 4.5. In step 1 2 -> 0 is still lit and sends item 0 on: both its ranks are
// free at 4.5, so it ends at 6.
BOOST_AUTO_TEST_CASE(two_steps_on_one_setup) {
    const std::vector<Light> lights{{0, 0, 2, 0}, {0, 2, 0, 2}, {0, 2, 0, 3}, {1, 2, 0, 0}};
    const auto run = run_of(plan_of_lights(lights, {0}));
    BOOST_TEST(run.sound());
    BOOST_TEST(run.end == 6);
    // A setup before step 1 is 2 s more.
    BOOST_TEST(run_of(plan_of_lights(lights, {0, 1})).end == 8);
}

// Neighbours are lit at the start, in both directions and on both wavelengths: 1.5 s per step.
BOOST_AUTO_TEST_CASE(around_the_neighbour_ring) {
    std::vector<Light> lights;
    for (int r = 0; r < 4; ++r) {
        lights.push_back({0, r, (r + 1) % 4, r, "clockwise", 1});
        lights.push_back({0, r, (r + 3) % 4, r, "counterclockwise", 0});
        lights.push_back({1, r, (r + 1) % 4, (r + 3) % 4, "clockwise", 1});
    }
    const auto run = run_of(plan_of_lights(lights, {}, "neighbour ring on all wavelengths"));
    BOOST_TEST(run.sound());
    BOOST_TEST(run.end == 3);
    check_code(plan_of_lights(lights, {}), "dark_plane");
}

// 0 -> 3 passes 1 and 2, which hear it. 2 -> 3 in step 1 waits for that: 2 + 1.5 + 1.5, on the
// other wavelength.
BOOST_AUTO_TEST_CASE(tapped_lightpaths_reach_all_on_the_way) {
    const auto plan =
        plan_of_lights({{0, 0, 3, 0}, {1, 2, 3, 0, "clockwise", 1}}, {0}, "nothing", true);
    const auto run = run_of(plan);
    BOOST_TEST(run.sound());
    BOOST_TEST(run.end == 5);
}

BOOST_AUTO_TEST_CASE(faults_are_reported) {
    const std::vector<Light> lights{{0, 0, 2, 0}, {1, 2, 0, 0}};
    const auto sound = plan_of_lights(lights, {0});
    BOOST_TEST(run_of(sound).sound());
    auto both = lights;  // two lightpaths on one wavelength of the fibre from 1 to 2
    both.push_back({0, 1, 2, 1});
    check_code(plan_of_lights(both, {0}), "overrun");
    auto plan = sound;
    plan["ranks"][0]["sends"][0]["wavelength"] = 1;  // sent where nothing is lit
    check_code(plan, "other_circuit");
    check_code(plan, "receiver");
    plan = sound;
    plan["ranks"][2]["receives"][0]["item"] = 1;
    check_code(plan, "receiver");
    plan = sound;
    plan["controller"].clear();
    check_code(plan, "dark_plane");
    plan = plan_of_lights(lights, {0, 1});  // other circuits than step 1 needs
    plan["controller"][1]["circuits"] = plan["controller"][0]["circuits"];
    check_code(plan, "other_circuit");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
