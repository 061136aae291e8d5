// The reference vectors of uneven all-to-alls, groups, collectives side by side and iterations,
// through the problems that `eval` takes.
#include <boost/test/unit_test.hpp>

#include "solvers/contract/problem.hpp"
#include "sweeps/cli/solution_output.hpp"
#include "sweeps/problem/domain_vocabulary.hpp"
#include "tests/support/reference.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(matrix_vectors)

Json answer_to(const Json& problem) {
    const auto read = sweeps::read_problem(problem.dump(), sweeps::domain_vocabulary());
    BOOST_TEST_REQUIRE(read.problem.has_value(), read.error);
    if (!read.problem->grid.study.empty())
        return Json::parse(sweeps::study_json(read.problem->grid));
    return Json::parse(sweeps::solution_json(sweeps::solve(*read.problem)));
}

/// Calls check(answer, expected, case) for every case of a kind.
template <typename Check>
void for_each(const std::string& kind, std::size_t count, const Check& check) {
    const auto found = cases("traffic.json", kind);
    BOOST_TEST(found.size() == count, kind);
    for (const auto& one : found) {
        BOOST_TEST_CONTEXT(one["input"].dump()) {
            check(answer_to(one["input"]), one["expected"]);
        }
    }
}

using Verdict = boost::test_tools::predicate_result;

[[nodiscard]] Verdict near(const Json& found, const Json& expected, double tolerance = 1e-9) {
    Verdict verdict(close(found.get<double>(), expected.get<double>(), tolerance));
    if (!verdict) verdict.message() << found << " is not " << expected;
    return verdict;
}

/// Every figure that is expected, and those of tables in it.
[[nodiscard]] Verdict all_near(const Json& found, const Json& expected) {
    Verdict verdict(true);
    for (const auto& [name, value] : expected.items()) {
        if (!found.contains(name))
            verdict = false;
        else
            verdict = value.is_object() ? all_near(found[name], value) : near(found[name], value);
        if (verdict) continue;
        verdict.message() << "; " << name;
        break;
    }
    return verdict;
}

BOOST_AUTO_TEST_CASE(generators) {
    for_each("generator", 3, [](const Json& answer, const Json& expected) {
        BOOST_TEST(answer["matrix"] == expected["matrix"]);
    });
}

BOOST_AUTO_TEST_CASE(exact_values) {
    for (const char* kind :
         {"matrix_rotor", "matrix_rotor_two_hop", "matrix_solstice", "matrix_birkhoff"})
        for_each(kind, 36, [](const Json& answer, const Json& expected) {
            BOOST_TEST(all_near(answer, expected));
        });
}

BOOST_AUTO_TEST_CASE(eclipse) {
    for_each("matrix_eclipse", 36, [](const Json& answer, const Json& expected) {
        BOOST_TEST(near(answer["completion_time"], expected["completion_time"], 0.15));
        BOOST_TEST(near(answer["first_score"], expected["first_score"]));
        BOOST_TEST(near(answer["lower_bound"], expected["lower_bound"]));
    });
}

BOOST_AUTO_TEST_CASE(best_permutations) {
    for_each("matrix_birkhoff_best", 36, [](const Json& answer, const Json& expected) {
        const double found = answer["completion_time"], most = expected["completion_time_at_most"];
        BOOST_TEST(found <= most * 1.01);
        BOOST_TEST(near(answer["lower_bound"], expected["lower_bound"]));
    });
}

BOOST_AUTO_TEST_CASE(programs) {
    for_each("matrix_exact", 12, [](const Json& answer, const Json& expected) {
        BOOST_TEST(near(answer["completion_time"], expected["completion_time"], 5e-6));
        BOOST_TEST(answer["status"] == "optimal");
    });
}

BOOST_AUTO_TEST_CASE(standing_base) {
    for_each("matrix_static", 6, [](const Json& answer, const Json& expected) {
        BOOST_TEST(near(answer["completion_time"], expected["completion_time"], 1e-6));
        BOOST_TEST(near(answer["egress_bound"], expected["egress_bound"]));
    });
}

BOOST_AUTO_TEST_CASE(groups) {
    const auto found = cases("traffic.json", "groups");
    BOOST_TEST(found.size() == 41u);
    for (const auto& one : found) {
        BOOST_TEST_CONTEXT(one["input"].dump()) {
            const auto read =
                sweeps::read_problem(one["input"].dump(), sweeps::domain_vocabulary());
            BOOST_TEST_REQUIRE(read.problem.has_value(), read.error);
            const auto solution = sweeps::solve(*read.problem);
            const auto& expected = one["expected"];
            BOOST_TEST(near(solution.row.completion[0], expected["completion_time"]));
            const auto& costs = solution.structure->costs;
            BOOST_TEST(costs.hops[0] == expected["hops"].get<double>());
            BOOST_TEST(near(costs.stretch[0], expected["inverse_theta"], 1e-7));
            const auto& peer = solution.structure->collective.steps[0].peer;
            for (kernels::Node v = 0; v < peer.size(); ++v)
                BOOST_TEST(peer(v) == expected["destinations"][v].get<kernels::Node>());
            auto by_paths = one["input"];
            by_paths["rules"] = "pccl";
            const auto paths = sweeps::solve(
                *sweeps::read_problem(by_paths.dump(), sweeps::domain_vocabulary()).problem);
            BOOST_TEST(near(paths.structure->costs.stretch[0], expected["inverse_theta_path"]));
        }
    }
}

BOOST_AUTO_TEST_CASE(side_by_side) {
    int proven = 0;
    for_each("parallel", 8, [&](const Json& answer, const Json& expected) {
        for (const auto& [name, value] : expected.items())
            BOOST_TEST(near(answer[name], value, 5e-6));
        const bool merged = expected["merged"] <= expected["partition"];
        BOOST_TEST(answer["way"] == (merged ? "merged" : "partition"));
        // Merged steps with more peers than planes are cut, and another cut could be better.
        const bool is_proven = answer["status"] == "optimal";
        BOOST_TEST((is_proven || answer["status"] == "feasible"));
        BOOST_TEST(double(answer["lower_bound"]) <= double(answer["completion_time"]) * (1 + 1e-9));
        proven += is_proven;
    });
    BOOST_TEST(proven >= 4);
}

BOOST_AUTO_TEST_CASE(several_turns_in_a_step) {
    for (const auto& one : cases("traffic.json", "swot_turns"))
        for (const int turns : {1, 2, 3})
            for (const char* scheduler : {"swot", "swot-milp"}) {
                auto problem = one["input"];
                problem["scheduler"] = scheduler;
                problem[scheduler]["turns"] = turns;
                BOOST_TEST_CONTEXT(problem.dump()) {
                    BOOST_TEST(near(answer_to(problem)["completion_time"],
                                    one["expected"]["turns_" + std::to_string(turns)], 5e-6));
                }
            }
}

BOOST_AUTO_TEST_CASE(iterations) {
    for_each("trace", 8, [](const Json& answer, const Json& expected) {
        BOOST_TEST(all_near(answer, expected));
    });
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
