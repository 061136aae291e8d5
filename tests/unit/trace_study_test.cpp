// Iterations of training: the schedule of base and own circuits against all of them, entries that
// repeat, groups, and traces as files.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>

#include "sweeps/cli/solution_output.hpp"
#include "sweeps/problem/domain_vocabulary.hpp"
#include "sweeps/studies/trace_tasks.hpp"
#include "tests/support/launch.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(trace_study)

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

/// An entry of one or two steps by shift, on a directed ring of 8 nodes.
struct Entry {
    double computation;
    bool overlaps;
    std::vector<int> shifts;
};

/// Every choice again, with entries that overlap and iterations that end as they begin.
double least_of_all(const std::vector<Entry>& entries, double delay, bool periodic) {
    std::vector<int> shifts;
    for (const auto& entry : entries)
        shifts.insert(shifts.end(), entry.shifts.begin(), entry.shifts.end());
    double least = 1e9;
    for (unsigned choice = 0; choice < 1u << shifts.size(); ++choice) {
        const auto own_at = [&](std::size_t i) { return (choice >> i & 1u) != 0; };
        double end = 0, computes = 0;
        std::size_t i = 0;
        for (const auto& entry : entries)
            for (std::size_t s = 0; s < entry.shifts.size(); ++s, ++i) {
                const std::size_t last = i == 0 ? shifts.size() - 1 : i - 1;
                const bool before = i > 0 || periodic ? own_at(last) : false;
                const bool changes =
                    own_at(i) != before || (own_at(i) && shifts[i] != shifts[last]);
                const double hops = own_at(i) ? 1 : shifts[i];
                const double start = std::max(end + (changes ? delay : 0),
                                              computes + (s == 0 ? entry.computation : 0));
                end = start + 1e-6 + 1e-7 * hops + 1e-5 * hops;
                if (!entry.overlaps)
                    computes = end;
                else if (s == 0)
                    computes = start;
            }
        least = std::min(least, end);
    }
    return least;
}

BOOST_AUTO_TEST_CASE(overlap_and_periods_are_the_least_of_all) {
    std::mt19937_64 random(11);
    int gains = 0;
    for (int draw = 0; draw < 200; ++draw) {
        const double delay = 1e-6 * static_cast<double>(random() % 40);
        const bool periodic = draw % 2;
        std::vector<Entry> entries;
        Json trace = Json::array();
        const std::size_t count = 1 + random() % 4;
        for (std::size_t e = 0; e < count; ++e) {
            Entry one{1e-6 * static_cast<double>(random() % 40), random() % 2 != 0, {}};
            if (periodic && e + 1 == count) one.overlaps = false;
            Json steps = Json::array();
            for (std::size_t s = 0; s < 1 + random() % 2; ++s) {
                one.shifts.push_back(2 + static_cast<int>(random() % 3));
                steps.push_back({{"shift", one.shifts.back()}, {"bytes", 1e6}});
            }
            trace.push_back({{"compute_time", one.computation},
                             {"collective", "custom"},
                             {"overlap", one.overlaps},
                             {"steps", steps}});
            entries.push_back(one);
        }
        auto problem = fabric(delay);
        problem["trace"] = trace;
        problem["periodic"] = periodic;
        const auto answer = ask(problem);
        BOOST_TEST_REQUIRE(answer.contains("iteration_time"), problem.dump() << answer.dump());
        const double least = least_of_all(entries, delay, periodic);
        const double found = answer["iteration_time"];
        BOOST_TEST(std::abs(found - least) <= 1e-9 * least, problem.dump()
                                                                << answer.dump() << least);
        BOOST_TEST(answer["lower_bound"].get<double>() <= found);
        for (auto& one : entries) one.overlaps = false;
        gains += least_of_all(entries, delay, periodic) > least * (1 + 1e-9);
    }
    BOOST_TEST(gains > 50);
}

/// One lane that starts free runs on own circuits throughout; more lanes change one by one.
BOOST_AUTO_TEST_CASE(lanes_as_planes) {
    for (const int lanes : {1, 2}) {
        auto problem = fabric(8e-6);
        problem["planes"] = lanes;
        problem["initial"] = "free";
        problem["trace"] = Json::array();
        for (const int shift : {1, 2, 2, 3, 1})
            problem["trace"].push_back({{"compute_time", 3e-6},
                                        {"collective", "custom"},
                                        {"steps", {{{"shift", shift}, {"bytes", 1e6}}}}});
        const auto together = ask(problem);
        problem["scheduler"] = "swot";
        problem["entry"] = 5;
        const auto apart = ask(problem);
        BOOST_TEST_REQUIRE(apart.contains("iteration_time"), apart.dump());
        const double time = apart["iteration_time"], whole = together["every_step"];
        BOOST_TEST((lanes == 1 ? std::abs(time - whole) < 1e-12 : time <= whole),
                   apart.dump() << together.dump());
        BOOST_TEST(apart["lower_bound"].get<double>() <= time);
        BOOST_TEST(std::abs(apart["entry_end"].get<double>() - time) < 1e-15);
    }
    auto problem = fabric(1e-6);
    problem["trace"] = {{{"collective", "allreduce/ring"}, {"message", 1e6}, {"overlap", true}}};
    problem["scheduler"] = "swot";
    BOOST_TEST(ask(problem)["error"].get<std::string>().find("no rule for") != std::string::npos);
    problem["scheduler"] = "static";
    problem["periodic"] = true;
    BOOST_TEST(ask(problem)["error"].get<std::string>().find("last entry") != std::string::npos);
}

/// When entry e ends on a rank: found backwards from the entry, over its members' earlier ones.
struct RankedOracle {
    struct One {
        double computation;
        bool overlaps;
        std::vector<int> group;
    };
    std::vector<One> entries;
    double takes;

    double start(std::size_t e) const {
        double start = 0;
        for (const int rank : entries[e].group) {
            double free = 0, computes = 0;
            for (std::size_t before = e; before-- > 0;)
                if (std::ranges::count(entries[before].group, rank) > 0) {
                    free = this->start(before) + takes;
                    computes = entries[before].overlaps ? free - takes : free;
                    break;
                }
            start = std::max({start, free, computes + entries[e].computation});
        }
        return start;
    }
};

/// Shifts in groups of two on their own rings: no circuits ever change.
BOOST_AUTO_TEST_CASE(ranks_in_orders_of_their_own) {
    std::mt19937_64 random(26);
    int earlier = 0;
    for (int draw = 0; draw < 100; ++draw) {
        RankedOracle oracle{{}, 1e-6 + 1e-7 + 1e-5};
        auto problem = fabric(1e-3);
        problem["trace"] = Json::array();
        for (std::size_t e = 0; e < 1 + random() % 8; ++e) {
            const int first = static_cast<int>(random() % 5);
            const int second = first + 1 + static_cast<int>(random() % 3);
            oracle.entries.push_back(
                {1e-6 * static_cast<double>(random() % 40), random() % 2 != 0, {first, second}});
            problem["trace"].push_back({{"compute_time", oracle.entries.back().computation},
                                        {"overlap", oracle.entries.back().overlaps},
                                        {"collective", "custom"},
                                        {"groups", {{first, second}}},
                                        {"steps", {{{"shift", 1}, {"bytes", 1e6}}}}});
        }
        problem["by_rank"] = true;
        double end = 0;
        for (std::size_t e = 0; e < oracle.entries.size(); ++e)
            end = std::max(end, oracle.start(e) + oracle.takes);
        const auto answer = ask(problem);
        BOOST_TEST_REQUIRE(answer.contains("iteration_time"), problem.dump() << answer.dump());
        const double found = answer["iteration_time"];
        BOOST_TEST(std::abs(found - end) <= 1e-9 * end, problem.dump() << answer.dump() << end);
        BOOST_TEST(answer["n_reconfigurations"] == 0);
        // Also where another entry than the last ends last.
        BOOST_TEST(std::abs(answer["static"].get<double>() - end) <= 1e-9 * end, problem.dump());
        BOOST_TEST(std::abs(answer["lower_bound"].get<double>() - end) <= 1e-9 * end);
        problem["by_rank"] = false;
        problem["reconfiguration_delay"] = 0;
        problem["scheduler"] = "every-step";
        earlier += ask(problem)["iteration_time"].get<double>() > found * (1 + 1e-9);
    }
    BOOST_TEST(earlier > 50);
}

/// One group of all nodes is one sequence, except that its own circuits do not serve the next
/// collective; a delay runs beside the computation.
/// A million nodes that are left out, each behind the one before and a computation of 2 s.
BOOST_AUTO_TEST_CASE(a_chain_of_joints_is_as_long_as_a_trace) {
    using Sort = sweeps::TaskGraph::Sort;
    sweeps::TaskGraph graph{{{0}, {1}}, {}};
    graph.tasks.push_back({.sort = Sort::computation, .compute_time = 1});
    graph.tasks.push_back({.sort = Sort::computation, .compute_time = 2, .group = 1, .id = 1});
    std::size_t before = 0;
    for (int i = 0; i < 1'000'000; ++i) {
        graph.tasks.push_back({.sort = Sort::joint, .waits = {before, 1}});
        before = graph.tasks.size() - 1;
    }
    graph.tasks.push_back({.sort = Sort::computation, .compute_time = 4, .waits = {before}});
    const sweeps::GroupLine none;
    const auto line = sweeps::line_of_tasks(graph, 2, 1, sweeps::IterationCosts::Start::base, none);
    BOOST_TEST(line.end() == 6);
}

BOOST_AUTO_TEST_CASE(one_group_by_rank_is_a_sequence) {
    auto problem = fabric(2e-5);
    problem["trace"] = Json::array();
    for (const double compute : {5e-6, 3e-5})
        problem["trace"].push_back({{"compute_time", compute},
                                    {"collective", "custom"},
                                    {"steps", {{{"shift", 3}, {"bytes", 1e6}}}}});
    for (const char* scheduler : {"static", "every-step", "addanki-overlap", "swot"}) {
        problem["scheduler"] = scheduler;
        problem["by_rank"] = false;
        const auto together = ask(problem);
        problem["by_rank"] = true;
        const auto apart = ask(problem);
        const double difference =
            apart["iteration_time"].get<double>() - together["iteration_time"].get<double>();
        BOOST_TEST(std::abs(difference) < 1e-12, scheduler << apart.dump() << together.dump());
        BOOST_TEST(apart["computation"] == together["computation"]);
        BOOST_TEST(apart["lower_bound"].get<double>() <= apart["iteration_time"].get<double>());
    }
    problem["scheduler"] = "every-step";
    BOOST_TEST(ask(problem)["n_reconfigurations"] == 2);
    problem["periodic"] = true;
    BOOST_TEST(ask(problem)["error"].get<std::string>().find("remove periodic") !=
               std::string::npos);
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
    const auto even = ask(problem);  // stride 4
    Json lists = Json::array();
    for (int first = 0; first < 4; ++first) {
        lists.push_back(Json::array());
        for (int r = 0; r < 8; ++r) lists.back().push_back(first + 4 * r);
    }
    problem["trace"][0]["groups"] = lists;
    BOOST_TEST(ask(problem) == even);
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
