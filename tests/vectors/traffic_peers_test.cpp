// The reference vectors of traffic whose steps have several peers: SWOT's optima and baselines, the
// double binary tree, rooted trees, buckets and Swings on all ports of a torus.
#include <boost/test/unit_test.hpp>

#include "kernels/collectives/transmitters.hpp"
#include "kernels/collectives/trees.hpp"
#include "kernels/planes/plane_collectives.hpp"
#include "solvers/pccl/bucket_shares.hpp"
#include "solvers/swot/problem/baselines.hpp"
#include "solvers/swot/swot.hpp"
#include "solvers/swot/swot_milp.hpp"
#include "tests/support/reference.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(traffic_peers)

namespace swot = solvers::swot;
using kernels::Node;
using kernels::PlaneProblem;

constexpr double formula = 1e-9, optimal = 5e-6;

void check(double found, const Json& expected, double tolerance, const Json& one) {
    BOOST_TEST(std::abs(found - expected.get<double>()) <= tolerance * std::abs(found),
               found << " is not " << expected << ": " << one["input"].dump());
}

/// Labels are the shifts.
PlaneProblem problem_of(const Json& input) {
    PlaneProblem problem;
    for (const auto& step : input["steps"]) {
        kernels::PlaneStep one{step["shift"][0], step["bytes"][0]};
        for (std::size_t c = 1; c < step["shift"].size(); ++c)
            one.others.push_back({step["shift"][c], step["bytes"][c]});
        if (input.contains("compute_time"))
            one.computation = input["compute_time"][problem.steps.size()];
        problem.steps.push_back(std::move(one));
    }
    problem.planes = kernels::alike_planes(input["planes"], input["plane_bandwidth"],
                                           input["reconfiguration_delay"]);
    problem.base_latency = input["per_step_latency"];
    return problem;
}

BOOST_AUTO_TEST_CASE(optima_and_baselines) {
    std::size_t count = 0;
    for (const char* kind : {"swot_peers", "swot_gaps"})
        for (const auto& one : cases("traffic.json", kind)) {
            ++count;
            const auto problem = problem_of(one["input"]);
            const auto& expected = one["expected"];
            const auto solution = swot::solve(problem);
            BOOST_TEST(solution.proven, one["input"].dump());
            check(solution.value, expected["completion_time"], optimal, one);
            check(swot::solve_by_program(problem, 100'000).value, expected["completion_time"],
                  optimal, one);
            check(swot::ideal_time(problem), expected["ideal"], formula, one);
            check(swot::strawman_time(problem), expected["strawman"], formula, one);
            const auto fixed = swot::one_shot_time(problem, swot::OneShot::best);
            BOOST_TEST_REQUIRE(fixed.has_value() == !expected["one_shot"].is_null());
            if (fixed) check(*fixed, expected["one_shot"], formula, one);
            if (expected.contains("two_resource_bound"))
                check(swot::two_resource_bound(problem), expected["two_resource_bound"], formula,
                      one);
        }
    BOOST_TEST(count == 31u);
}

BOOST_AUTO_TEST_CASE(double_binary_trees) {
    const auto found = cases("traffic.json", "double_binary_tree");
    BOOST_TEST(found.size() == 11u);
    for (const auto& one : found) {
        const Node n = one["input"]["nodes"], chunks = one["input"]["chunks"];
        const auto& expected = one["expected"];
        const auto steps = kernels::tree_messages(n, chunks);
        BOOST_TEST(steps.size() == expected["steps"].get<std::size_t>());
        std::size_t messages = 0, permutations = 0;
        for (const auto& step : steps) messages += step.size();
        for (const auto& step : kernels::double_binary_tree(n, chunks).steps)
            permutations = std::max(permutations, kernels::merged(step).demand().size());
        BOOST_TEST(messages == expected["messages"].get<std::size_t>());
        BOOST_TEST(permutations == expected["permutations"].get<std::size_t>());
        if (expected.contains("parents")) {
            BOOST_TEST((kernels::first_tree(n) == expected["parents"][0].get<std::vector<Node>>()));
            BOOST_TEST(
                (kernels::second_tree(n) == expected["parents"][1].get<std::vector<Node>>()));
        }
        if (!expected.contains("step_list")) continue;
        for (std::size_t k = 0; k < steps.size(); ++k) {
            const auto& list = expected["step_list"][k];
            BOOST_TEST_REQUIRE(list.size() == steps[k].size());
            for (std::size_t i = 0; i < steps[k].size(); ++i) {
                const auto& [tree, from, to, chunk] = steps[k][i];
                BOOST_TEST((list[i] == Json{tree, from, to, chunk}), list[i].dump());
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(best_chunks) {
    const auto found = cases("traffic.json", "dbt_time");
    BOOST_TEST(found.size() == 9u);
    for (const auto& one : found) {
        const auto& input = one["input"];
        const auto collective =
            kernels::build_collective(input["collective"].get<std::string>(), input["nodes"]);
        BOOST_TEST_REQUIRE(collective.pipeline);
        const int planes = input["planes"];
        const double rate = input["bandwidth"], latency = input["per_step_latency"];
        const auto chunks = collective.pipeline->best_chunks(input["message"].get<double>() / rate,
                                                             latency, planes);
        BOOST_TEST(chunks == one["expected"]["chunks"].get<std::int64_t>());
        PlaneProblem problem;
        problem.steps = kernels::plane_steps(collective.pipeline->build(chunks), input["message"]);
        problem.planes =
            kernels::alike_planes(planes, rate / planes, input["reconfiguration_delay"]);
        problem.base_latency = latency;
        const double time = swot::one_shot_time(problem, swot::OneShot::best).value();
        check(time, one["expected"]["completion_time"], formula, one);
        // From 4 chunks on all permutations are active in every step: nothing is left to search.
        if (chunks >= 4) BOOST_TEST(swot::solve(problem).proven, input.dump());
    }
}

BOOST_AUTO_TEST_CASE(rooted_trees) {
    const auto found = cases("traffic.json", "tree");
    BOOST_TEST(found.size() == 24u);
    for (const auto& one : found) {
        const auto& input = one["input"];
        auto name = input["collective"].get<std::string>();
        if (input.contains("chunks"))
            name = kernels::in_chunks(name, input["chunks"].get<std::int64_t>());
        const auto collective = kernels::build_collective(name, input["nodes"]);
        BOOST_TEST(collective.steps.size() == one["expected"]["steps"].get<std::size_t>(), name);
        std::size_t peers = 0;
        for (const auto& step : collective.steps)
            peers = std::max(peers, kernels::merged(step).demand().size());
        BOOST_TEST(peers == one["expected"]["peers"].get<std::size_t>(), name);
        PlaneProblem problem;
        problem.steps = kernels::plane_steps(collective, input["message"]);
        problem.planes = kernels::alike_planes(input["planes"], input["plane_bandwidth"], 0);
        problem.base_latency = input["per_step_latency"];
        const double time = peers == 1 ? swot::ideal_time(problem)
                                       : swot::one_shot_time(problem, swot::OneShot::best).value();
        check(time, one["expected"]["completion_time"], formula, one);
    }
}

BOOST_AUTO_TEST_CASE(all_ports_of_tori) {
    std::size_t count = 0;
    for (const char* kind : {"bucket_multiport", "swing_multiport"})
        for (const auto& one : cases("traffic.json", kind)) {
            ++count;
            const auto& expected = one["expected"];
            const auto collective = kernels::build_collective(
                one["input"]["collective"].get<std::string>(), one["input"]["nodes"]);
            BOOST_TEST(collective.steps.size() == expected["steps"].get<std::size_t>());
            if (!expected.contains("step_bytes_over_message")) continue;
            double x = 0;
            for (std::size_t k = 0; k < collective.steps.size(); ++k) {
                const auto& step = collective.steps[k];
                std::vector<double> bytes, wanted;
                for (std::size_t i = 0; i < step.demand().size(); ++i)
                    bytes.push_back(step.share * step.weight(i));
                for (const auto& port : expected["step_bytes_over_message"][k])
                    wanted.push_back(port[2]);
                std::ranges::sort(bytes);
                std::ranges::sort(wanted);
                BOOST_TEST_REQUIRE(bytes.size() == wanted.size());
                for (std::size_t i = 0; i < bytes.size(); ++i)
                    BOOST_TEST(close(bytes[i], wanted[i]), one["input"].dump() << " step " << k);
                x += step.share;
            }
            check(x * expected["ports"].get<double>(), expected["X_split"], formula, one);
            double best = 0;
            for (const auto& step : solvers::pccl::with_best_shares(collective).steps)
                best += step.share;
            check(best * expected["ports"].get<double>(), expected["X_best_shares"], 1e-7, one);
        }
    BOOST_TEST(count == 10u);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
