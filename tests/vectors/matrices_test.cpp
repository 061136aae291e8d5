// The reference vectors of uneven all-to-alls and of iterations, through the problems that `eval`
// takes.
#include <boost/test/unit_test.hpp>

#include "sweeps/cli/solution_output.hpp"
#include "sweeps/problem/domain_vocabulary.hpp"
#include "tests/support/reference.hpp"

namespace lightsweep::tests {
namespace {

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

void near(const Json& found, const Json& expected, double tolerance = 1e-9) {
    BOOST_TEST(close(found.get<double>(), expected.get<double>(), tolerance),
               found << " is not " << expected);
}

/// Every figure that is expected, and those of tables in it.
void all_near(const Json& found, const Json& expected) {
    for (const auto& [name, value] : expected.items()) {
        BOOST_TEST_REQUIRE(found.contains(name), name);
        BOOST_TEST_CONTEXT(name) {
            if (value.is_object())
                all_near(found[name], value);
            else
                near(found[name], value);
        }
    }
}

BOOST_AUTO_TEST_SUITE(matrix_vectors)

BOOST_AUTO_TEST_CASE(generators) {
    for_each("generator", 3, [](const Json& answer, const Json& expected) {
        BOOST_TEST(answer["matrix"] == expected["matrix"]);
    });
}

BOOST_AUTO_TEST_CASE(exact_values) {
    for (const char* kind :
         {"matrix_rotor", "matrix_rotor_two_hop", "matrix_solstice", "matrix_birkhoff"})
        for_each(kind, 36, all_near);
}

BOOST_AUTO_TEST_CASE(eclipse) {
    for_each("matrix_eclipse", 36, [](const Json& answer, const Json& expected) {
        near(answer["completion_time"], expected["completion_time"], 0.15);
        near(answer["first_score"], expected["first_score"]);
        near(answer["lower_bound"], expected["lower_bound"]);
    });
}

BOOST_AUTO_TEST_CASE(best_permutations) {
    for_each("matrix_birkhoff_best", 36, [](const Json& answer, const Json& expected) {
        const double found = answer["completion_time"], most = expected["completion_time_at_most"];
        BOOST_TEST(found <= most * 1.01);
        near(answer["lower_bound"], expected["lower_bound"]);
    });
}

BOOST_AUTO_TEST_CASE(programs) {
    for_each("matrix_exact", 12, [](const Json& answer, const Json& expected) {
        near(answer["completion_time"], expected["completion_time"], 5e-6);
        BOOST_TEST(answer["status"] == "optimal");
    });
}

BOOST_AUTO_TEST_CASE(standing_base) {
    for_each("matrix_static", 6, [](const Json& answer, const Json& expected) {
        near(answer["completion_time"], expected["completion_time"], 1e-6);
        near(answer["egress_bound"], expected["egress_bound"]);
    });
}

BOOST_AUTO_TEST_CASE(iterations) {
    for_each("trace", 8, all_near);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
