// SWOT's optimum three ways: the canonical queue, a search over sets of planes with clocks, and the
// compact mixed-integer program.
#include <boost/test/unit_test.hpp>

#include "solvers/swot/baselines.hpp"
#include "solvers/swot/general_search.hpp"
#include "solvers/swot/swot.hpp"
#include "solvers/swot/swot_milp.hpp"
#include "tests/plane_cases.hpp"

namespace lightsweep::tests {
namespace {

namespace swot = solvers::swot;
constexpr double programs = 1e-6;  // relative: Clp's and the searches' tolerances
constexpr double cbc = 5e-6;       // relative: integrality

BOOST_AUTO_TEST_SUITE(swot_optimum)

void check_replay(const kernels::PlaneProblem& problem, const swot::Solution& found) {
    const auto timeline = kernels::replay_planes(problem, found.schedule);
    BOOST_TEST(timeline.violation == "", describe(problem));
    BOOST_TEST(std::abs(timeline.end() - found.value) <= 1e-12 * found.value, describe(problem));
    BOOST_TEST(found.lower_bound <= found.value, describe(problem));
}

BOOST_AUTO_TEST_CASE(queue_against_sets_of_planes) {
    std::mt19937 random(20241);
    for (int n = 0; n < 60; ++n) {
        const auto problem = random_planes(random, 3, 6);
        const auto found = swot::solve(problem);
        check_replay(problem, found);
        const auto other =
            swot::search_used_sets(problem, swot::strawman_schedule(problem), 1'000'000);
        check_replay(problem, other);
        BOOST_TEST(found.proven, describe(problem));
        BOOST_TEST(other.proven, describe(problem));
        BOOST_TEST(std::abs(found.value - other.value) <= programs * other.value,
                   found.value << " and " << other.value << ": " << describe(problem));
    }
}

BOOST_AUTO_TEST_CASE(queue_against_the_program) {
    std::mt19937 random(20242);
    for (int n = 0; n < 40; ++n) {
        const auto problem = random_planes(random, 3, 5);
        const auto found = swot::solve(problem);
        const auto program = swot::solve_by_program(problem, 100'000);
        check_replay(problem, program);
        BOOST_TEST(found.proven, describe(problem));
        BOOST_TEST(program.proven, describe(problem));
        BOOST_TEST(std::abs(found.value - program.value) <= cbc * found.value,
                   found.value << " and " << program.value << ": " << describe(problem));
    }
}

/// Planes that differ: the search over sets against the program; bounds hold whatever the budget.
BOOST_AUTO_TEST_CASE(planes_that_differ) {
    std::mt19937 random(20243);
    for (int n = 0; n < 25; ++n) {
        auto problem = random_planes(random, 3, 4);
        for (std::size_t j = 0; j < problem.planes.size(); ++j) {
            problem.planes[j].bandwidth *= 1 + static_cast<double>(j);
            problem.planes[j].reconfiguration_delay /= 1 + 0.5 * static_cast<double>(j);
        }
        const auto found = swot::solve(problem, {std::int64_t{1} << 40});
        check_replay(problem, found);
        BOOST_TEST(found.proven, describe(problem));
        const auto program = swot::solve_by_program(problem, 100'000);
        check_replay(problem, program);
        BOOST_TEST(std::abs(found.value - program.value) <= cbc * found.value,
                   found.value << " and " << program.value << ": " << describe(problem));
        const auto hasty = swot::solve(problem, {200'000});
        check_replay(problem, hasty);
        BOOST_TEST(hasty.value >= found.value * (1 - programs), describe(problem));
        BOOST_TEST(hasty.lower_bound <= found.value * (1 + programs), describe(problem));
    }
}

/// A smaller budget widens the gap, and nothing else.
BOOST_AUTO_TEST_CASE(any_budget_brackets_the_optimum) {
    std::mt19937 random(20244);
    for (int n = 0; n < 40; ++n) {
        const auto problem = random_planes(random, 4, 8);
        const auto found = swot::solve(problem);
        check_replay(problem, found);
        for (const std::int64_t transitions : {0, 100, 3'000, 100'000}) {
            const auto hasty = swot::solve(problem, {transitions});
            check_replay(problem, hasty);
            BOOST_TEST(hasty.value >= found.lower_bound * (1 - 1e-9), describe(problem));
            BOOST_TEST(hasty.lower_bound <= found.value * (1 + 1e-9), describe(problem));
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
