// Collectives in groups: their blocks arrive in every group, one group is none, the schedulers see
// explicit lists of peers; collectives side by side; several turns in a step.
#include <boost/test/unit_test.hpp>
#include <random>

#include "kernels/collectives/collective_algorithms.hpp"
#include "kernels/collectives/groups.hpp"
#include "solvers/swot/problem/baselines.hpp"
#include "solvers/swot/swot.hpp"
#include "solvers/swot/turns_program.hpp"
#include "sweeps/cli/solution_output.hpp"
#include "sweeps/problem/domain_vocabulary.hpp"
#include "tests/support/campaign.hpp"
#include "tests/support/reference.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(groups)

using kernels::Node;

Json answer_to(const Json& problem) {
    const auto read = sweeps::read_problem(problem.dump(), sweeps::domain_vocabulary());
    if (!read.problem) return {{"error", read.error}};
    try {
        return Json::parse(sweeps::solution_json(sweeps::solve(*read.problem)));
    } catch (const std::exception& fault) {
        return {{"error", fault.what()}};
    }
}

struct Shape {
    Node n;
    kernels::GroupLists groups;
};

/// Even groups near and far, all but some nodes, and shuffled members.
std::vector<Shape> shapes_of(Node g) {
    std::vector<Shape> shapes{{3 * g, kernels::even_groups(3 * g, g, 1)},
                              {2 * g, kernels::even_groups(2 * g, g, 2)},
                              {6 * g, kernels::even_groups(6 * g, g, 3)}};
    auto some = kernels::even_groups(4 * g, g, 2);
    some.erase(some.begin() + 1);
    std::mt19937_64 random(7);
    for (auto& group : some) std::shuffle(group.begin(), group.end(), random);
    shapes.push_back({4 * g, some});
    return shapes;
}

/// A group's share of the fabric's steps, with the blocks of its ranks.
kernels::Collective one_group(const kernels::Collective& fabric,
                              const std::vector<std::int64_t>& group,
                              const kernels::Collective& members) {
    auto own = members;
    const auto ranks_of = [&](const kernels::Permutation& peer) {
        std::vector<Node> to;
        for (const auto node : group) {
            const auto at = std::ranges::find(group, peer(static_cast<Node>(node)));
            BOOST_TEST_REQUIRE((at != group.end()), "a message leaves the group");
            to.push_back(static_cast<Node>(at - group.begin()));
        }
        return kernels::Permutation::list(std::move(to));
    };
    own.steps = fabric.steps;
    for (auto& step : own.steps) {
        step.peer = ranks_of(step.peer);
        for (auto& other : step.other_peers) other = ranks_of(other);
    }
    return own;
}

BOOST_AUTO_TEST_CASE(blocks_arrive_in_every_group) {
    std::size_t seen = 0;
    for (const auto& row : kernels::collective_table())
        for (const Node g : {2, 3, 4, 6, 8, 9}) {
            if (kernels::refuse_nodes(row, g)) continue;
            const auto members = kernels::build_collective(row.name, g);
            for (const auto& [n, lists] : shapes_of(g)) {
                const auto fabric = kernels::in_groups(members, lists, n);
                BOOST_TEST(fabric.n == n);
                for (const auto& group : lists) {
                    const auto fault = kernels::broken_promise(one_group(fabric, group, members));
                    BOOST_TEST(!fault, row.name << " " << g << ": " << fault.value_or(""));
                    ++seen;
                }
            }
        }
    BOOST_TEST(seen > 500u);
}

BOOST_AUTO_TEST_CASE(groups_over_the_whole_fabric_stay_shifts) {
    const auto members = kernels::build_collective("alltoall/shift", 4);
    const auto fabric = kernels::in_groups(members, kernels::even_groups(12, 4, 3), 12);
    for (std::size_t i = 0; i < fabric.steps.size(); ++i)
        BOOST_TEST(*fabric.steps[i].peer.as_shift() == 3 * *members.steps[i].peer.as_shift());
}

Json fabric(const std::string& rules, const std::string& scheduler) {
    Json problem{{"rules", rules},    {"scheduler", scheduler},   {"nodes", 16},
                 {"bandwidth", 1e11}, {"per_step_latency", 1e-6}, {"reconfiguration_delay", 5e-6}};
    if (rules != "swot") problem["topology"] = rules == "common" ? "ring-uni" : "ring";
    if (rules != "swot") problem["per_hop_latency"] = 1e-7;
    if (rules == "swot" || rules == "common") problem["planes"] = 2;
    return problem;
}

/// What must be equal of two answers about the same steps.
void expect_same(Json one, Json other, const std::string& where) {
    for (const char* name : {"status", "completion_time", "lower_bound", "n_reconfigurations"})
        BOOST_TEST(one[name] == other[name], where << " " << name << ": " << one << " " << other);
}

const std::vector<std::pair<std::string, std::string>> schedulers{
    {"addanki", "static"}, {"addanki", "addanki"}, {"addanki", "every-step"}, {"pccl", "pccl"},
    {"pccl", "static"},    {"bridge", "static"},   {"swot", "swot"},          {"swot", "strawman"},
    {"swot", "one-shot"},  {"common", "addanki"},  {"common", "segments"},    {"common", "swot"},
    {"common", "static"}};

BOOST_AUTO_TEST_CASE(one_group_is_none) {
    for (const auto& [rules, scheduler] : schedulers)
        for (const char* name : {"allreduce/halving-doubling", "alltoall/shift", "allgather/bruck",
                                 "allreduce/double-binary-tree"}) {
            auto plain = fabric(rules, scheduler);
            plain["collective"] = name;
            plain["message"] = 4e6;
            auto grouped = plain;
            grouped["groups"] = {{"size", 16}, {"stride", 1}};
            BOOST_TEST(answer_to(plain) == answer_to(grouped), rules << " " << scheduler);
            Json all = Json::array();
            for (int v = 0; v < 16; ++v) all.push_back(v);
            grouped["groups"] = Json::array({all});
            BOOST_TEST(answer_to(plain) == answer_to(grouped), rules << " " << scheduler);
        }
}

BOOST_AUTO_TEST_CASE(groups_are_explicit_lists_of_peers) {
    const std::vector<Json> all_groups{{{"size", 4}, {"stride", 1}},
                                       {{"size", 4}, {"stride", 2}},
                                       {{"size", 4}, {"stride", 4}},
                                       {{0, 5, 9, 2}, {15, 3, 8, 1}}};
    for (const auto& [rules, scheduler] : schedulers)
        for (const auto& groups : all_groups)
            for (const char* name : {"allreduce/halving-doubling", "alltoall/shift"}) {
                auto problem = fabric(rules, scheduler);
                problem["collective"] = name;
                problem["message"] = 4e6;
                problem["groups"] = groups;
                const auto lists = groups.is_array()
                                       ? groups.get<kernels::GroupLists>()
                                       : kernels::even_groups(16, groups["size"], groups["stride"]);
                auto listed = fabric(rules, scheduler);
                listed["collective"] = "custom";
                const std::optional<kernels::Order> order =
                    rules == "common" || rules == "bridge" ? std::optional(kernels::Order::near)
                                                           : std::nullopt;
                for (const auto& step : kernels::build_collective(name, 4, order).steps) {
                    std::vector<std::int64_t> to(16, -1);
                    for (const auto& group : lists)
                        for (Node r = 0; r < 4; ++r) to[group[r]] = group[step.peer(r)];
                    listed["steps"].push_back({{"peer", to}, {"bytes", step.share * 4e6}});
                }
                const auto where = rules + " " + scheduler + " " + problem.dump();
                const auto found = answer_to(problem), wanted = answer_to(listed);
                BOOST_TEST(found.contains("completion_time"), where << found);
                BOOST_TEST(close(found["completion_time"].is_null()
                                     ? -1
                                     : found["completion_time"].get<double>(),
                                 wanted["completion_time"].is_null()
                                     ? -1
                                     : wanted["completion_time"].get<double>(),
                                 1e-12),
                           where << found << wanted);
                BOOST_TEST(found["status"] == wanted["status"], where << found << wanted);
                BOOST_TEST(found.contains("note") == groups.is_array(), where);
            }
}

BOOST_AUTO_TEST_CASE(planes_charge_one_group) {
    for (const auto& [scheduler, name] : std::vector<std::pair<std::string, std::string>>{
             {"swot", "allreduce/halving-doubling"},
             {"swot", "allreduce/double-binary-tree"},  // the best number of chunks
             {"swot", "allgather/bruck+alltoall/shift"},
             {"swot-order", "alltoall/shift"},
             {"swot-portfolio", "allreduce/any"}}) {
        auto one = fabric("swot", scheduler);
        one["collective"] = name;
        one["message"] = 4e6;
        auto grouped = one;
        one["nodes"] = 8;
        grouped["groups"] = {{"size", 8}, {"stride", 1}};
        expect_same(answer_to(one), answer_to(grouped), name + " in groups of 8");
    }
}

BOOST_AUTO_TEST_CASE(a_collective_beside_none_is_itself) {
    for (const auto& [rules, scheduler] : schedulers)
        for (const char* name : {"alltoall/shift", "allreduce/double-binary-tree(3)"}) {
            auto alone = fabric(rules, scheduler);
            auto entry = fabric(rules, scheduler);
            alone["collective"] = name;
            alone["message"] = 4e6;
            alone["groups"] = {{"size", 8}, {"stride", 2}};
            entry["parallel"] = {
                {{"collective", name}, {"message", 4e6}, {"groups", alone["groups"]}}};
            auto found = answer_to(entry);
            const auto wanted = answer_to(alone);
            BOOST_TEST(found["status"] == wanted["status"], rules << scheduler << found << wanted);
            if (!wanted.contains("completion_time") || wanted["completion_time"].is_null())
                continue;
            BOOST_TEST(close(found["completion_time"].get<double>(),
                             wanted["completion_time"].get<double>(), 1e-12),
                       rules << " " << scheduler << found << wanted);
        }
}

/// Side by side by another way: every cut of the planes, the entries alone.
BOOST_AUTO_TEST_CASE(partitions_are_the_best_of_all) {
    std::mt19937_64 random(20261125);
    for (int draw = 0; draw < 20; ++draw) {
        const int planes = 2 + static_cast<int>(random() % 3);
        const std::size_t count = 2 + (planes > 2 && random() % 2);
        Json common{{"rules", "swot"},
                    {"scheduler", "swot"},
                    {"nodes", 12},
                    {"plane_bandwidth", 1e10},
                    {"per_step_latency", 1e-6},
                    {"reconfiguration_delay", 1e-5 * double(random() % 9)},
                    {"planes", planes}};
        std::vector<Json> entries;
        for (std::size_t e = 0; e < count; ++e) {
            Json steps = Json::array();
            for (std::size_t s = 0; s < 1 + random() % 3; ++s)
                steps.push_back({{"shift", 1 + random() % 3},
                                 {"bytes", 1e5 * static_cast<double>(1 + random() % 20)}});
            Json lists = Json::array({Json::array()});
            for (std::size_t r = 0; r < 4; ++r) lists[0].push_back(4 * e + r);
            entries.push_back({{"collective", "custom"}, {"groups", lists}, {"steps", steps}});
        }
        const auto alone = [&](std::size_t e, int k) {
            auto problem = common;
            problem.update(entries[e]);
            problem["planes"] = k;
            return answer_to(problem)["completion_time"].get<double>();
        };
        double best = 1e9;
        for (int a = 1; a < planes; ++a)
            for (int b = 1; a + b <= planes; ++b) {
                if ((count == 2) != (a + b == planes)) continue;
                double time = std::max(alone(0, a), alone(1, b));
                if (count == 3) time = std::max(time, alone(2, planes - a - b));
                best = std::min(best, time);
            }
        auto problem = common;
        problem["parallel"] = entries;
        const auto found = answer_to(problem);
        BOOST_TEST(close(found["partition"].get<double>(), best, 1e-9), draw << found << best);
        BOOST_TEST(found["completion_time"].get<double>() <=
                       std::min(best, found["merged"].get<double>()) * (1 + 1e-9),
                   draw);
    }
}

BOOST_AUTO_TEST_CASE(one_turn_is_the_rule_and_more_are_no_worse) {
    std::mt19937_64 random(20261125);
    for (int draw = 0; draw < trials(3, 40); ++draw) {
        kernels::PlaneProblem problem;
        problem.planes = kernels::alike_planes(2, 1, 0.1 * static_cast<double>(random() % 20));
        problem.base_latency = 0.1 * static_cast<double>(random() % 3);
        problem.initial =
            random() % 3 ? kernels::InitialPlanes::free : kernels::InitialPlanes::cold;
        for (std::size_t s = 0; s < 1 + random() % 3; ++s) {
            const auto first = static_cast<std::int64_t>(random() % 3);
            kernels::PlaneStep step{first, 1 + static_cast<double>(random() % 5)};
            if (random() % 2)
                step.others.push_back({(first + 1) % 3, 1 + static_cast<double>(random() % 5)});
            problem.steps.push_back(step);
        }
        const double rule = solvers::swot::solve(problem).value;
        const auto lockstep =
            kernels::replay_planes(problem, solvers::swot::strawman_schedule(problem));
        const auto in_turns = [&](int turns) {
            return solvers::swot::solve_in_turns(problem, turns, 100'000, lockstep).value;
        };
        double before = in_turns(1);
        BOOST_TEST(close(before, rule, 5e-6), draw << ": " << before << " is not " << rule);
        for (const int turns : {2, 3}) {
            const double value = in_turns(turns);
            BOOST_TEST(value <= before * (1 + 5e-6), draw);
            before = value;
        }
    }
}

BOOST_AUTO_TEST_CASE(faults_have_place_value_and_remedy) {
    const auto refused = [](Json changes, const std::vector<std::string>& words) {
        auto problem = fabric("swot", "swot");
        problem["collective"] = "alltoall/shift";
        problem["message"] = 4e6;
        problem.update(changes);
        for (const char* key : {"collective", "message"})
            if (problem[key].is_null()) problem.erase(key);
        const auto answer = answer_to(problem);
        BOOST_TEST_REQUIRE(answer.contains("error"), problem.dump() << answer);
        const std::string text = answer["error"];
        for (const auto& word : words)
            BOOST_TEST(text.find(word) != std::string::npos, text << " lacks " << word);
    };
    refused({{"groups", {{0, 1}, {1, 2}}}}, {"groups", "node 1 twice", "one group at most"});
    refused({{"groups", {{0, 1}, {2, 16}}}}, {"groups", "node 16", "0 to 15"});
    refused({{"groups", {{0, 1}, {2, 3, 4}}}}, {"groups", "of 2 and of 3", "parallel"});
    refused({{"groups", {{"size", 6}}}}, {"groups.size", "do not cut 16", "divides"});
    refused({{"groups", {{"size", 4}, {"stride", 8}}}}, {"do not cut 16"});
    refused({{"groups", {{"stride", 2}}}}, {"groups", "no size"});
    refused({{"groups", {{"size", 4}, {"step", 1}}}}, {"groups.step", "unknown"});
    refused({{"groups", 4}}, {"groups", "size = 8"});
    refused({{"groups", {{"size", 6}}}, {"nodes", 18}, {"collective", "allreduce/swing"}},
            {"power of two"});
    refused({{"collective", "custom"},
             {"message", nullptr},
             {"groups", {{"size", 4}}},
             {"steps", {{{"shift", 4}, {"bytes", 1}}}}},
            {"steps[0]", "moves nothing", "multiple"});
    const Json entry{{"collective", "allreduce/ring"}, {"message", 1e6}};
    refused({{"parallel", {entry}}}, {"collective", "every entry of parallel"});
    auto bad = entry;
    bad["groups"] = {{"size", 5}};
    refused({{"collective", nullptr}, {"message", nullptr}, {"parallel", {entry, bad}}},
            {"parallel[1].groups", "do not cut"});
    bad = {{"collective", "custom"},
           {"groups", {{"size", 4}, {"stride", 1}}},
           {"steps", {{{"shift", 8}, {"bytes", 1}}}}};
    refused({{"collective", nullptr}, {"message", nullptr}, {"parallel", {bad}}},
            {"parallel[0]", "steps[0] moves nothing", "multiple"});
    bad = entry;
    bad["compute_time"] = 1;
    refused({{"collective", nullptr}, {"message", nullptr}, {"parallel", {bad}}},
            {"parallel[0].compute_time", "unknown"});
    refused({{"collective", nullptr}, {"message", nullptr}, {"parallel", Json::array()}},
            {"parallel", "no list of entries"});
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
