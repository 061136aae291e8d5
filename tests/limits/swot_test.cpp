// What must hold between related problems of switch planes, on random instances.
#include <boost/test/unit_test.hpp>

#include "solvers/swot/problem/baselines.hpp"
#include "solvers/swot/swot.hpp"
#include "tests/support/plane_cases.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(swot_invariants)

namespace swot = solvers::swot;
using kernels::InitialPlanes;
using kernels::PlaneProblem;

constexpr double equal = 1e-6;  // relative: optima are proven to 2.5e-6 and found to 1e-7

double optimum(const PlaneProblem& problem) {
    const auto found = swot::solve(problem);
    BOOST_TEST(found.proven, describe(problem));
    return found.value;
}
void check_equal(double a, double b, const PlaneProblem& problem) {
    BOOST_TEST(std::abs(a - b) <= equal * std::max(a, b),
               a << " and " << b << ": " << describe(problem));
}
void check_at_most(double a, double b, const PlaneProblem& problem) {
    BOOST_TEST(a <= b * (1 + equal), a << " and " << b << ": " << describe(problem));
}
PlaneProblem with_planes(PlaneProblem problem, int count, double bandwidth) {
    problem.planes =
        kernels::alike_planes(count, bandwidth, problem.planes[0].reconfiguration_delay);
    return problem;
}

BOOST_AUTO_TEST_CASE(related_problems) {
    std::mt19937 random(31);
    for (int n = 0; n < 60; ++n) {
        auto problem = random_planes(random, 4, 7);
        const double delay = problem.planes[0].reconfiguration_delay;
        const int k = problem.n_planes();
        problem.initial = InitialPlanes::free;
        const double free = optimum(problem);
        check_at_most(swot::ideal_time(problem), free, problem);
        check_at_most(swot::two_resource_bound(problem), free, problem);
        check_at_most(free, swot::strawman_time(problem), problem);
        const auto one_shot = swot::one_shot_time(problem, swot::OneShot::best);
        check_at_most(free, one_shot.value_or(HUGE_VAL), problem);
        auto changed = problem;
        changed.initial = InitialPlanes::cold;
        check_equal(optimum(changed), free + delay, changed);
        changed.initial = InitialPlanes::first;
        const double first = optimum(changed);
        check_at_most(free, first, changed);
        check_at_most(first, free + delay, changed);
        check_at_most(optimum(with_planes(problem, 2 * k, 0.5)), free, problem);
        check_at_most(optimum(with_planes(problem, k + 1, 1)), free, problem);
        changed = problem;
        std::reverse(changed.steps.begin(), changed.steps.end());
        check_equal(optimum(changed), free, changed);
    }
}

BOOST_AUTO_TEST_CASE(monotone_and_homogeneous) {
    std::mt19937 random(32);
    for (int n = 0; n < 40; ++n) {
        const auto problem = random_planes(random, 4, 6);
        const double value = optimum(problem);
        auto changed = problem;
        for (auto& plane : changed.planes) plane.reconfiguration_delay *= 1.3;
        check_at_most(value, optimum(changed), problem);
        changed = problem;
        changed.base_latency += 0.03;
        check_at_most(value, optimum(changed), problem);
        changed = problem;
        for (auto& step : changed.steps) {
            const double bytes = step.bytes;
            step.bytes *= 1.4;
            check_at_most(value, optimum(changed), changed);
            step.bytes = bytes;
        }
        changed = problem;
        changed.base_latency *= 1e-5;
        for (auto& plane : changed.planes) plane.reconfiguration_delay *= 1e-5;
        for (auto& step : changed.steps) step.bytes *= 1e-5;
        check_equal(optimum(changed), 1e-5 * value, problem);
    }
}

BOOST_AUTO_TEST_CASE(cases_with_known_optimum) {
    std::mt19937 random(33);
    for (int n = 0; n < 40; ++n) {
        const auto problem = random_planes(random, 4, 6);
        auto changed = problem;
        for (auto& plane : changed.planes) plane.reconfiguration_delay = 0;
        check_equal(optimum(changed), swot::ideal_time(changed), changed);
        changed = problem;
        changed.initial = InitialPlanes::free;
        for (auto& step : changed.steps) step.configuration = 5;
        check_equal(optimum(changed), swot::ideal_time(changed), changed);
        changed = with_planes(problem, 1, 1);
        check_equal(optimum(changed), swot::strawman_time(changed), changed);
        changed = problem;
        changed.steps.insert(changed.steps.begin(), {99, 0});
        changed.steps.push_back({98, 0});
        check_equal(optimum(changed), optimum(problem), changed);
    }
}

// Two planes (0.2 s) and one (0.3 s) in turn: eight planes leave four whole steps between two uses
// of a plane, 1 s, so that every reconfiguration is hidden. No constant number of planes is as
// fast.
BOOST_AUTO_TEST_CASE(long_runs_repeat_a_pattern) {
    PlaneProblem problem{{}, kernels::alike_planes(8, 1, 1), 0.1, InitialPlanes::free};
    for (int i = 0; i < 500; ++i) problem.steps.push_back({i, 0.2});
    const auto found = swot::solve(problem, {2'000'000});
    const auto timeline = kernels::replay_planes(problem, found.schedule);
    BOOST_TEST(timeline.violation == "");
    BOOST_TEST(timeline.end() <= found.value * (1 + 1e-12));
    BOOST_TEST(found.value <= 250 * (0.2 + 0.3) * (1 + 1e-9));
    BOOST_TEST(found.lower_bound <= found.value);
    for (int group = 1; group <= 8; ++group)
        BOOST_TEST(found.value <
                   kernels::replay_planes(problem, swot::cyclic_schedule(problem, group)).end());
}

BOOST_AUTO_TEST_CASE(nothing_to_send) {
    const PlaneProblem problem{
        {{0, 0}, {1, 0}}, kernels::alike_planes(3, 1, 1), 1, InitialPlanes::cold};
    const auto found = swot::solve(problem);
    BOOST_TEST(found.value == 0.0);
    BOOST_TEST(found.proven);
    BOOST_TEST(found.schedule.steps.size() == 2u);
    BOOST_TEST(kernels::replay_planes(problem, found.schedule).violation == "");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
