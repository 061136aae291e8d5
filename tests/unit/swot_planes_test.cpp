// Switch planes: faulty data, times by hand, broken schedules, labels of collectives.
#include <boost/test/unit_test.hpp>

#include "kernels/collectives/collective_algorithms.hpp"
#include "kernels/planes/plane_collectives.hpp"
#include "kernels/planes/plane_problem.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(swot_planes)

using kernels::InitialPlanes;
using kernels::PlaneProblem;
using kernels::PlaneSchedule;

/// SWOT's figure 5: two planes of 50 GB/s, 200 us to reconfigure, an all-reduce on 8 nodes.
PlaneProblem figure_5() {
    return {{{0, 20e6}, {1, 10e6}, {2, 5e6}, {2, 5e6}, {1, 10e6}, {0, 20e6}},
            kernels::alike_planes(2, 50e9, 200e-6),
            0,
            InitialPlanes::free};
}

BOOST_AUTO_TEST_CASE(figure_5_in_lockstep_and_overlapped) {
    // Lockstep: 70 MB / 100 GB/s = 700 us and 4 changes of 200 us.
    PlaneSchedule lockstep;
    for (const auto& step : figure_5().steps)
        lockstep.steps.push_back({{0, step.bytes / 2}, {1, step.bytes / 2}});
    const auto slow = kernels::replay_planes(figure_5(), lockstep);
    BOOST_TEST(slow.violation == "");
    BOOST_TEST(slow.end() == 1500e-6, boost::test_tools::tolerance(1e-12));
    BOOST_TEST(slow.n_reconfigurations == 8);
    // Plane 1 stops after 5 MB (100 us) and is ready for step 1 at 300 us, when plane 0 ends.
    const PlaneSchedule overlapped{{{{0, 15e6}, {1, 5e6}},
                                    {{1, 10e6}},
                                    {{0, 5e6}},
                                    {{0, 5e6}},
                                    {{1, 10e6}},
                                    {{0, 15e6}, {1, 5e6}}}};
    const auto fast = kernels::replay_planes(figure_5(), overlapped);
    const std::vector<double> ends{300e-6, 500e-6, 600e-6, 700e-6, 900e-6, 1200e-6};
    BOOST_TEST(fast.step_ends == ends, boost::test_tools::tolerance(1e-12)
                                           << boost::test_tools::per_element());
    BOOST_TEST(fast.n_reconfigurations == 4);
}

BOOST_AUTO_TEST_CASE(starts) {
    // One plane, one step of 1 s and a latency of 0.5 s; switching takes 2 s.
    PlaneProblem problem{
        {{7, 1}, {8, 1}}, kernels::alike_planes(1, 1, 2), 0.5, InitialPlanes::free};
    const PlaneSchedule schedule{{{{0, 1}}, {{0, 1}}}};
    BOOST_TEST(kernels::replay_planes(problem, schedule).end() == 1.5 + 2 + 1.5);
    problem.initial = InitialPlanes::first;
    BOOST_TEST(kernels::replay_planes(problem, schedule).end() == 5.0);
    problem.initial = InitialPlanes::cold;
    BOOST_TEST(kernels::replay_planes(problem, schedule).end() == 7.0);
    problem.initial = InitialPlanes::individual;
    for (const auto& [held, end] : std::vector<std::pair<kernels::HeldConfiguration, double>>{
             {7, 5.0}, {8, 7.0}, {std::nullopt, 7.0}, {9, 7.0}}) {
        problem.held = {held};
        BOOST_TEST(kernels::replay_planes(problem, schedule).end() == end);
    }
}

BOOST_AUTO_TEST_CASE(every_plane_holds_its_own) {
    // Two planes, one for each step: 1.5 s each; switching takes 2 s from the start on.
    PlaneProblem problem{
        {{7, 1}, {8, 1}}, kernels::alike_planes(2, 1, 2), 0.5, InitialPlanes::individual};
    const PlaneSchedule schedule{{{{0, 1}}, {{1, 1}}}};
    const auto end_from = [&](std::vector<kernels::HeldConfiguration> held) {
        problem.held = std::move(held);
        const auto line = kernels::replay_planes(problem, schedule);
        BOOST_TEST(line.violation == "");
        return line.end();
    };
    BOOST_TEST(end_from({7, 8}) == 3.0);
    BOOST_TEST(end_from({7, 7}) == 3.5);  // plane 1 is ready at 2 s
    BOOST_TEST(end_from({8, 7}) == 5.0);  // the first step waits, the second is ready by then
    BOOST_TEST(end_from({std::nullopt, 8}) == 5.0);
    problem.held = {7};
    const auto faults = kernels::faults_of(problem);
    BOOST_TEST_REQUIRE(faults.size() == 1u);
    BOOST_TEST(faults[0] == "held = 1: give what each plane holds, or nothing, once per plane");
}

BOOST_AUTO_TEST_CASE(planes_that_differ) {
    // 3 B on a plane of 1 B/s (ready at once) and one of 2 B/s that switches 1 s after the start.
    const PlaneProblem problem{{{0, 1}, {1, 3}}, {{1, 5}, {2, 1}}, 0, InitialPlanes::free};
    const auto timeline = kernels::replay_planes(problem, {{{{1, 1}}, {{0, 1}, {1, 2}}}});
    BOOST_TEST(timeline.violation == "");
    BOOST_TEST(timeline.end() == 0.5 + 1 + 1);  // plane 1: half a second, switch, 2 B
}

BOOST_AUTO_TEST_CASE(broken_schedules_are_named) {
    const auto violation = [](std::vector<std::vector<kernels::PlaneUse>> steps) {
        const PlaneProblem problem{
            {{0, 4}, {1, 0}}, kernels::alike_planes(2, 1, 1), 0, InitialPlanes::free};
        return kernels::replay_planes(problem, {std::move(steps)}).violation;
    };
    BOOST_TEST(violation({{{0, 4}}, {}}) == "");
    BOOST_TEST(violation({{{0, 4}}}) == "the schedule has 1 steps, the problem 2");
    BOOST_TEST(violation({{{2, 4}}, {}}) == "step 0: plane 2 is not one of 2");
    BOOST_TEST(violation({{{0, 2}, {0, 2}}, {}}) == "step 0: plane 0 transmits twice");
    BOOST_TEST(violation({{{0, 3}}, {}}) == "step 0: 3.000000 of 4.000000 bytes are carried");
    BOOST_TEST(violation({{{0, 5}, {1, -1}}, {}}) == "step 0: plane 1 carries -1.000000 bytes");
    BOOST_TEST(violation({{{0, 4}}, {{0, 0}}}) == "step 1: has no bytes but is used");
}

BOOST_AUTO_TEST_CASE(faults_have_place_value_and_remedy) {
    const PlaneProblem problem{{{0, -1}}, {{0, -2}}, -3, InitialPlanes::free};
    const auto faults = kernels::faults_of(problem);
    BOOST_TEST_REQUIRE(faults.size() == 4u);
    BOOST_TEST(faults[0] ==
               "planes[0].bandwidth = 0: give a finite number of bytes per second above 0");
    BOOST_TEST(faults[1] ==
               "planes[0].reconfiguration_delay = -2: give a finite number of seconds, 0 or more");
    BOOST_TEST(faults[2] == "base_latency = -3: give a finite number of seconds, 0 or more");
    BOOST_TEST(faults[3] == "steps[0].bytes = -1: give a finite number of bytes, 0 or more");
    BOOST_TEST(
        kernels::faults_of({{}, kernels::alike_planes(-1, 1, 1), 0, InitialPlanes::free})[0] ==
        "planes = 0: give at least 1 switch plane");
    BOOST_CHECK_THROW(kernels::replay_planes(problem, {}), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(equal_permutations_share_a_label) {
    // On two nodes the shift by one is the exchange over bit 0.
    const auto shift = kernels::Permutation::shift(2, 1),
               swap = kernels::Permutation::exclusive_or(2, 1);
    const auto custom =
        kernels::custom_collective({{shift, 3}, {swap, 4}, {kernels::Permutation::shift(2, 0), 5}});
    const auto steps = kernels::plane_steps(custom, 1);
    BOOST_TEST(steps[0].configuration == steps[1].configuration);
    BOOST_TEST(steps[1].bytes == 4.0);
    BOOST_TEST(steps[2].bytes == 0.0);  // nobody sends to another node
    // Both ways round: two permutations of one step, half of the bytes each.
    const auto both =
        kernels::plane_steps(kernels::build_collective("allreduce/ring-bidirectional", 4), 1);
    BOOST_TEST(both[0].peers() == 2u);
    BOOST_TEST(both[0].peer(0).configuration != both[0].peer(1).configuration);
    BOOST_TEST(both[0].peer(0).bytes == both[0].peer(1).bytes);
    const auto ring = kernels::plane_steps(kernels::build_collective("allreduce/ring", 5), 10);
    BOOST_TEST(ring.size() == 8u);
    BOOST_TEST(ring.back().configuration == 0);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
