// The reference vectors of SWOT: collectives, baselines, optima, fixed assignments, cyclic
// schedules.
#include <boost/test/unit_test.hpp>

#include "solvers/swot/problem/baselines.hpp"
#include "solvers/swot/problem/fixed_sets.hpp"
#include "solvers/swot/swot.hpp"
#include "tests/support/reference.hpp"
#include "tests/support/swot_points.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(swot_vectors)

namespace swot = solvers::swot;
using kernels::InitialPlanes;
using kernels::PlaneProblem;

constexpr double formula = 1e-9, linear_program = 1e-7, optimal = 5e-6;  // of the file's head

PlaneProblem problem_of(const Json& input) {
    const std::map<std::string, InitialPlanes> starts{{"free", InitialPlanes::free},
                                                      {"first", InitialPlanes::first},
                                                      {"cold", InitialPlanes::cold}};
    PlaneProblem problem;
    if (input.contains("steps"))
        for (const auto& step : input["steps"])
            problem.steps.push_back({step["cfg"], step["bytes"]});
    else
        problem.steps = kernels::plane_steps(swot_collective(input["name"], input["nodes"]),
                                             input["message_bytes"]);
    problem.planes = kernels::alike_planes(input["planes"], input["plane_bandwidth_bytes_per_s"],
                                           input["reconfiguration_s"]);
    problem.base_latency = input["base_latency_s"];
    problem.initial = starts.at(input["init"]);
    return problem;
}

swot::UsedSets used_in(const Json& planes) {
    swot::UsedSets sets;
    for (const auto& step : planes) {
        sets.emplace_back();
        for (const int plane : step) sets.back().push_back(plane);
    }
    return sets;
}

void check(double found, const Json& expected, double tolerance) {
    BOOST_TEST(std::abs(found - expected.get<double>()) <= tolerance * found,
               found << " is not " << expected);
}
void check(std::optional<double> found, const Json& expected) {
    BOOST_TEST_REQUIRE(found.has_value() == !expected.is_null());
    if (found) check(*found, expected, formula);
}

BOOST_AUTO_TEST_CASE(collectives) {
    const auto found = cases("swot.json", "collective");
    BOOST_TEST(found.size() == 7u);
    for (const auto& one : found) {
        const auto& input = one["input"];
        const auto collective = swot_collective(input["name"], input["nodes"]);
        const auto steps = kernels::plane_steps(collective, input["message_bytes"]);
        const auto& expected = one["expected"]["steps"];
        BOOST_TEST_REQUIRE(steps.size() == expected.size());
        for (std::size_t i = 0; i < steps.size(); ++i) {
            BOOST_TEST(steps[i].configuration == expected[i]["cfg"].get<std::int64_t>());
            check(steps[i].bytes, expected[i]["bytes"], formula);
            const auto& peers =
                one["expected"]["destination"][std::to_string(steps[i].configuration)];
            for (kernels::Node node = 0; node < collective.n; ++node)
                BOOST_TEST(collective.steps[i].peer(node) == peers[node].get<kernels::Node>());
        }
    }
}

BOOST_AUTO_TEST_CASE(double_binary_tree) {
    for (const auto& one : cases("swot.json", "double_binary_tree")) {
        const auto& in = one["input"];
        const double latency = in["base_latency_s"], message = in["message_bytes"];
        const double time = kernels::double_binary_tree_time(
            in["nodes"], message, in["total_bandwidth"], latency, in["chunks"]);
        check(time, one["expected"]["dbt_s"], formula);
        if (!one["expected"].contains("dbt_released_formula_s")) continue;
        check(kernels::double_binary_tree_time_released(in["nodes"], message, in["plane_bandwidth"],
                                                        latency, in["reconfiguration_s"],
                                                        in["chunks"]),
              one["expected"]["dbt_released_formula_s"], formula);
        const auto best =
            kernels::best_tree_chunks(in["nodes"], message, in["total_bandwidth"], latency);
        BOOST_TEST(kernels::double_binary_tree_time(in["nodes"], message, in["total_bandwidth"],
                                                    latency, best) <= time);
    }
}

BOOST_AUTO_TEST_CASE(baselines) {
    for (const auto& one : cases("swot.json", "baselines")) {
        const auto problem = problem_of(one["input"]);
        const auto& expected = one["expected"];
        check(swot::ideal_time(problem), expected["ideal_s"], formula);
        check(swot::strawman_time(problem), expected["strawman_s"], formula);
        check(kernels::replay_planes(problem, swot::strawman_schedule(problem)).end(),
              expected["strawman_s"], formula);
        using swot::OneShot;
        check(swot::one_shot_time(problem, OneShot::best), expected["oneshot_best_s"]);
        check(swot::one_shot_time(problem, OneShot::literal), expected["oneshot_literal_s"]);
        check(swot::one_shot_time(problem, OneShot::floor), expected["oneshot_floor_s"]);
        for (const auto reading : {OneShot::best, OneShot::literal, OneShot::floor})
            if (const auto schedule = swot::one_shot_schedule(problem, reading)) {
                const auto timeline = kernels::replay_planes(problem, *schedule);
                BOOST_TEST(timeline.violation == "");
                check(timeline.end(), *swot::one_shot_time(problem, reading), formula);
            }
    }
}

BOOST_AUTO_TEST_CASE(optima) {
    const auto found = cases("swot.json", "optimum");
    BOOST_TEST(found.size() == 18u);
    for (const auto& one : found) {
        const auto problem = problem_of(one["input"]);
        const auto solution = swot::solve(problem);
        BOOST_TEST(solution.proven);
        check(solution.value, one["expected"]["optimum_s"], optimal);
        const double bound = swot::two_resource_bound(problem);
        if (problem.initial == InitialPlanes::first) {  // the file's does not know what is held
            BOOST_TEST(bound >= one["expected"]["two_resource_bound_s"].get<double>());
            BOOST_TEST(bound <= solution.value);
        } else {
            check(bound, one["expected"]["two_resource_bound_s"], formula);
        }
        const auto timeline = kernels::replay_planes(problem, solution.schedule);
        BOOST_TEST(timeline.violation == "");
        check(timeline.end(), solution.value, formula);
        check(swot::best_shares(problem, used_in(one["expected"]["an_optimal_assignment"])).value,
              one["expected"]["optimum_s"], optimal);
    }
}

BOOST_AUTO_TEST_CASE(fixed_assignments) {
    const auto found = cases("swot.json", "fixed_assignment");
    BOOST_TEST(found.size() == 3u);
    for (const auto& one : found) {
        const auto problem = problem_of(one["input"]);
        const auto shares = swot::best_shares(problem, used_in(one["input"]["used"]));
        check(shares.value, one["expected"]["optimum_s"], linear_program);
        const auto timeline = kernels::replay_planes(problem, shares.schedule);
        BOOST_TEST(timeline.violation == "");
        check(timeline.end(), one["expected"]["optimum_s"], linear_program);
    }
}

BOOST_AUTO_TEST_CASE(cyclic) {
    const auto found = cases("swot.json", "cyclic");
    BOOST_TEST(found.size() == 2u);
    for (const auto& one : found) {
        const auto problem = problem_of(one["input"]);
        const auto timeline =
            kernels::replay_planes(problem, swot::cyclic_schedule(problem, one["input"]["group"]));
        BOOST_TEST(timeline.violation == "");
        check(timeline.end(), one["expected"]["cct_s"], formula);
        check(swot::two_resource_bound(problem), one["expected"]["two_resource_bound_s"], formula);
        check(swot::strawman_time(problem), one["expected"]["strawman_s"], formula);
    }
}

/// The known points that are solved in a moment; all of them: tests/bench/swot_bench.cpp.
BOOST_AUTO_TEST_CASE(points_of_the_figures) {
    std::ifstream in(std::string(LIGHTSWEEP_SOURCE_DIR) + "/tests/vectors/swot_298.json");
    const Json all = Json::parse(in);
    const auto points = swot_points();
    int seen = 0;
    for (const auto& known : all["points"]) {
        const auto& point = points[known["id"].get<std::size_t>()];
        BOOST_TEST_REQUIRE(point.algorithm == known["algorithm"].get<std::string>());
        BOOST_TEST_REQUIRE(point.megabytes == known["message_MB"].get<double>());
        if (point.planes == 8 || point.set == "2.2" || point.algorithm == "a2a_pairwise") continue;
        const auto problem = swot_problem(point);
        const auto found = swot::solve(problem);
        const double printed = 0.501e-9;  // half a digit of 1e-6 ms
        BOOST_TEST(found.proven);
        BOOST_TEST(found.lower_bound <= known["value_ms"].get<double>() * 1e-3 + printed);
        BOOST_TEST(found.value <= known["value_ms"].get<double>() * 1e-3 * (1 + 2.5e-6) + printed);
        BOOST_TEST(kernels::replay_planes(problem, found.schedule).violation == "");
        ++seen;
    }
    BOOST_TEST(seen > 30);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
