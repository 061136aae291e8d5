// Planes that hold configurations of their own at the start: the search, the program and
// enumeration agree, names do not matter, and the other starts are special cases.
#include <boost/test/unit_test.hpp>

#include <algorithm>

#include "solvers/swot/mirrored_pieces.hpp"
#include "solvers/swot/order_choice.hpp"
#include "solvers/swot/plane_scheduler.hpp"
#include "solvers/swot/problem/baselines.hpp"
#include "solvers/swot/problem/fixed_sets.hpp"
#include "solvers/swot/swot.hpp"
#include "solvers/swot/swot_milp.hpp"
#include "tests/support/plane_cases.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(swot_starts)

namespace swot = solvers::swot;
using kernels::InitialPlanes;
using kernels::PlaneProblem;
constexpr double programs = 1e-6;  // relative: Clp's and the searches' tolerances
constexpr double cbc = 5e-6;       // relative: integrality

PlaneProblem random_start(std::mt19937& random, int most_planes, int most_steps) {
    auto problem = random_planes(random, most_planes, most_steps);
    hold_individually(random, problem);
    return problem;
}

double optimum(const PlaneProblem& problem) {
    const auto found = swot::solve(problem);
    const auto line = kernels::replay_planes(problem, found.schedule);
    BOOST_TEST(line.violation == "", describe(problem));
    BOOST_TEST(std::abs(line.end() - found.value) <= 1e-12 * found.value, describe(problem));
    BOOST_TEST(found.proven, describe(problem));
    return found.value;
}

void check_equal(double value, double expected, const PlaneProblem& problem,
                 double tolerance = programs) {
    BOOST_TEST(std::abs(value - expected) <= tolerance * expected,
               value << " and " << expected << ": " << describe(problem));
}

/// Every set of planes in every step, none left out as equal to another.
double enumerated(const PlaneProblem& problem, swot::UsedSets used = {}) {
    if (used.size() == problem.steps.size()) {
        const auto found = swot::best_shares(problem, used);
        const auto line = kernels::replay_planes(problem, found.schedule);
        BOOST_TEST(line.end() <= found.value * (1 + programs), describe(problem));
        BOOST_TEST(swot::least_end(problem, used) <= found.value * (1 + programs),
                   describe(problem));
        return line.end();
    }
    double least = HUGE_VAL;
    for (unsigned set = 1; set < 1u << problem.n_planes(); ++set) {
        auto more = used;
        more.emplace_back();
        for (int j = 0; j < problem.n_planes(); ++j)
            if (set >> j & 1u) more.back().push_back(j);
        least = std::min(least, enumerated(problem, std::move(more)));
    }
    return least;
}

BOOST_AUTO_TEST_CASE(search_program_and_enumeration_agree) {
    std::mt19937 random(5101);
    for (int n = 0; n < 40; ++n) {
        auto problem = random_start(random, 2 + n % 2, n % 2 ? 3 : 4);
        if (n % 5 == 0) problem.planes.back().bandwidth *= 2;  // then only some are alike
        const double least = enumerated(problem);
        check_equal(swot::solve(problem, {std::int64_t{1} << 40}).value, least, problem);
        const auto program = swot::solve_by_program(problem, 100'000);
        BOOST_TEST(program.proven, describe(problem));
        check_equal(program.value, least, problem, cbc);
        BOOST_TEST(swot::two_resource_bound(problem) <= least * (1 + 1e-9), describe(problem));
        BOOST_TEST(swot::strawman_time(problem) >= least * (1 - 1e-9), describe(problem));
        const auto one_shot = swot::one_shot_time(problem, swot::OneShot::best);
        if (!one_shot) continue;
        const auto schedule = swot::one_shot_schedule(problem, swot::OneShot::best);
        check_equal(kernels::replay_planes(problem, schedule.value()).end(), *one_shot, problem);
    }
}

BOOST_AUTO_TEST_CASE(names_do_not_matter) {
    std::mt19937 random(5102);
    for (int n = 0; n < 40; ++n) {
        const auto problem = random_start(random, 4, 6);
        auto renamed = problem;
        for (auto& step : renamed.steps) step.configuration = 77 - 3 * step.configuration;
        for (auto& held : renamed.held)
            if (held) held = 77 - 3 * *held;
        check_equal(optimum(renamed), optimum(problem), problem);
        std::shuffle(renamed.held.begin(), renamed.held.end(), random);  // planes alike
        check_equal(optimum(renamed), optimum(problem), renamed);
    }
}

BOOST_AUTO_TEST_CASE(other_starts_are_special_cases) {
    std::mt19937 random(5103);
    for (int n = 0; n < 40; ++n) {
        auto problem = random_start(random, 4, 6);
        const auto first = kernels::starting(problem, InitialPlanes::first);
        const auto cold = kernels::starting(problem, InitialPlanes::cold);
        const double delay = problem.planes[0].reconfiguration_delay;
        const double own = optimum(problem), most = optimum(cold);
        const double least = optimum(kernels::starting(problem, InitialPlanes::free));
        BOOST_TEST(own <= most * (1 + programs), describe(problem));
        BOOST_TEST(own >= least * (1 - programs), describe(problem));
        check_equal(most, least + delay, problem);
        problem.held.assign(problem.planes.size(), problem.steps[0].configuration);
        check_equal(optimum(problem), optimum(first), problem);
        problem.held.assign(problem.planes.size(), std::nullopt);
        check_equal(optimum(problem), most, problem);
    }
}

BOOST_AUTO_TEST_CASE(a_better_start_is_never_slower) {
    std::mt19937 random(5104);
    for (int n = 0; n < 40; ++n) {
        auto problem = random_start(random, 4, 6);
        problem.held.assign(problem.planes.size(), std::nullopt);
        double before = optimum(problem);
        for (auto& held : problem.held) {
            held = problem.steps[random() % problem.steps.size()].configuration;
            const double now = optimum(problem);
            BOOST_TEST(now <= before * (1 + programs), describe(problem));
            before = now;
        }
    }
}

/// Whatever the budget: no slower than the cold start's schedule, bounded at least as a free start.
BOOST_AUTO_TEST_CASE(between_free_and_cold_at_any_budget) {
    std::mt19937 random(5105);
    for (int n = 0; n < 30; ++n) {
        const auto problem = random_start(random, n % 3 == 0 ? 10 : 4, 9);
        for (const std::int64_t transitions : {0, 100, 3'000, 100'000}) {
            const swot::Budget budget{transitions};
            const auto own = swot::solve(problem, budget);
            const auto cold = swot::solve(kernels::starting(problem, InitialPlanes::cold), budget);
            const auto free = swot::solve(kernels::starting(problem, InitialPlanes::free), budget);
            BOOST_TEST(own.value <= cold.value * (1 + programs), describe(problem));
            BOOST_TEST(own.lower_bound >= free.lower_bound * (1 - 1e-9), describe(problem));
            BOOST_TEST(kernels::replay_planes(problem, own.schedule).violation == "");
        }
    }
}

BOOST_AUTO_TEST_CASE(runs_in_a_row_from_what_is_held) {
    std::mt19937 random(5106);
    for (int n = 0; n < 10; ++n) {
        auto problem = random_start(random, 3, 3);
        const auto steps = problem.steps;
        problem.steps.insert(problem.steps.end(), steps.begin(), steps.end());
        const std::vector<std::size_t> lengths(2, steps.size());
        const auto found = swot::solve_sequence(problem, lengths);
        check_equal(found.value, optimum(problem), problem);
        BOOST_TEST(found.lower_bound <= found.value);
    }
}

BOOST_AUTO_TEST_CASE(keys_tell_starts_apart) {
    PlaneProblem problem{
        {{0, 1}, {1, 1}}, kernels::alike_planes(2, 1, 1), 0, InitialPlanes::individual};
    problem.held = {0, 1};
    auto other = problem;
    other.held = {0, std::nullopt};
    BOOST_TEST(swot::exact_key("swot", 1, problem) != swot::exact_key("swot", 1, other));
    other.held = {0, 0};
    BOOST_TEST(swot::exact_key("swot", 1, problem) != swot::exact_key("swot", 1, other));
    // Steps in the other order meet other planes.
    other = problem;
    other.held = problem.held = {0, 0};
    std::swap(other.steps[0], other.steps[1]);
    BOOST_TEST((swot::problem_key(problem) != swot::problem_key(other)));
    problem.held = other.held = {};
    BOOST_TEST((swot::problem_key(problem) == swot::problem_key(other)));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
