// rules = swot on the command line: answers, and what is refused.
#include "tests/errors/eval_answers.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(plane_problems)

std::string problem(const std::string& scheduler, const std::string& own) {
    return R"({"rules":"swot","scheduler":")" + scheduler +
           R"(","reconfiguration_delay":"200us",)" + own + "}";
}

/// Figure 5 of SWOT: two planes of 50 GB/s.
const std::string figure_5 =
    R"("collective":"custom","nodes":4,"planes":2,"plane_bandwidth":"50GB/s","per_step_latency":0,)"
    R"("steps":[{"cfg":0,"bytes":20e6},{"cfg":1,"bytes":10e6},{"cfg":2,"bytes":5e6},)"
    R"({"cfg":2,"bytes":5e6},{"cfg":1,"bytes":10e6},{"cfg":0,"bytes":20e6}])";

const std::string shifts =
    R"("collective":"alltoall/shift","planes":4,"bandwidth":"100GB/s","per_step_latency":"20us",)";

BOOST_AUTO_TEST_CASE(figure_5_takes_1500_and_1200_us) {
    const auto found = answers({problem("strawman", figure_5), problem("swot", figure_5),
                                problem("swot-milp", figure_5), problem("one-shot", figure_5),
                                problem("ideal", figure_5)});
    const auto time = [&](std::size_t k) { return found[k]["completion_time"].get<double>(); };
    BOOST_TEST(std::abs(time(0) - 1500e-6) < 1e-12);
    BOOST_TEST(std::abs(time(1) - 1200e-6) < 1e-12);
    BOOST_TEST(std::abs(time(2) - 1200e-6) < 1e-9);
    BOOST_TEST(std::abs(time(4) - 700e-6) < 1e-12);
    BOOST_TEST(found[1]["status"] == "optimal");
    BOOST_TEST(found[3]["reason"] == "too_few_planes");
    BOOST_TEST(found[4]["status"] == "formula");
    BOOST_TEST(!found[4].contains("schedule"));
    BOOST_TEST(found[1]["schedule"].size() == 6u);
}

BOOST_AUTO_TEST_CASE(readings_of_one_shot) {
    // 3 configurations on 4 planes: the best partition, 2 planes each (6 in all), or one each.
    const std::string keys = R"("nodes":4,"message":"3MB","volumes":"swot",)" + shifts;
    const auto with = [&](const std::string& reading) {
        return problem("one-shot", keys + R"("one-shot":{"reading":")" + reading + "\"}");
    };
    const auto found = answers({with("best"), with("literal"), with("floor"), with("worst")});
    const auto time = [&](std::size_t k) { return found[k]["completion_time"].get<double>(); };
    // 1 MB at 25 GB/s is 40 us; 2 planes make it 20.
    BOOST_TEST(std::abs(time(0) - (60e-6 + 100e-6)) < 1e-12);
    BOOST_TEST(std::abs(time(1) - (60e-6 + 60e-6)) < 1e-12);
    BOOST_TEST(std::abs(time(2) - (60e-6 + 120e-6)) < 1e-12);
    BOOST_TEST(found[0]["status"] == "optimal");
    BOOST_TEST(found[1]["status"] == "formula");
    expect_error(found[3], {"one-shot.reading", "worst", "best"});
}

BOOST_AUTO_TEST_CASE(no_steps_take_no_time) {
    const auto found = answers(
        {problem("swot", R"("nodes":1,"message":"1MB",)" + shifts + "\"initial\":\"cold\""),
         problem("swot", R"("nodes":2,"message":0,)" + shifts + "\"initial\":\"cold\""),
         problem("swot", R"("nodes":2,"message":"1MB",)" + shifts + "\"initial\":\"cold\"")});
    BOOST_TEST(found[0]["completion_time"] == 0.0);
    BOOST_TEST(found[1]["completion_time"] == 0.0);
    // One configuration: half of the message at 100 GB/s, one latency, one reconfiguration.
    BOOST_TEST(std::abs(found[2]["completion_time"].get<double>() - 225e-6) < 1e-12);
}

BOOST_AUTO_TEST_CASE(what_planes_do_not_have_is_refused) {
    const std::string good = R"("nodes":5,"message":"1MB",)" + shifts;
    const auto found = answers(
        {problem("swot", good + R"("topology":"ring")"),
         problem("addanki", good + R"("topology":"ring","per_hop_latency":0)"),
         problem("swot", good + R"("initial":"base")"),
         problem("swot", good + R"("plane_speeds":[100,50])"),
         problem("swot", good + R"("plane_speeds":[0,0,0,0])"),
         problem("swot", good + R"("compute_time":"5us")"),
         problem("swot", R"("nodes":5,"message":"1MB","per_step_latency":0,)"
                         R"("collective":"alltoall/shift","bandwidth":"100GB/s")"),
         problem("swot", R"("nodes":6,"message":"1MB","per_step_latency":0,"planes":2,)"
                         R"("collective":"allreduce/halving-doubling","bandwidth":"100GB/s")"),
         problem("swot", good + R"("per_hop_latency":"1us")")});
    expect_error(found[0], {"topology = ring", "rules = swot", "remove it"});
    expect_error(found[1], {"scheduler = addanki", "not known under rules = swot", "swot-milp"});
    expect_error(found[2], {"initial = base", "free", "cold"});
    expect_error(found[3], {"plane_speeds", "2 entries on 4 planes", "one for every plane"});
    expect_error(found[4], {"plane_speeds", "no plane that works"});
    expect_error(found[5], {"compute_time", "rules = swot"});
    expect_error(found[6], {"planes", "missing"});
    expect_error(found[7], {"power of two"});
    expect_error(found[8], {"per_hop_latency", "means nothing under rules = swot", "remove it"});
}

BOOST_AUTO_TEST_CASE(one_shot_says_whether_planes_are_few_or_differ) {
    const std::string four = R"("nodes":4,"message":"3MB",)" + shifts;
    const auto found = answers({problem("one-shot", four + R"("plane_speeds":[100,100,50,100])"),
                                problem("one-shot", four + R"("plane_delays":[100,100,100,20])"),
                                problem("one-shot", figure_5),
                                problem("one-shot", four + R"("plane_speeds":[50,50,50,50])")});
    for (int k = 0; k < 3; ++k) BOOST_TEST(found[k]["status"] == "not_applicable");
    BOOST_TEST(found[0]["reason"] == "planes_differ");
    BOOST_TEST(found[1]["reason"] == "planes_differ");
    BOOST_TEST(found[2]["reason"] == "too_few_planes");
    BOOST_TEST(found[3]["status"] == "optimal");
}

BOOST_AUTO_TEST_CASE(keys_of_planes_are_refused_elsewhere) {
    const std::string base =
        R"({"rules":"addanki","scheduler":"addanki","collective":"alltoall/shift","nodes":4,)"
        R"("topology":"ring","message":"1MB","bandwidth":"100GB/s","per_step_latency":0,)"
        R"("per_hop_latency":0,"reconfiguration_delay":"1us",)";
    const auto found = answers({base + R"("volumes":"swot"})", base + R"("initial":"free"})",
                                base + R"("plane_speeds":[100]})"});
    expect_error(found[0], {"volumes = swot", "rules = swot alone"});
    expect_error(found[1], {"initial"});
    expect_error(found[2], {"plane_speeds", "rules = swot alone"});
}

// Delays that dwarf the works, or vanish beside them: nothing is lost, nothing claimed falsely.
BOOST_AUTO_TEST_CASE(numbers_of_all_sizes) {
    const auto steps = [](const std::string& scheduler, const std::string& own,
                          const std::string& list) {
        return R"({"rules":"swot","scheduler":")" + scheduler +
               R"(","collective":"custom","nodes":4,"planes":3,"bandwidth":"100GB/s",)"
               R"("per_step_latency":0,)" +
               own + R"(,"steps":[)" + list + "]}";
    };
    const std::string slow = R"("reconfiguration_delay":4215,"initial":"first")";
    const std::string list = R"({"cfg":3,"bytes":22e9},{"cfg":0,"bytes":1})";
    const std::string hd =
        R"("collective":"allreduce/halving-doubling","nodes":4,"planes":3,"message":"10kB",)"
        R"("bandwidth":"100GB/s","per_step_latency":"100ns","reconfiguration_delay":"15ms"})";
    const auto found = answers({steps("swot-milp", slow, list), steps("swot", slow, list),
                                R"({"rules":"swot","scheduler":"swot-milp",)" + hd,
                                R"({"rules":"swot","scheduler":"swot",)" + hd,
                                steps("swot", R"("reconfiguration_delay":1e-300)",
                                      R"({"cfg":0,"bytes":5},{"cfg":1,"bytes":9e15})"),
                                problem("swot", R"("nodes":5,"message":"1MB","per_step_latency":0,)"
                                                R"("collective":"alltoall/shift","planes":1e12,)"
                                                R"("bandwidth":"100GB/s")")});
    const auto time = [&](std::size_t k) { return found[k]["completion_time"].get<double>(); };
    const auto bound = [&](std::size_t k) { return found[k]["lower_bound"].get<double>(); };
    BOOST_TEST(bound(0) <= time(1));
    BOOST_TEST(time(0) >= bound(1));
    for (const std::size_t k : {0, 1})
        for (const auto& step : found[k]["schedule"]) BOOST_TEST(!step.empty());
    BOOST_TEST(std::abs(time(3) - 700e-9) < 1e-15);
    BOOST_TEST(std::abs(time(2) - time(3)) <= 5e-6 * time(3));
    BOOST_TEST(bound(2) <= time(3));
    BOOST_TEST(found[4]["status"] == "optimal");
    BOOST_TEST(std::abs(time(4) - 90000.0) < 1e-6);
    expect_error(found[5], {"planes", "at most 256"});
}

BOOST_AUTO_TEST_CASE(schedules_are_drawn) {
    const auto shown = run_program(
        0, {"schedule", "--scheduler", "swot", "--rules", "swot", "--collective",
            "allreduce/halving-doubling", "--nodes", "8", "--planes", "2", "--bandwidth", "100GB/s",
            "--message", "32MB", "--per_step_latency", "20us", "--reconfiguration_delay", "200us"});
    // The example of SWOT's release.
    expect_outcome(shown, 0, {"1.14 ms (optimal", "xor 1", "plane", "R reconfiguring", "    1  |"});
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
