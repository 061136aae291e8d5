// Execution plans of planes one by one over several hops, carried out by simulated ranks and
// switches that know nothing of who made them.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <map>

#include "kernels/execution/plane_execution.hpp"
#include "kernels/execution/plane_execution_check.hpp"
#include "solvers/flow/group_routes.hpp"
#include "tests/equivalence/overlap_cases.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(relayed_execution)

using kernels::ExecutionPlan;
using kernels::GroupSchedule;
using kernels::Node;
using kernels::Permutation;
using kernels::PlaneGroup;

/// The same in bytes, of a whole number of them.
Instance in_bytes(Instance one, double bandwidth) {
    one.p.message = std::round(one.p.message * bandwidth);
    one.p.bandwidth = bandwidth;
    one.text += ", " + std::to_string(one.p.message) + " bytes";
    return one;
}

GroupSchedule scaled(GroupSchedule schedule, double by) {
    for (auto& step : schedule.steps)
        for (auto& group : step) group.bytes *= by;
    return schedule;
}

ExecutionPlan plan_of(const Instance& one, const GroupSchedule& schedule) {
    return kernels::plan_execution(one.structure->collective, one.p.message, one.problem(),
                                   schedule, solvers::flow::group_router(one.problem(), true));
}

kernels::ExecutionResult executed(const Instance& one, const ExecutionPlan& plan,
                                  const kernels::ExecutionTiming& timing = {}) {
    return kernels::execute(plan, one.problem(), one.structure->collective, timing);
}

/// Whole bytes: every stream is off by one at most, and a rank's blocks differ by one each.
double slack(const Instance& one, const ExecutionPlan& plan) {
    std::map<std::tuple<std::size_t, int, Node>, double> streams;
    double sum = 0, most = 0;
    std::size_t step = 0;
    for (const auto& stream : plan.streams) {
        if (stream.step != step) sum += std::exchange(most, 0.0);
        step = stream.step;
        Node node = stream.origin;
        for (const auto& hop : stream.way) {
            auto& count = streams[{stream.group, hop.plane, node}];
            most = std::max(most, count += 1 + one.structure->collective.n);
            node = hop.to;
        }
    }
    return (sum + most) * one.structure->lanes / one.p.bandwidth;
}

void check_plan(const Instance& one, const GroupSchedule& schedule, const std::string& where,
                bool exact) {
    const auto line = one.replayed(schedule);
    const auto plan = plan_of(one, schedule);
    const auto carried = executed(one, plan);
    BOOST_TEST(carried.violation == "", where << ": " << carried.violation);
    // The accounting charges the distance of the farthest pair, the plan the links of its ways.
    const double end = plan.planned_end;
    BOOST_TEST(end >= line.planes.end() - slack(one, plan) - 1e-7 * end, where);
    const double tolerance = slack(one, plan) + 1e-7 * end;
    BOOST_TEST(carried.end <= end + tolerance, where << ": " << carried.end << " > " << end);
    BOOST_TEST(carried.end <= end + plan.rounding_time + 1e-12 * end, where);
    if (exact) BOOST_TEST(carried.end >= end - tolerance, where << carried.end << " < " << end);
    for (std::uint64_t seed = 1; seed <= 2; ++seed)
        BOOST_TEST(executed(one, plan, {3.0, seed}).violation == "", where << " seed " << seed);
}

/// Whether the accounting knows the flow of every group, so that no ways carry more.
bool knows_flows(const Instance& one, const GroupSchedule& schedule) {
    for (std::size_t i = 0; i < schedule.steps.size(); ++i)
        for (const auto& group : schedule.steps[i])
            if (!kernels::flow_of_group(group.circuits, one.structure->collective.steps[i],
                                        one.structure->lanes, one.measure())
                     .is_exact())
                return false;
    return true;
}

BOOST_AUTO_TEST_CASE(what_the_scheduler_finds_can_be_carried_out) {
    Generator g(20261124);
    int relayed = 0, split = 0, exact = 0, changed = 0, on_time = 0;
    for (int i = 0; i < 200; ++i) {
        const auto one = in_bytes(draw_instance(g, {4, 8, 9, 16}, {1, 2, 4}), i % 2 ? 1e6 : 1e3);
        const auto row = solved("segments-overlap", one);
        const auto schedule = scaled(schedule_of(row), one.p.bandwidth);
        const std::string where = "seed 20261124 instance " + std::to_string(i) + " " + one.text;
        const bool is_exact = knows_flows(one, schedule);
        check_plan(one, schedule, where, is_exact);
        const auto plan = plan_of(one, schedule);
        const double late = plan.planned_end - row.completion[0];
        BOOST_TEST(late >= -slack(one, plan) - 1e-9 * row.completion[0], where);
        on_time += late <= slack(one, plan) + 1e-9 * row.completion[0];
        const bool relays = std::any_of(plan.streams.begin(), plan.streams.end(),
                                        [](const auto& stream) { return stream.way.size() > 1; });
        relayed += relays;
        exact += is_exact;
        changed += row.n_reconfigurations[0] > 0;
        split += plan.streams.size() > plan.groups.size() * static_cast<std::size_t>(plan.n * 2);
    }
    BOOST_TEST_MESSAGE(relayed << " with relays, " << split << " with split ways, " << exact
                               << " with exact flows, " << changed << " with reconfigurations");
    BOOST_TEST(relayed >= 60);
    BOOST_TEST(split >= 20);
    BOOST_TEST(changed >= 60);
    BOOST_TEST(on_time >= 150);
}

/// Any groups on any of the circuits that are around: legal, seldom good.
GroupSchedule random_groups(Generator& g, const Instance& one) {
    std::vector<Permutation> circuits = one.start();
    for (const auto& step : one.structure->collective.steps)
        if (kernels::is_loaded(step)) circuits.push_back(step.peer);
    const auto k = static_cast<int>(one.structure->lanes);
    GroupSchedule schedule;
    auto held = one.start();
    for (const auto& step : one.structure->collective.steps) {
        schedule.steps.emplace_back();
        if (!kernels::is_loaded(step)) continue;
        for (int attempt = 0; attempt < 50 && schedule.steps.back().empty(); ++attempt) {
            std::vector<PlaneGroup> groups(static_cast<std::size_t>(draw(g, 1, k)));
            for (int plane = 0; plane < k; ++plane) {
                if (draw(g, 0, 3) == 0) continue;
                auto& group = groups[static_cast<std::size_t>(draw(g, 0, int(groups.size()) - 1))];
                if (draw(g, 0, 2) == 0)
                    held[static_cast<std::size_t>(plane)] =
                        circuits[static_cast<std::size_t>(draw(g, 0, int(circuits.size()) - 1))];
                group.planes.push_back(plane);
                group.circuits.push_back(held[static_cast<std::size_t>(plane)]);
            }
            std::erase_if(groups, [&](const PlaneGroup& group) {
                return group.planes.empty() ||
                       !kernels::flow_of_group(group.circuits, step, k, one.measure()).reachable();
            });
            for (auto& group : groups)
                group.bytes = step.share * one.p.message / static_cast<double>(groups.size());
            schedule.steps.back() = std::move(groups);
        }
        if (schedule.steps.back().empty()) {
            held.assign(held.size(), step.peer);
            PlaneGroup all{{}, held, step.share * one.p.message};
            for (int plane = 0; plane < k; ++plane) all.planes.push_back(plane);
            schedule.steps.back().push_back(std::move(all));
        }
    }
    return schedule;
}

BOOST_AUTO_TEST_CASE(any_groups_can_be_carried_out) {
    Generator g(20261125);
    for (int i = 0; i < 300; ++i) {
        const auto one = in_bytes(draw_instance(g, {4, 6, 8, 16}, {1, 2, 4, 8}), 1e4);
        const auto schedule = random_groups(g, one);
        check_plan(one, schedule, "seed 20261125 instance " + std::to_string(i) + " " + one.text,
                   knows_flows(one, schedule));
    }
}

/// Three steps of 4 bytes on a bidirectional ring of four, one plane each way, 1 byte/s each: the
/// shift by 1 ahead, by 2 half each way (over every circuit 2 bytes of two pairs), by 3 back.
struct Small {
    Instance one = instance_of("alltoall/shift", 4, "ring", 2, {1, 0.5, 16, 2, 3});
    GroupSchedule schedule;
    Small() {
        const auto ahead = Permutation::shift(4, 1), back = Permutation::shift(4, 3);
        schedule.steps = {{{{0}, {ahead}, 4}}, {{{0, 1}, {ahead, back}, 4}}, {{{1}, {back}, 4}}};
    }
};

BOOST_AUTO_TEST_CASE(ways_by_hand) {
    const Small small;
    const auto plan = plan_of(small.one, small.schedule);
    BOOST_TEST_REQUIRE(plan.groups.size() == 3u);
    // 1 + 0.5 + 4; 1 + 2 * 0.5 + 4; 1 + 0.5 + 4.
    BOOST_TEST(plan.planned_end == 5.5 + 6 + 5.5);
    BOOST_TEST(executed(small.one, plan).end == plan.planned_end);
    std::map<int, std::int64_t> over;  // bytes of rank 0 in step 1, by its first plane
    for (const auto& stream : plan.streams)
        if (stream.step == 1 && stream.origin == 0) {
            BOOST_TEST(stream.way.size() == 2u);
            BOOST_TEST(stream.target() == 2);
            over[stream.way[0].plane] += kernels::bytes_of(stream.send);
        }
    BOOST_TEST(over[0] + over[1] == 4);
    BOOST_TEST((plan.groups[1].after_step == 0 && plan.groups[2].after_step == 1));
    BOOST_TEST((plan.planes[0].setups.empty() && plan.planes[1].setups.empty()));
}

/// The simulator finds what it is there to find.
BOOST_AUTO_TEST_CASE(broken_plans_are_found) {
    const Small small;
    const auto good = plan_of(small.one, small.schedule);
    const auto fault = [&](const auto& change) {
        auto plan = good;
        change(plan);
        return executed(small.one, plan).violation;
    };
    const auto stream_of = [](ExecutionPlan& plan, std::size_t step) {
        return std::find_if(plan.streams.begin(), plan.streams.end(),
                            [&](const auto& one) { return one.step == step; });
    };
    BOOST_TEST(fault([](ExecutionPlan&) {}) == "");
    BOOST_TEST(fault([&](ExecutionPlan& plan) {
                   plan.streams.erase(stream_of(plan, 0));
               }).find("ends without bytes of output") != std::string::npos);
    BOOST_TEST(fault([&](ExecutionPlan& plan) {
                   stream_of(plan, 1)->way[1].to = 3;
               }).find("no circuit leads from rank") != std::string::npos);
    BOOST_TEST(fault([&](ExecutionPlan& plan) {
                   stream_of(plan, 0)->way[0].plane = 1;
               }).find("plane 1 is not one of the group's") != std::string::npos);
    BOOST_TEST(fault([&](ExecutionPlan& plan) {
                   stream_of(plan, 1)->way.pop_back();
               }).find("the way ends at rank") != std::string::npos);
    BOOST_TEST(fault([&](ExecutionPlan& plan) {
                   stream_of(plan, 0)->receive[0].bytes -= 1;
               }).find("bytes are lost") != std::string::npos);
    BOOST_TEST(fault([&](ExecutionPlan& plan) {
                   stream_of(plan, 0)->receive[0].offset += 1000;
               }).find("outside its buffer") != std::string::npos);
    BOOST_TEST(fault([](ExecutionPlan& plan) {
                   plan.groups[1].after_step = -1;
               }).find("plane 0 is busy") != std::string::npos);
    BOOST_TEST(fault([](ExecutionPlan& plan) {
                   plan.groups[2].after_step = -1;
               }).find("begins before the step before") != std::string::npos);
    BOOST_TEST(fault([](ExecutionPlan& plan) {
                   plan.groups[2].after_reconfiguration[0] = 1;
               }).find("waits for a reconfiguration that never comes") != std::string::npos);
    BOOST_TEST(fault([](ExecutionPlan& plan) {
                   plan.planes[1].setups.push_back({Permutation::shift(4, 1), 2, -1, 0, 3});
               }).find("no circuit leads") != std::string::npos);
    BOOST_TEST(fault([](ExecutionPlan& plan) { plan.planes[1].held = std::nullopt; }) ==
               "plane 1 begins with circuits that it does not hold");
    BOOST_TEST(fault([](ExecutionPlan& plan) {
                   plan.groups[2].after_step = 2;
               }).find("waits for ever") != std::string::npos);
    BOOST_TEST(fault([&](ExecutionPlan& plan) {
                   plan.streams.push_back(*stream_of(plan, 1));
               }).find("while another stream uses them") != std::string::npos);
    // More over one circuit than was planned: the group ends later.
    auto late = good;
    for (auto& stream : late.streams)
        if (stream.step == 1 && stream.origin == 0) {
            stream.way = {{0, 1}, {0, 2}};
        }
    BOOST_TEST(executed(small.one, late).violation == "");
    BOOST_TEST(executed(small.one, late).end > good.planned_end);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
