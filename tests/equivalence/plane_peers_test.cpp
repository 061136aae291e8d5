// SWOT where steps have several permutations, or computation before them: the search, the 0-1
// program and an enumeration of what every plane carries agree; invariants; plans that are carried
// out.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <numeric>
#include <random>
#include <sstream>

#include "solvers/swot/problem/baselines.hpp"
#include "solvers/swot/problem/fixed_sets.hpp"
#include "solvers/swot/swot.hpp"
#include "solvers/swot/swot_milp.hpp"
#include "tests/support/campaign.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(plane_peers)

namespace swot = solvers::swot;
using kernels::InitialPlanes;
using kernels::PlaneProblem;

constexpr double programs = 5e-6;

std::string describe(const PlaneProblem& problem) {
    std::ostringstream text;
    text << problem.n_planes() << " planes, T " << problem.planes[0].reconfiguration_delay << ", L "
         << problem.base_latency << ", start " << static_cast<int>(problem.initial) << ":";
    for (const auto& step : problem.steps) {
        text << " [after " << step.computation;
        for (std::size_t c = 0; c < step.peers(); ++c)
            text << " " << step.peer(c).configuration << ":" << step.peer(c).bytes;
        text << "]";
    }
    return text.str();
}

struct Limits {
    int planes, steps, labels;
    bool computes;
};

PlaneProblem random_problem(std::mt19937& random, const Limits& limits) {
    const auto draw = [&](int most) {
        return static_cast<int>(std::uniform_int_distribution<>(0, most)(random));
    };
    const double delays[] = {0.2, 1, 3}, latencies[] = {0, 0.2};
    PlaneProblem problem;
    problem.planes = kernels::alike_planes(limits.planes, 1, delays[draw(2)]);
    problem.base_latency = latencies[draw(1)];
    problem.initial = draw(3) == 0 ? InitialPlanes::cold : InitialPlanes::free;
    for (int i = 0; i < limits.steps; ++i) {
        std::vector<int> labels(static_cast<std::size_t>(limits.labels));
        std::iota(labels.begin(), labels.end(), 0);
        std::ranges::shuffle(labels, random);
        const auto bytes = [&] { return (1 + draw(30)) / 10.0; };
        kernels::PlaneStep step{labels[0], bytes()};
        const int peers = 1 + draw(std::min(limits.planes, limits.labels) - 1);
        for (int c = 1; c < peers; ++c) step.others.push_back({labels[c], bytes()});
        if (limits.computes) step.computation = draw(20) / 10.0;
        problem.steps.push_back(step);
    }
    return problem;
}

/// Everything that the planes may carry, none left out as equal to another.
double enumerated(const PlaneProblem& problem, swot::UsedSets used = {}) {
    if (used.size() == problem.steps.size()) {
        const double value = swot::best_shares(problem, used).value;
        BOOST_TEST(swot::least_end(problem, used) <= value * (1 + programs), describe(problem));
        return value;
    }
    const auto peers = problem.steps[used.size()].peers();
    double least = HUGE_VAL;
    const auto count =
        static_cast<unsigned>(std::pow(1.0 + static_cast<double>(peers), problem.n_planes()) + 0.5);
    for (unsigned roles = 1; roles < count; ++roles) {
        std::vector<swot::UsedPlane> planes;
        std::vector<bool> served(peers, false);
        for (unsigned j = 0, rest = roles; j < problem.planes.size(); ++j) {
            const std::size_t role = rest % (peers + 1);
            rest /= static_cast<unsigned>(peers) + 1;
            if (role == 0) continue;
            planes.push_back({static_cast<int>(j), role - 1});
            served[role - 1] = true;
        }
        if (std::ranges::find(served, false) != served.end()) continue;
        auto more = used;
        more.push_back(std::move(planes));
        least = std::min(least, enumerated(problem, std::move(more)));
    }
    return least;
}

void check_equal(double value, double expected, const PlaneProblem& problem) {
    BOOST_TEST(std::abs(value - expected) <= programs * expected,
               value << " and " << expected << ": " << describe(problem));
}

swot::Solution solved(const PlaneProblem& problem) {
    auto solution = swot::solve(problem, {std::int64_t{1} << 34});
    const auto line = kernels::replay_planes(problem, solution.schedule);
    BOOST_TEST(line.violation == "", describe(problem));
    BOOST_TEST(std::abs(line.end() - solution.value) <= 1e-9 * line.end(), describe(problem));
    return solution;
}

BOOST_AUTO_TEST_CASE(search_program_and_enumeration_agree) {
    std::mt19937 random(2401);
    const Limits kinds[] = {{2, 4, 3, false}, {2, 3, 4, true}, {3, 2, 3, false}, {3, 2, 4, true}};
    int raised = 0, attained = 0;
    const int problems = trials(300, 500);
    for (int n = 0; n < problems; ++n) {
        const auto problem = random_problem(random, kinds[n % 4]);
        const auto solution = solved(problem);
        BOOST_TEST(solution.proven, describe(problem));
        check_equal(solution.value, enumerated(problem), problem);
        const auto program = swot::solve_by_program(problem, 100'000);
        BOOST_TEST(program.proven, describe(problem));
        check_equal(program.value, solution.value, problem);
        BOOST_TEST(swot::ideal_time(problem) <= solution.value * (1 + programs), describe(problem));
        BOOST_TEST(swot::two_resource_bound(problem) <= solution.value * (1 + programs),
                   describe(problem));
        const double bound = swot::standing_or_changing_bound(problem);
        BOOST_TEST(bound <= solution.value * (1 + programs), describe(problem));
        raised += bound > swot::two_resource_bound(problem) * (1 + programs);
        attained += bound >= solution.value * (1 - programs);
        BOOST_TEST(solution.value <= swot::strawman_time(problem) * (1 + programs),
                   describe(problem));
    }
    BOOST_TEST(raised > problems / 50);
    BOOST_TEST(attained > problems / 25);
}

/// A pipeline of few chunks: with a delay longer than three steps, none of its planes changes.
BOOST_AUTO_TEST_CASE(long_delays_leave_planes_as_they_are) {
    PlaneProblem problem;
    problem.planes = kernels::alike_planes(8, 1, 0);
    for (int i = 0; i < 16; ++i) {
        kernels::PlaneStep step{0, 4, {{1, 4}}};
        if (i > 0 && i < 15) step.others.insert(step.others.end(), {{2, 4}, {3, 4}});
        problem.steps.push_back(step);
    }
    for (const double delay : {6.0, 8.0, 100.0}) {
        for (auto& plane : problem.planes) plane.reconfiguration_delay = delay;
        const auto solution = solved(problem);
        BOOST_TEST(swot::two_resource_bound(problem) < 31);
        BOOST_TEST(solution.proven, delay << ": " << solution.lower_bound);
        BOOST_TEST(solution.value == 32);
    }
    for (auto& plane : problem.planes) plane.reconfiguration_delay = 0.1;
    BOOST_TEST(solved(problem).value < 31);
}

BOOST_AUTO_TEST_CASE(longer_problems_and_their_program_agree) {
    std::mt19937 random(2402);
    for (int n = 0; n < 40; ++n) {
        const auto problem = random_problem(random, {3, 3, 4, n % 2 == 1});
        const auto solution = solved(problem);
        const auto program = swot::solve_by_program(problem, 100'000);
        BOOST_TEST(solution.proven, describe(problem));
        check_equal(program.value, solution.value, problem);
    }
}

BOOST_AUTO_TEST_CASE(invariants) {
    std::mt19937 random(2403);
    for (int n = 0; n < 60; ++n) {
        auto problem = random_problem(random, {2 + n % 2, 3, 3, false});
        problem.initial = InitialPlanes::free;
        const double value = solved(problem).value;
        auto reversed = problem, turned = problem, wider = problem;
        std::ranges::reverse(reversed.steps);
        for (auto& step : turned.steps)
            if (!step.others.empty()) {
                std::swap(step.configuration, step.others[0].configuration);
                std::swap(step.bytes, step.others[0].bytes);
            }
        wider.planes.push_back(wider.planes[0]);
        check_equal(solved(reversed).value, value, problem);
        check_equal(solved(turned).value, value, problem);
        BOOST_TEST(solved(wider).value <= value * (1 + programs), describe(problem));
        auto cold = problem;
        cold.initial = InitialPlanes::cold;
        check_equal(solved(cold).value, value + problem.planes[0].reconfiguration_delay, problem);
    }
}

BOOST_AUTO_TEST_CASE(by_hand) {
    PlaneProblem problem;
    problem.planes = kernels::alike_planes(2, 1, 2);
    // Plane 0 keeps A; plane 1 changes from B to A while the second step runs.
    problem.steps = {{0, 2, {{1, 2}}}, {0, 4}};
    check_equal(solved(problem).value, 5, problem);
    BOOST_TEST(swot::ideal_time(problem) == 4);
    BOOST_TEST(swot::strawman_time(problem) == 6);
    BOOST_TEST(swot::one_shot_time(problem, swot::OneShot::best).value() == 6);
    problem.steps = {{0, 2, {{1, 2}}}, {2, 4}};
    check_equal(solved(problem).value, 6, problem);
    BOOST_TEST(swot::two_resource_bound(problem) == 5);
    BOOST_TEST(!swot::one_shot_time(problem, swot::OneShot::best));
    problem.steps = {{0, 1, {{1, 1}}}, {2, 1, {}, 2}};  // computation hides the change
    check_equal(solved(problem).value, 3.5, problem);
    BOOST_TEST(swot::strawman_time(problem) == 3.5);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
