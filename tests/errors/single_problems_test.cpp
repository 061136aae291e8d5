// Single problems on the command line: what eval and schedule answer.
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/errors/outcomes.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(single_problems)

BOOST_AUTO_TEST_CASE(a_pool_with_too_many_links_is_not_applicable_where_it_is_read) {
    const ScratchFolder folder;
    const auto problem = [](const std::string& scheduler) {
        return R"({"scheduler":")" + scheduler +
               R"(","collective":"alltoall/shift","message":"8MiB","nodes":16,"topology":"ring",)"
               R"x("link_bandwidth":"split","degree":2,"pool":["torus2d(4x4)"],"rules":"addanki",)x"
               R"("bandwidth":"800Gbps","per_step_latency":0,"per_hop_latency":0,)"
               R"("reconfiguration_delay":"10us"})";
    };
    write_text(folder / "in.json", problem("addanki-pool") + "\n" + problem("addanki") + "\n");
    const auto answers = run_program(0, {"eval", folder / "in.json"});
    BOOST_TEST(answers.output.find("too_few_ports") != std::string::npos, answers.output);
    BOOST_TEST(answers.output.find("\"status\":\"optimal\"") != std::string::npos, answers.output);
}

BOOST_AUTO_TEST_CASE(eval_of_unions) {
    const ScratchFolder folder;
    const std::string rest =
        R"("collective":"alltoall/shift","ports":3,"nodes":7,"message":"7MB","topology":"ring-uni","rules":"addanki","bandwidth":"800Gbps","per_step_latency":"1us","per_hop_latency":"100ns","reconfiguration_delay":"50us","degree":)";
    std::string text;
    for (const char* scheduler : {"every-step", "static", "addanki-reuse"})
        for (const char* degree : {"3", "2", "4"})
            text += "{\"scheduler\":\"" + std::string(scheduler) + "\"," + rest + degree + "}\n";
    write_text(folder / "p.json", text);
    std::istringstream lines(run_program(0, {"eval", folder / "p.json"}).output);
    std::vector<nlohmann::json> answers;
    for (std::string line; std::getline(lines, line);)
        answers.push_back(nlohmann::json::parse(line));
    BOOST_TEST_REQUIRE(answers.size() == 9u);
    const auto close_to = [&](std::size_t i, double expected) {
        const double time = answers[i]["completion_time"];
        BOOST_TEST(std::abs(time / expected - 1) < 1e-12, answers[i].dump()
                                                              << ", expected " << expected);
    };
    // Two steps of three blocks of 1 MB, 10 us each at 800 Gbps.
    close_to(0, 2 * (1e-6 + 50e-6 + 1e-7 + 30e-6));
    BOOST_TEST(answers[0]["status"] == "optimal");
    close_to(1, 2 * (1e-6 + 2 * (50e-6 + 1e-7) + 20e-6 + 10e-6));  // two rounds: 2 blocks, then 1
    BOOST_TEST(answers[1]["status"] == "feasible");
    BOOST_TEST(answers[1]["n_reconfigurations"] == 4);
    close_to(2, 2 * (1e-6 + 50e-6 + 1e-7 + 40e-6));  // one port of four is idle
    // Shifts 1 + 2 + 3 and 4 + 5 + 6 share the links of the ring.
    for (const std::size_t i : {3u, 4u, 5u}) {
        close_to(i, 2 * 1e-6 + 9e-7 + (6 + 15) * 10e-6);
        BOOST_TEST(answers[i]["status"] == "optimal");
    }
    // Standing circuits: never slower than the base throughout or own circuits for both steps. On
    // two ports each step is cut into two.
    for (const std::size_t i : {6u, 7u, 8u}) {
        const double time = answers[i]["completion_time"];
        BOOST_TEST(answers[i]["status"] == (i == 7 ? "feasible" : "optimal"));
        BOOST_TEST(answers[i]["schedule"].size() == (i == 7 ? 4u : 2u));
        BOOST_TEST(time >= answers[i]["lower_bound"].get<double>());
        if (i != 7)
            BOOST_TEST(time <= answers[i - 6]["completion_time"].get<double>() * (1 + 1e-12));
    }
}

BOOST_AUTO_TEST_CASE(eval_answers_every_line) {
    const ScratchFolder folder;
    const std::string start =
        R"({"scheduler":"addanki","collective":"allreduce/halving-doubling","topology":"ring-uni","rules":"addanki","bandwidth":"800Gbps","per_step_latency":"100ns","per_hop_latency":"100ns","message":"8MiB","reconfiguration_delay":4.216965034285822e-4,"nodes":)";
    write_text(folder / "p.json",
               start + "64}\n" + start + "12}\n\nnot json\n" + start + "-1}\n" + start + "1}\n");
    const auto outcome = run_program(0, {"eval", folder / "p.json"});
    BOOST_TEST(outcome.code == 0);
    std::vector<nlohmann::json> answers;
    std::istringstream lines(outcome.output);
    for (std::string line; std::getline(lines, line);)
        answers.push_back(nlohmann::json::parse(line));
    BOOST_TEST_REQUIRE(answers.size() == 5u);
    BOOST_TEST(answers[0]["status"] == "optimal");
    BOOST_TEST(answers[0]["n_reconfigurations"] == 5);
    BOOST_TEST(std::abs(answers[0]["completion_time"].get<double>() / 0.003533402837142911 - 1) <
               1e-12);
    BOOST_TEST(answers[1]["error"] ==
               "nodes = 12: allreduce/halving-doubling needs a power of two");
    for (const std::size_t bad : {1u, 2u, 3u}) BOOST_TEST(answers[bad]["status"] == "error");
    BOOST_TEST(answers[4]["completion_time"] == 0.0);
}

BOOST_AUTO_TEST_CASE(eval_names_keys_and_all_faults_of_a_line) {
    const ScratchFolder folder;
    const std::string start =
        R"({"scheduler":"addanki","collective":"allreduce/swing","topology":"ring-uni","nodes":8,"rules":"addanki","per_step_latency":0,"per_hop_latency":0,"reconfiguration_delay":0,)";
    write_text(folder / "p.json", start + R"("item":1,"plane_bandwidth":1,"order":"far"})" + "\n" +
                                      start + R"("message":"8MiB","bandwidth":1e-320})" + "\n");
    std::istringstream lines(run_program(0, {"eval", folder / "p.json"}).output);
    std::string line;
    std::getline(lines, line);
    const std::string all = nlohmann::json::parse(line)["error"];
    for (const char* part :
         {"item = 1 B: is one node's item", "; plane_bandwidth = 1 B/s: the number of planes",
          "; order = far: no algorithm"})
        BOOST_TEST(all.find(part) != std::string::npos, part << " is not in " << all);
    BOOST_TEST(all.find("grid.") == std::string::npos, all);
    std::getline(lines, line);
    const std::string overflow = nlohmann::json::parse(line)["error"];
    BOOST_TEST(overflow.starts_with("message = 8 MiB: with bandwidth = 1e-320 B/s"), overflow);
}

BOOST_AUTO_TEST_CASE(schedule_shows_a_plan) {
    const std::vector<std::string> keys{"--scheduler",
                                        "addanki",
                                        "--rules=addanki",
                                        "--collective",
                                        "alltoall/shift",
                                        "--nodes",
                                        "8",
                                        "--message",
                                        "1MiB",
                                        "--topology",
                                        "ring-uni",
                                        "--bandwidth",
                                        "800Gbps",
                                        "--per-step-latency",
                                        "1us",
                                        "--per-hop-latency",
                                        "100ns",
                                        "--reconfiguration-delay",
                                        "10us"};
    const auto with = [&](std::vector<std::string> first) {
        first.insert(first.begin(), "schedule");
        first.insert(first.end(), keys.begin(), keys.end());
        return run_program(0, first);
    };
    expect_outcome(with({}), 0, {"completion time", "shift +1", "ring-uni", "reconfigurat"});
    const auto plan = nlohmann::json::parse(with({"--execution-plan"}).output);
    BOOST_TEST(plan["ranks"].size() == 8u);
    BOOST_TEST(plan["ranks"][0]["sends"].size() == 7u);
    BOOST_TEST(nlohmann::json::parse(with({"--json"}).output)["timeline"].size() == 7u);
    expect_outcome(run_program(0, {"schedule", "--nodes"}), 2, {"--nodes has no value"});
    expect_outcome(run_program(0, {"schedule", "nodes"}), 2, {"'nodes' has no key"});
    expect_outcome(run_program(0, {"schedule", "--nodes", "8"}), 2, {"scheduler", "is missing"});
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
