// Iterations of training: the schedule of base and own circuits against all of them, entries that
// repeat, groups, and traces as files.
#include <boost/test/unit_test.hpp>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>

#include "sweeps/cli/solution_output.hpp"
#include "sweeps/problem/domain_vocabulary.hpp"
#include "tests/support/launch.hpp"

namespace lightsweep::tests {
namespace {

using Json = nlohmann::json;

Json fabric(double delay) {
    return {{"study", "trace"},
            {"rules", "common"},
            {"topology", "ring-uni"},
            {"nodes", 8},
            {"planes", 1},
            {"bandwidth", 1e11},
            {"per_step_latency", 1e-6},
            {"per_hop_latency", 1e-7},
            {"reconfiguration_delay", delay}};
}

Json ask(const Json& problem, const std::string& folder = "") {
    const auto read = sweeps::read_problem(problem.dump(), sweeps::domain_vocabulary(), folder);
    if (!read.problem) return {{"error", read.error}};
    try {
        return Json::parse(sweeps::study_json(read.problem->grid));
    } catch (const std::exception& fault) {
        return {{"error", fault.what()}};
    }
}

/// Every choice of base and own circuits, with the costs of a directed ring of 8 nodes written out.
double least_of_all(const std::vector<std::pair<int, double>>& steps,
                    const std::vector<double>& computation, double delay) {
    double least = 1e9;
    for (unsigned choice = 0; choice < 1u << steps.size(); ++choice) {
        double time = 0;
        for (std::size_t i = 0; i < steps.size(); ++i) {
            const bool own = choice >> i & 1u, before = i > 0 && (choice >> (i - 1) & 1u);
            const auto [shift, bytes] = steps[i];
            const bool same = own == before && (!own || shift == steps[i - 1].first);
            const double hops = own ? 1 : shift;
            time += same ? computation[i] : std::max(computation[i], delay);
            time += 1e-6 + 1e-7 * hops + bytes / 1e11 * hops;
        }
        least = std::min(least, time);
    }
    return least;
}

BOOST_AUTO_TEST_SUITE(trace_study)

BOOST_AUTO_TEST_CASE(schedule_is_the_least_of_all) {
    std::mt19937_64 random(7);
    for (int draw = 0; draw < 60; ++draw) {
        const double delay = 1e-6 * static_cast<double>(random() % 60);
        std::vector<std::pair<int, double>> steps;
        std::vector<double> computation;
        Json trace = Json::array();
        for (std::size_t i = 0; i < 1 + random() % 8; ++i) {
            steps.emplace_back(2 + random() % 3, 1e5 * static_cast<double>(1 + random() % 30));
            computation.push_back(1e-6 * static_cast<double>(random() % 40));
            trace.push_back({{"compute_time", computation.back()},
                             {"collective", "custom"},
                             {"steps", Json::array({{{"shift", steps.back().first},
                                                     {"bytes", steps.back().second}}})}});
        }
        auto problem = fabric(delay);
        problem["trace"] = trace;
        const auto answer = ask(problem);
        BOOST_TEST_REQUIRE(answer.contains("iteration_time"), problem.dump() << answer.dump());
        const double least = least_of_all(steps, computation, delay);
        BOOST_TEST(std::abs(answer["iteration_time"].get<double>() - least) <= 1e-9 * least,
                   problem.dump() << answer.dump() << least);
        BOOST_TEST(answer["lower_bound"] <= answer["iteration_time"]);
    }
}

BOOST_AUTO_TEST_CASE(an_entry_of_count_two_is_the_list_twice) {
    const Json entry{{"compute_time", 3e-5}, {"collective", "allreduce/ring"}, {"message", 1e6}};
    auto twice = fabric(1e-5), listed = twice, nested = twice;
    listed["trace"] = Json::array({entry, entry});
    twice["trace"] = Json::array({entry});
    twice["trace"][0]["count"] = 2;
    nested["trace"] = Json::array({{{"count", 2}, {"trace", Json::array({entry})}}});
    BOOST_TEST(ask(twice) == ask(listed));
    BOOST_TEST(ask(nested) == ask(listed));
}

/// Groups of all nodes are no groups; own circuits cost one group what it costs alone.
BOOST_AUTO_TEST_CASE(groups) {
    Json entry{{"compute_time", 0}, {"collective", "allreduce/swing"}, {"message", 1e6}};
    auto problem = fabric(0);
    problem["scheduler"] = "every-step";
    problem["trace"] = Json::array({entry});
    const auto alone = ask(problem);
    problem["trace"][0]["groups"] = {{"size", 8}, {"stride", 1}};
    BOOST_TEST(ask(problem) == alone);
    problem["nodes"] = 32;
    for (const int stride : {1, 2, 4}) {
        problem["trace"][0]["groups"]["stride"] = stride;
        BOOST_TEST(ask(problem)["iteration_time"] == alone["iteration_time"]);
    }
    problem["trace"][0]["groups"] = {{"size", 5}, {"stride", 1}};
    BOOST_TEST(ask(problem)["error"].get<std::string>().find("do not cut 32 nodes") !=
               std::string::npos);
}

BOOST_AUTO_TEST_CASE(files) {
    const ScratchFolder folder;
    std::ofstream(folder / "a.toml")
        << "[[trace]]\ncompute_time = \"30us\"\ncollective = \"allreduce/ring\"\n"
           "message = \"1MB\"\ngroups = { size = 4, stride = 2 }\ncount = 2\n";
    std::ofstream(folder / "b.csv")
        << "# an iteration\ncollective,message,group_size,group_stride,count,compute_time\n"
           "allreduce/ring, 1MB, 4, 2, 2, 30us\n";
    auto problem = fabric(1e-5);
    problem["trace"] = "a.toml";
    const std::string place = (folder / "x").substr(0, (folder / "x").size() - 2);
    const auto first = ask(problem, place);
    BOOST_TEST_REQUIRE(first.contains("iteration_time"), first.dump());
    problem["trace"] = "b.csv";
    BOOST_TEST(ask(problem, place) == first);
    problem["trace"] = "c.csv";
    BOOST_TEST(ask(problem, place).contains("error"));
    problem["trace"] = Json::array({{{"collective", "allreduce/rung"}, {"message", 1}}});
    BOOST_TEST(ask(problem)["error"].get<std::string>().find("allreduce/ring") !=
               std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
