// Execution plans against an independent execution: simulated ranks and switches that move symbols.
#include "kernels/collectives/transmitters.hpp"
#include "solvers/swot/problem/baselines.hpp"
#include "solvers/swot/swot.hpp"
#include "tests/equivalence/plan_cases.hpp"
#include "tests/support/refusal.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(plane_execution)

using kernels::InitialPlanes;
using kernels::Node;

constexpr InitialPlanes starts[] = {InitialPlanes::free, InitialPlanes::first, InitialPlanes::cold,
                                    InitialPlanes::individual};

bool planes_take(const kernels::Collective& collective) {
    for (const auto& step : collective.steps)
        if (!step.other_peers.empty()) return false;
    return true;
}

BOOST_AUTO_TEST_CASE(every_collective_ends_with_its_result_on_time) {
    std::mt19937 random(3301);
    std::size_t seen = 0;
    for (const auto& row : kernels::collective_table())
        for (const Node n : {1, 2, 3, 5, 6, 8, 12, 16}) {
            if (refuse_nodes(row, n)) continue;
            for (const auto order : {kernels::Order::near, kernels::Order::far}) {
                auto collective = kernels::build_collective(row.name, n, order);
                if (!planes_take(collective)) continue;
                // On 2 nodes the two trees share one permutation.
                if (n == 2 && row.name == "allreduce/double-binary-tree") {
                    const auto one = random_plan_case(random, collective, 80640, 2, starts[0]);
                    BOOST_TEST(refusal([&] { plan_of(one); }) ==
                               "allreduce/double-binary-tree: step 1 sends sums and parts of sums "
                               "to one node, which no plan tells apart: take more than 2 nodes");
                    continue;
                }
                // 5040 * 16 bytes divide by every n here, 100,003 by none but 1.
                const double message = random() % 2 ? 80640 : 100003;
                check_plan(random_plan_case(random, std::move(collective), message,
                                            1 + static_cast<int>(random() % 4),
                                            starts[random() % 4]));
                ++seen;
            }
        }
    BOOST_TEST(seen > 300u);
}

BOOST_AUTO_TEST_CASE(the_optimum_of_swot_can_be_carried_out) {
    std::mt19937 random(3306);
    for (const char* name : {"allreduce/halving-doubling", "reduce-scatter/halving-doubling",
                             "allreduce/recursive-doubling", "alltoall/shift", "alltoall/bruck"})
        for (const Node n : {8, 16})
            for (int planes = 1; planes <= 4; ++planes)
                for (const auto start : starts) {
                    PlanCase one{kernels::build_collective(name, n), 32e6 + 7, {}, {}};
                    one.problem = {kernels::plane_steps(one.collective, one.message),
                                   kernels::alike_planes(planes, 1e11 / planes, 2e-4), 2e-5, start};
                    if (start == InitialPlanes::individual) hold_individually(random, one.problem);
                    one.schedule = solvers::swot::solve(one.problem, {200'000}).schedule;
                    check_plan(one);
                }
}

/// A parent of two children receives twice into the same bytes: once by way of scratch space.
BOOST_AUTO_TEST_CASE(trees_of_several_peers_run_on_any_number_of_planes) {
    std::size_t twice = 0;
    for (const char* name : {"allreduce/double-binary-tree(1)", "allreduce/double-binary-tree(3)",
                             "reduce/double-binary-tree"})
        for (Node n = 3; n <= 10; ++n)
            for (int planes = 1; planes <= 5; ++planes) {
                PlanCase one{kernels::in_rounds(kernels::build_collective(name, n), planes),
                             1e6 + 7,
                             {},
                             {}};
                one.problem = {kernels::plane_steps(one.collective, one.message),
                               kernels::alike_planes(planes, 1e9, 2e-5), 1e-6,
                               starts[static_cast<std::size_t>(planes) % 3]};
                one.schedule = solvers::swot::solve(one.problem, {20'000}).schedule;
                const auto plan = plan_of(one);
                twice += plan.buffers[0][static_cast<std::size_t>(kernels::Buffer::scratch)] > 0;
                const double end = kernels::replay_planes(one.problem, one.schedule).end();
                const auto carried = executed(plan, one);
                BOOST_TEST(carried.violation == "", describe(one));
                // A rank without a child or a parent in a step may be ahead of the replay.
                BOOST_TEST(carried.end <= end * (1 + 1e-12) + plan.rounding_time, describe(one));
                const auto jittered = executed(plan, one, {3.0, 7});
                BOOST_TEST(jittered.violation == "", describe(one));
            }
    BOOST_TEST(twice > 20u);
}

BOOST_AUTO_TEST_CASE(sixty_four_ranks) {
    std::mt19937 random(3302);
    for (const char* name : {"allreduce/halving-doubling", "alltoall/bruck"})
        check_plan(random_plan_case(random, kernels::build_collective(name, 64), 1e6 + 1, 4,
                                    InitialPlanes::first));
}

BOOST_AUTO_TEST_CASE(a_sequence_has_buffers_for_every_part) {
    std::mt19937 random(3303);
    for (const Node n : {4, 8})
        for (const auto start : starts) {
            auto collective = kernels::build_collective(
                "allreduce/halving-doubling+alltoall/bruck+allreduce/ring", n);
            const auto one = random_plan_case(random, std::move(collective), 77777, 3, start);
            BOOST_TEST(plan_of(one).buffers.size() == 3u);
            check_plan(one);
        }
}

/// Where blocks are not known: every step's bytes go where they should, nothing is said about data.
BOOST_AUTO_TEST_CASE(volumes_without_blocks) {
    std::mt19937 random(3304);
    for (const auto start : starts) {
        auto bruck = kernels::with_swot_volumes(kernels::build_collective("alltoall/bruck", 9));
        const auto one = random_plan_case(random, std::move(bruck), 1e5, 3, start);
        BOOST_TEST(!plan_of(one).knows_blocks);
        check_plan(one);
        const auto list =
            kernels::custom_collective({{kernels::Permutation::shift(6, 2), 5000.4},
                                        {kernels::Permutation::list({1, 0, 4, 3, 5, 2}), 7000},
                                        {kernels::Permutation::shift(6, 0), 10},
                                        {kernels::Permutation::shift(6, 2), 9000}});
        auto custom = random_plan_case(random, list, 1, 2, start);
        custom.problem.planes = kernels::alike_planes(2, 1e9, 1e-6);
        const auto plan = plan_of(custom);
        const auto carried = executed(plan, custom);
        BOOST_TEST(carried.violation == "", describe(custom));
        // Rank 3 is idle in the second step: it may be ahead of the plan.
        BOOST_TEST(carried.end <= plan.planned_end + plan.rounding_time, describe(custom));
    }
}

/// Messages of a few bytes: ranks and planes without any, never later than planned.
BOOST_AUTO_TEST_CASE(messages_of_a_few_bytes) {
    std::mt19937 random(3305);
    for (const char* name : {"allreduce/halving-doubling", "alltoall/bruck", "allgather/ring",
                             "alltoall/shift", "allreduce/recursive-doubling"})
        for (const double message : {0.0, 1.0, 3.0, 17.0, 40.0}) {
            const auto one = random_plan_case(random, kernels::build_collective(name, 8), message,
                                              3, starts[random() % 4]);
            const auto plan = plan_of(one);
            for (const double spread : {0.0, 5.0}) {
                const auto carried = executed(plan, one, {spread, 1});
                BOOST_TEST(carried.violation == "", describe(one));
                if (spread == 0)
                    BOOST_TEST(carried.end <=
                                   plan.planned_end + plan.rounding_time + 1e-12 * plan.planned_end,
                               describe(one));
            }
        }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
