#pragma once
// Execution plans of random schedules, and what is asked of each.

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <random>

#include "kernels/collectives/collective_algorithms.hpp"
#include "kernels/execution/plane_execution.hpp"
#include "kernels/execution/plane_execution_check.hpp"
#include "kernels/planes/plane_collectives.hpp"
#include "tests/support/plane_cases.hpp"

namespace lightsweep::tests {

struct PlanCase {
    kernels::Collective collective;
    double message;
    kernels::PlaneProblem problem;
    kernels::PlaneSchedule schedule;

    kernels::GroupProblem hardware() const { return kernels::group_problem(collective, problem); }
};

inline std::string describe(const PlanCase& one) {
    std::ostringstream text;
    text.precision(17);
    text << one.collective.name() << " on " << one.collective.n << " nodes, message " << one.message
         << ", " << describe(one.problem) << ", uses";
    for (const auto& uses : one.schedule.steps) {
        text << " |";
        for (const auto& use : uses) text << " " << use.plane << ":" << use.bytes;
    }
    return text.str();
}

/// Any planes in every step, any shares: legal, seldom good.
inline kernels::PlaneSchedule random_uses(std::mt19937& random,
                                          const kernels::PlaneProblem& problem) {
    std::uniform_real_distribution<double> real(0, 1);
    kernels::PlaneSchedule schedule;
    for (const auto& step : problem.steps) {
        std::vector<kernels::PlaneUse> uses;
        if (step.bytes > 0) {
            for (int plane = 0; plane < problem.n_planes(); ++plane)
                if (real(random) < 0.5) uses.push_back({plane, 0.1 + real(random)});
            if (uses.empty())
                uses.push_back({static_cast<int>(random() % problem.planes.size()), 1});
            std::shuffle(uses.begin(), uses.end(), random);
            double sum = 0;
            for (const auto& use : uses) sum += use.bytes;
            for (auto& use : uses) use.bytes *= step.bytes / sum;
        }
        schedule.steps.push_back(std::move(uses));
    }
    return schedule;
}

/// 1 GB/s planes (one of them slower now and then), delays about as long as a step.
inline PlanCase random_plan_case(std::mt19937& random, kernels::Collective collective,
                                 double message, int planes, kernels::InitialPlanes initial) {
    std::uniform_real_distribution<double> real(0, 1);
    const double delay = message / 1e9 * std::pow(10, 1 - 2 * real(random));
    PlanCase one{std::move(collective), message, {}, {}};
    one.problem = {kernels::plane_steps(one.collective, message),
                   kernels::alike_planes(planes, 1e9, delay), 0.1 * delay * real(random), initial};
    if (real(random) < 0.3) one.problem.planes.back() = {0.7e9, 1.3 * delay};
    if (initial == kernels::InitialPlanes::individual) hold_individually(random, one.problem);
    one.schedule = random_uses(random, one.problem);
    return one;
}

inline kernels::ExecutionPlan plan_of(const PlanCase& one) {
    return kernels::plan_execution(one.collective, one.message, one.hardware(),
                                   kernels::groups_of_one(one.collective, one.schedule));
}

inline kernels::ExecutionResult executed(const kernels::ExecutionPlan& plan, const PlanCase& one,
                                         const kernels::ExecutionTiming& timing = {}) {
    return kernels::execute(plan, one.hardware(), one.collective, timing);
}

/// Executed as early as possible the plan ends when the replay ends, whole bytes aside; with other
/// durations it still does what the collective promises.
inline void check_plan(const PlanCase& one) {
    const auto plan = plan_of(one);
    const auto replay = kernels::replay_planes(one.problem, one.schedule);
    const auto groups = kernels::groups_of_one(one.collective, one.schedule);
    const auto again = kernels::replay_groups(one.collective, one.hardware(), groups).planes;
    BOOST_TEST((again.violation == "" && again.step_ends == replay.step_ends), describe(one));
    BOOST_TEST(again.n_reconfigurations == replay.n_reconfigurations, describe(one));
    const auto carried = executed(plan, one);
    BOOST_TEST(carried.violation == "", describe(one));
    const double rounding = plan.rounding_time + 1e-12 * replay.end();
    BOOST_TEST(carried.end <= replay.end() + rounding, describe(one));
    BOOST_TEST(carried.end >= replay.end() - rounding,
               carried.end << " < " << replay.end() << ": " << describe(one));
    for (std::uint64_t seed = 1; seed <= 2; ++seed) {
        const auto jittered = executed(plan, one, {3.0, seed});
        BOOST_TEST(jittered.violation == "", "seed " << seed << ": " << describe(one));
    }
}

}  // namespace lightsweep::tests
