// Execution plans: offsets and waits by hand, what is refused, symbols in buffers.
#include "kernels/execution/plane_execution.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>

#include "kernels/collectives/collective_algorithms.hpp"
#include "kernels/execution/symbolic_buffer.hpp"
#include "kernels/planes/plane_collectives.hpp"
#include "tests/support/refusal.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(execution_plans)

using kernels::Buffer;
using kernels::ByteRange;
using kernels::InitialPlanes;
using Ranges = std::vector<ByteRange>;

struct Instance {
    kernels::Collective collective;
    kernels::PlaneProblem problem;
};

kernels::ExecutionPlan plan_of(const Instance& given, double message,
                               const kernels::PlaneSchedule& schedule) {
    return kernels::plan_execution(given.collective, message,
                                   kernels::group_problem(given.collective, given.problem),
                                   kernels::groups_of_one(given.collective, schedule));
}

/// The stream that a rank sends in a step over a plane.
const kernels::Stream& sent(const kernels::ExecutionPlan& plan, kernels::Node rank,
                            std::size_t step, int plane) {
    const auto found =
        std::find_if(plan.streams.begin(), plan.streams.end(), [&](const kernels::Stream& one) {
            return one.origin == rank && one.step == step && one.way[0].plane == plane;
        });
    BOOST_TEST_REQUIRE((found != plan.streams.end()));
    return *found;
}

Instance instance(const char* name, kernels::Node n, double message) {
    auto collective = kernels::build_collective(name, n);
    auto steps = kernels::plane_steps(collective, message);
    return {std::move(collective),
            {std::move(steps), kernels::alike_planes(2, 1, 4), 0.5, InitialPlanes::free}};
}

BOOST_AUTO_TEST_CASE(a_reduce_scatter_on_four_ranks_by_hand) {
    // 10 bytes in 4 blocks: 0-1, 2-4, 5-6, 7-9. Step 0 is j xor 1: rank 0 keeps blocks 0 and 2 and
    // sends 1 and 3, 6 bytes where the step has 5. Shares 3 : 2 cut them at round(3.6) = 4.
    const auto given = instance("reduce-scatter/halving-doubling-near", 4, 10);
    const auto plan = plan_of(given, 10, {{{{0, 3}, {1, 2}}, {{1, 2.5}}}});
    BOOST_TEST_REQUIRE(plan.streams.size() == 12u);
    const auto &first = sent(plan, 0, 0, 0), &second = sent(plan, 0, 0, 1);
    BOOST_TEST((first.send == Ranges{{Buffer::vector, 2, 3}, {Buffer::vector, 7, 1}}));
    BOOST_TEST((second.send == Ranges{{Buffer::vector, 8, 2}}));
    // Rank 1 sends blocks 0 and 2, 4 bytes, cut at round(2.4) = 2.
    BOOST_TEST((sent(plan, 1, 0, 0).receive == Ranges{{Buffer::vector, 0, 2}}));
    BOOST_TEST((sent(plan, 1, 0, 1).receive == Ranges{{Buffer::vector, 5, 2}}));
    BOOST_TEST((first.target() == 1 && sent(plan, 1, 0, 0).target() == 0 && first.reduce));
    BOOST_TEST_REQUIRE((plan.groups.size() == 3u && !plan.together));
    BOOST_TEST(plan.groups[0].after_step == -1);
    BOOST_TEST(plan.groups[0].after_reconfiguration[0] == 0);
    // Step 1 is j xor 2 on plane 1: block 2 to rank 2, after step 0 and the plane's only setup.
    const auto& last = sent(plan, 0, 1, 1);
    BOOST_TEST((last.send == Ranges{{Buffer::vector, 5, 2}}));
    BOOST_TEST((last.target() == 2 && last.group == 2u && plan.groups[2].after_step == 0));
    BOOST_TEST(plan.groups[2].after_reconfiguration[0] == 1);
    BOOST_TEST((plan.planes[0].setups.empty() && plan.planes[1].setups.size() == 1u));
    const auto& setup = plan.planes[1].setups[0];
    BOOST_TEST((setup.circuits == kernels::Permutation::exclusive_or(4, 2)));
    BOOST_TEST((setup.for_step == 1u && setup.after_step == 0));
    // Plane 1: 2 B at 1 B/s and 0.5 s, then 4 s; step 0 ends at 3.5 s.
    BOOST_TEST((setup.planned_start == 2.5 && setup.planned_end == 6.5));
    BOOST_TEST(plan.planned_end == 6.5 + 0.5 + 2.5);
    // Rank 0: 4 bytes for 3 on plane 0 (1 s), then block 1 of 3 bytes for 2.5 at ranks 1 and 3.
    BOOST_TEST(plan.rounding_time == 1 + 0.5);
}

BOOST_AUTO_TEST_CASE(blocks_wait_in_transit) {
    // Bruck on 3 ranks, 9 bytes: the block over 2 goes in step 1 only; that over 1 in step 0 only.
    const auto small = instance("alltoall/bruck", 3, 9);
    const auto short_plan = plan_of(small, 9, {{{{0, 3}}, {{0, 3}}}});
    BOOST_TEST(short_plan.buffers[0][static_cast<std::size_t>(Buffer::transit)] == 0);
    BOOST_TEST((short_plan.copies[1].front().from == ByteRange{Buffer::input, 3, 3}));
    BOOST_TEST((short_plan.copies[1].front().to == ByteRange{Buffer::output, 3, 3}));
    // On 4 ranks the block over 3 stops after the shift by 1: rank 0's for rank 3 at rank 1.
    const auto given = instance("alltoall/bruck", 4, 40);
    const auto plan = plan_of(given, 40, {{{{0, 20}}, {{0, 20}}}});
    BOOST_TEST(plan.buffers[0][static_cast<std::size_t>(Buffer::transit)] == 10);
    const auto& first = sent(plan, 0, 0, 0);
    BOOST_TEST((first.send == Ranges{{Buffer::input, 10, 10}, {Buffer::input, 30, 10}}));
    BOOST_TEST((first.receive == Ranges{{Buffer::output, 0, 10}, {Buffer::transit, 0, 10}}));
    BOOST_TEST(
        (sent(plan, 1, 1, 0).send == Ranges{{Buffer::input, 30, 10}, {Buffer::transit, 0, 10}}));
}

BOOST_AUTO_TEST_CASE(what_is_sent_is_not_overwritten) {
    const auto given = instance("allreduce/recursive-doubling", 2, 8);
    const auto plan = plan_of(given, 8, {{{{0, 4}, {1, 4}}}});
    BOOST_TEST((sent(plan, 0, 0, 1).receive == Ranges{{Buffer::scratch, 4, 4}}));
    BOOST_TEST((sent(plan, 1, 0, 1).send == Ranges{{Buffer::vector, 4, 4}}));
}

BOOST_AUTO_TEST_CASE(slivers_are_left_to_other_planes) {
    const auto given = instance("allreduce/recursive-doubling", 2, 8);
    const auto plan = plan_of(given, 8, {{{{0, 0.4}, {1, 7.6}}}});
    BOOST_TEST((plan.groups.size() == 1u && plan.streams.size() == 2u));
    BOOST_TEST(plan.streams[0].send.front().bytes == 8);
    BOOST_TEST(plan.planned_end == 8.5);
}

BOOST_AUTO_TEST_CASE(refusals) {
    const auto given = instance("alltoall/shift", 3, 10);
    const auto refused = [&](double message, kernels::PlaneSchedule schedule) {
        return refusal([&] { plan_of(given, message, schedule); });
    };
    const double third = 10.0 / 3;
    BOOST_TEST(refused(10, {{{{0, third}}, {{0, third}}}}) == "");
    BOOST_TEST(refused(10, {{{{0, third}}, {{0, 3}}}}) ==
               "execution plan: step 1: 3.000000 of 3.333333 bytes are carried: give a schedule of "
               "this problem");
    BOOST_TEST(refused(11, {}) ==
               "execution plan: step 0 has 3.33333 bytes in the problem, 3.66667 in "
               "alltoall/shift: give the problem of this collective and message");
    auto half = instance("alltoall/shift", 3, 10.5);
    BOOST_TEST(refusal([&] {
                   plan_of(half, 10.5, {{{{0, 3.5}}, {{0, 3.5}}}});
               }) ==
               "execution plan: message = 10.5: offsets need a whole number of bytes, at most "
               "2^53");
    auto merged = given.problem;
    merged.steps[1].configuration = 0;
    BOOST_TEST(refusal([&] { kernels::group_problem(given.collective, merged); }) ==
               "step 1 has configuration 0, which is another permutation "
               "elsewhere: give equal labels to equal permutations only");
    merged.steps.pop_back();
    BOOST_TEST(refusal([&] { kernels::group_problem(given.collective, merged); }) ==
               "the problem has 1 steps, alltoall/shift 2: give the problem "
               "of this collective");
    const auto label = kernels::custom_collective({{kernels::Permutation::labelled(4, 2), 5}});
    BOOST_TEST(refusal([&] { kernels::plan_execution(label, 1, {}, {}); }) ==
               "execution plan: step 0 (cfg 2) names no peers: give shift, xor or peer");
    auto wrong = given;
    wrong.collective.steps[0].share = 1;
    wrong.problem.steps[0].bytes = 10;
    BOOST_TEST(refusal([&] {
                   plan_of(wrong, 10, {{{{0, 10}}, {{0, third}}}});
               }) ==
               "alltoall/shift: step 0 has 3 blocks by its volume, but sends 1: use volumes "
               "= exact");
}

BOOST_AUTO_TEST_CASE(plans_that_are_too_large) {
    const kernels::Node n = 16384;
    const auto collective = kernels::build_collective("alltoall/shift", n);
    const Instance given{collective,
                         {kernels::plane_steps(collective, n), kernels::alike_planes(1, 1, 1), 0,
                          InitialPlanes::free}};
    kernels::PlaneSchedule schedule;
    for (const auto& step : given.problem.steps) schedule.steps.push_back({{0, step.bytes}});
    BOOST_TEST(refusal([&] { plan_of(given, n, schedule); }) ==
               "execution plan: alltoall/shift on 16384 nodes moves 2.68419e+08 blocks, at most "
               "5e+07 are planned: take fewer nodes");
}

BOOST_AUTO_TEST_CASE(symbols) {
    kernels::SymbolicBuffer buffer;
    const kernels::RankSet zero(3, 0), one(3, 1);
    buffer.write(0, 10, {100, zero});
    BOOST_TEST(buffer.add(4, 3, {104, one}) == "");
    std::vector<kernels::SymbolPiece> stream;
    BOOST_TEST(buffer.read(1, 5, stream));
    BOOST_TEST_REQUIRE(stream.size() == 2u);
    BOOST_TEST((stream[0].bytes == 3 && stream[0].symbols.origin == 101));
    BOOST_TEST((stream[1].bytes == 2 && stream[1].symbols.origin == 104));
    BOOST_TEST((stream[1].symbols.contributors == zero.united(one)));
    BOOST_TEST(!buffer.read(8, 4, stream));
    BOOST_TEST(buffer.add(6, 1, {106, one}) == "adds a contribution to byte 6 a second time");
    BOOST_TEST(buffer.add(2, 1, {103, one}) == "adds byte 103 to byte 102");
    BOOST_TEST(buffer.add(9, 2, {109, one}) == "adds to byte 10, which holds nothing");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
