// rules = optree on the command line: answers, and what is refused with place, value and remedy.
#include "tests/errors/eval_answers.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(ring_problems)

std::string problem(const std::string& own, const std::string& scheduler = "wdm-optimal",
                    const std::string& fabric = R"("topology":"wdm-ring",)") {
    return R"({"rules":"optree","scheduler":")" + scheduler + R"(","collective":"allgather/any",)" +
           fabric + own +
           R"("item":"4MB","wavelength_bandwidth":"40Gbps","reconfiguration_delay":"25us"})";
}

const std::string ring = R"("nodes":1024,"wavelengths":64,)";

BOOST_AUTO_TEST_CASE(times_of_the_paper) {
    const auto found =
        answers({problem(ring, "optree-formula"), problem(ring, "wrht"),
                 problem(ring, "wdm-neighbor"), problem(ring, "wdm-ring"), problem(ring)});
    const double times[] = {57.75e-3, 213.675e-3, 422.4e-3, 843.975e-3, 15.675e-3};
    const int steps[] = {70, 259, 512, 1023, 19};
    for (std::size_t i = 0; i < found.size(); ++i) {
        BOOST_TEST(std::abs(found[i]["completion_time"].get<double>() / times[i] - 1) < 1e-12);
        BOOST_TEST(found[i]["n_steps"] == steps[i]);
        BOOST_TEST(found[i]["status"] == (i < 4 ? "formula" : "optimal"));
    }
}

BOOST_AUTO_TEST_CASE(modes_of_the_conversion) {
    const auto found = answers({problem(ring + R"("conversion":"per-flit",)", "optree-formula"),
                                problem(ring + R"("conversion":"pipelined",)", "optree-formula"),
                                problem(ring + R"("packet":"3MB",)", "optree-formula")});
    // 4e6 B / 32 B a flit at 1 ns: 125 us more per step; one cycle: 1 ns; packets: 6 MB.
    const double steps = 70, data = 0.8e-3, a = 25e-6;
    const double times[] = {steps * (data + a + 125e-6), steps * (data + a + 1e-9),
                            steps * (1.2e-3 + a)};
    for (std::size_t i = 0; i < found.size(); ++i)
        BOOST_TEST(std::abs(found[i]["completion_time"].get<double>() / times[i] - 1) < 1e-12);
}

BOOST_AUTO_TEST_CASE(tiny_and_prime_rings) {
    for (const char* scheduler : {"optree-tree", "wdm-lifted", "wdm-windowed", "wdm-optimal",
                                  "optree-formula", "wrht", "osm", "wdm-ring", "wdm-neighbor"}) {
        const auto found = answers({problem(R"("nodes":1,"wavelengths":4,)", scheduler),
                                    problem(R"("nodes":2,"wavelengths":4,)", scheduler),
                                    problem(R"("nodes":31,"wavelengths":4,)", scheduler)});
        BOOST_TEST(found[0]["completion_time"] == 0, scheduler);
        BOOST_TEST(found[0]["n_steps"] == 0, scheduler);
        BOOST_TEST(found[1]["n_steps"] == 1, scheduler);
        BOOST_TEST(found[2]["n_steps"].get<int>() >= 6, scheduler);
    }
}

BOOST_AUTO_TEST_CASE(values_that_cannot_be) {
    const auto found = answers({
        problem(R"("nodes":64,"wavelengths":0,)"),
        problem(R"("nodes":64,"wavelengths":40000,)"),
        problem(R"("nodes":64,"wavelengths":4,"stages":0,)", "optree-formula"),
        problem(R"("nodes":64,"wavelengths":4,"optree-tree":{"radices":[2,3]},)", "optree-tree"),
        problem(R"("nodes":64,"wavelengths":4,"optree-tree":{"radices":[1,64]},)", "optree-tree"),
        problem(R"("nodes":64,"wavelengths":4,"optree-formula":{"k_rule":"cel"},)",
                "optree-formula"),
        problem(R"("nodes":64,)"),
        problem(R"("nodes":64,"wavelengths":4,"dims":[8,8],)"),
        problem(R"("nodes":64,"wavelengths":4,)", "wdm-optimal", R"("topology":"wdm-torus",)"),
        problem(R"("nodes":64,"wavelengths":4,)", "wdm-optimal", R"("topology":"ring",)"),
        problem(R"("nodes":64,"wavelengths":4,"conversion":"twice",)"),
        problem(R"("nodes":64,"wavelengths":4,"standing":"kept",)"),
        problem(R"("nodes":64,"wavelengths":4,"k_rule":"argmin",)", "optree-formula"),
        problem(R"("nodes":64,"wavelengths":4,"flit":"64B",)"),
    });
    expect_error(found[0], {"wavelengths = 0", "integer >= 1"});
    expect_error(found[1], {"wavelengths = 40000", "too large", "at most 32767"});
    expect_error(found[2], {"stages = 0", "integer >= 1"});
    expect_error(found[3], {"product is 6", "at least the number of nodes, 64"});
    expect_error(found[4], {"1"});
    expect_error(found[5], {"optree-formula.k_rule = cel", "did you mean ceil"});
    expect_error(found[6], {"wavelengths: is missing"});
    expect_error(found[7], {"dims", "wdm-torus alone"});
    expect_error(found[8], {"wdm-torus", "rows and columns", "dims = [32, 32]"});
    expect_error(found[9], {"topology = ring", "no wavelengths", "wdm-ring"});
    expect_error(found[10], {"conversion = twice"});
    expect_error(found[11], {"standing = kept"});
    expect_error(found[12], {"k_rule = argmin", "table of its scheduler, optree-formula"});
    expect_error(found[13], {"flit = 64 B", "nothing is converted", "per-flit"});
}

BOOST_AUTO_TEST_CASE(what_a_scheduler_cannot_do_is_a_reason) {
    const auto found =
        answers({problem(R"("nodes":1000000,"wavelengths":64,)"),
                 problem(R"("nodes":64,"wavelengths":8,"transmitters":2,)", "wdm-windowed"),
                 problem(R"("nodes":64,"wavelengths":8,"items_per_node":2,)", "wrht"),
                 problem(R"("nodes":64,"wavelengths":8,)", "optree-milp"),
                 problem(R"("nodes":64,"wavelengths":8,"items_per_node":100000,)"),
                 problem(R"("nodes":64,"wavelengths":8,"dims":[8,8],)", "osm",
                         R"("topology":"wdm-torus",)")});
    const char* reasons[] = {"too_many_nodes",      "transmitters_not_supported",
                             "items_not_supported", "too_many_nodes",
                             "too_many_items",      "torus_not_supported"};
    for (std::size_t i = 0; i < found.size(); ++i) {
        BOOST_TEST(found[i]["status"] == "not_applicable", found[i].dump());
        BOOST_TEST(found[i]["reason"] == reasons[i], found[i].dump());
    }
}

BOOST_AUTO_TEST_CASE(rings_need_their_rules) {
    const auto found = answers(
        {R"({"rules":"addanki","scheduler":"addanki","collective":"allgather/ring","nodes":8,)"
         R"("topology":"wdm-ring","message":"1MB","bandwidth":"40Gbps","per_step_latency":0,)"
         R"("per_hop_latency":0,"reconfiguration_delay":"1us"})",
         R"({"rules":"optree","scheduler":"wdm-optimal","collective":"allgather/ring","nodes":8,)"
         R"("wavelengths":4,"topology":"wdm-ring","message":"1MB","bandwidth":"40Gbps",)"
         R"("reconfiguration_delay":"1us"})"});
    expect_error(found[0], {"topology = wdm-ring", "rules = optree alone"});
    expect_error(found[1], {"collective = allgather/ring", "allgather/any", "bandwidth",
                            "wavelength_bandwidth"});
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
