#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "sweeps/spec/problem.hpp"
#include "tests/support/spec_vocabulary.hpp"

namespace lightsweep::sweeps {
namespace {

BOOST_AUTO_TEST_SUITE(spec_problem)

const std::string physics =
    R"("topology":"ring-uni","rules":"addanki","bandwidth":"800Gbps","per_step_latency":"100ns",)"
    R"("per_hop_latency":"100ns","reconfiguration_delay":4.216965034285822e-4})";

SingleProblem sound(const std::string& json) {
    ProblemResult result = read_problem(json, testing::test_vocabulary());
    BOOST_REQUIRE_MESSAGE(result.problem, result.error);
    return std::move(*result.problem);
}

std::string error(const std::string& json) {
    const ProblemResult result = read_problem(json, testing::test_vocabulary());
    BOOST_TEST(!result.problem, json);
    return result.error;
}

BOOST_AUTO_TEST_CASE(the_example_line) {
    const SingleProblem problem =
        sound(R"({"scheduler":"addanki","collective":"allreduce/halving-doubling","nodes":64,)"
              R"("message":"8MiB",)" +
              physics);
    BOOST_TEST(problem.scheduler == "addanki");
    BOOST_TEST(problem.rules == "addanki");
    BOOST_TEST(problem.point.collective == "allreduce/halving-doubling");
    BOOST_TEST(problem.point.number("nodes", 0) == 64);
    BOOST_TEST(problem.point.number("message", 0) == 8388608);
    BOOST_TEST(problem.point.number("reconfiguration_delay", 0) == 4.216965034285822e-4);
    BOOST_TEST(problem.point.text("topology", "") == "ring-uni");
    BOOST_TEST(problem.grid.points() == 1U);
}

BOOST_AUTO_TEST_CASE(options_steps_and_parts) {
    const SingleProblem problem = sound(
        R"({"scheduler":"swot","primitive":"allreduce","algorithm":"hd","nodes":8,"planes":2,)"
        R"("item":1000,"swot":{"max_nodes":10000},)" +
        physics);
    BOOST_TEST(problem.options.at("max_nodes").number == 10000);
    BOOST_TEST(problem.point.collective == "allreduce/halving-doubling");
    const SingleProblem custom =
        sound(R"({"scheduler":"static","collective":"custom","nodes":4,)"
              R"("steps":[{"shift":1,"bytes":"1MiB"},{"peer":[1,0,3,2],"bytes":5}],)" +
              physics);
    BOOST_TEST(custom.steps.size() == 2U);
    BOOST_TEST(custom.point.collective == "custom");
}

BOOST_AUTO_TEST_CASE(errors_are_one_line) {
    const std::string head = R"({"scheduler":"addanki","collective":"allreduce/halving-doubling",)";
    BOOST_TEST(error(head + R"("nodes":12,"message":1,)" + physics) ==
               "nodes = 12: allreduce/halving-doubling needs a power of two");
    BOOST_TEST(error(head + R"("nodes":[8,16],"message":1,)" + physics) ==
               "nodes = [8, 16]: one value is needed, not a list (for example 64)");
    BOOST_TEST(
        error(head + R"("nodes":8,"mesage":1,)" + physics) ==
        "mesage = 1: unknown key (did you mean message); message: is missing; read by addanki "
        "(or item) (for example message = \"8MiB\")");
    BOOST_TEST(
        error(head + R"("nodes":8,"message":null,)" + physics).starts_with("message = null:"));
    BOOST_TEST(error(head + R"("nodes":8,"message":1,"message":2,)" + physics) ==
               "problem: byte 96: key \"message\" is given twice; remove one");
    BOOST_TEST(error(head + R"("nodes":8,"message":1,"where":"nodes<9",)" + physics)
                   .starts_with("where = nodes<9: unknown key"));
    BOOST_TEST(error("[1]") == "one JSON object is needed, not a list");
    BOOST_TEST(error(R"({"scheduler":"adanki",)" + physics)
                   .find("scheduler = adanki: is not known (did you mean addanki)") !=
               std::string::npos);
    for (const char* text : {"", "{", "nan", "{\"a\":}", "\xff\xfe", "{\"nodes\":1e999}", "{}{}"}) {
        const std::string message = error(text);
        BOOST_TEST(message.starts_with("problem: byte "), message);
        BOOST_TEST((message.find("is no JSON") != message.npos ||
                    message.find("too large") != message.npos),
                   message);
        BOOST_TEST(message.find('\n') == std::string::npos);
    }
    for (const int levels : {17, 100'000})
        BOOST_TEST(error(std::string(levels, '[') + std::string(levels, ']')) ==
                   "problem: byte 16: lies deeper than 16 levels; remove levels");
}

BOOST_AUTO_TEST_CASE(flags_make_the_same_problem) {
    const std::vector<std::pair<std::string, std::string>> flags = {
        {"scheduler", "swot"},     {"rules", "swot"},   {"collective", "allreduce/hd"},
        {"nodes", "64"},           {"message", "8MiB"}, {"bandwidth", "800Gbps"},
        {"per_step_latency", "0"}, {"planes", "4"},     {"reconfiguration_delay", "10us"},
        {"swot.mode", "exact"}};
    const ProblemResult result = problem_from_flags(flags, testing::test_vocabulary());
    BOOST_REQUIRE_MESSAGE(result.problem, result.error);
    BOOST_TEST(result.problem->point.number("message", 0) == 8388608);
    BOOST_TEST(result.problem->options.at("mode").text == "exact");
    auto twice = flags;
    twice.insert(twice.end(), {{"nodes", "3"}, {"message", "1KiB"}});
    BOOST_TEST(problem_from_flags(twice, testing::test_vocabulary()).error ==
               "nodes = 3: is given twice (give it once); message = 1KiB: is given twice (give it "
               "once)");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::sweeps
