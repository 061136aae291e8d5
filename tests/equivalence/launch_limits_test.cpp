// Few transmitters: the bound against a linear program, and every cell of the reference's table,
// validated slot by slot, with one item per node and with several.
#include "solvers/optree/trees/launch_limits.hpp"
#include "kernels/wdm/broadcast_bound.hpp"
#include "solvers/milp/linear_program.hpp"
#include "tests/support/optree_checks.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(launch_limits)

using namespace solvers::optree;

/// A plan whose lightpaths keep the limit, looked at only where that takes a moment.
void check_limited(const GatherConstruction& plan, std::int64_t transmitters) {
    const auto where = text_of(plan.task) + ", transmitters = " + std::to_string(transmitters);
    BOOST_TEST(plan.lower_bound <= plan.steps, where);
    if (plan.steps * plan.task.nodes > 1 << 17) return;
    check_plan(plan, where);
    BOOST_TEST(kernels::figures_of(plan.schedule).most_sent <= transmitters, where);
}

/// (N, w), steps at 1, 2, 4, .. transmitters: the reference's, and ours.
struct Row {
    std::int64_t nodes, wavelengths;
    std::vector<std::int64_t> reference, built;
};
const std::vector<Row> table{
    {1024, 64, {512, 256, 129, 66, 36, 21, 19}, {512, 256, 128, 64, 33, 20, 19}},
    {1024, 16, {512, 256, 129, 66, 61}, {512, 256, 128, 66, 61}},
    {256, 64, {128, 64, 33, 17, 9, 6, 6}, {128, 64, 32, 16, 9, 6, 6}},
    {4096, 64, {2048, 1024, 513, 258, 132, 72, 64}, {2048, 1024, 512, 256, 129, 70, 63}},
    {1024, 256, {512, 256, 129, 64, 32, 17, 10}, {512, 256, 128, 64, 32, 17, 10}}};

BOOST_AUTO_TEST_CASE(no_cell_above_the_reference) {
    for (const auto& row : table)
        for (std::size_t i = 0; i < row.built.size(); ++i) {
            const std::int64_t x = std::int64_t{1} << i;
            const auto plan = plan_limited_gather({row.nodes, row.wavelengths}, x);
            BOOST_TEST_CONTEXT("N = " << row.nodes << ", w = " << row.wavelengths
                                      << ", x = " << x) {
                BOOST_TEST(plan.steps == row.built[i]);
                BOOST_TEST(plan.steps <= row.reference[i]);
                check_limited(plan, x);
            }
        }
}

BOOST_AUTO_TEST_CASE(several_items_per_node) {
    for (const std::int64_t n : {2, 3, 7, 12, 16, 31, 40})
        for (const std::int64_t w : {1, 4, 12})
            for (const std::int64_t items : {1, 2, 5})
                for (const std::int64_t x : {1, 2, 3, 8}) {
                    const auto plan = plan_limited_gather({n, w, items}, x);
                    check_limited(plan, x);
                    if ((n + w + x) % 3 == 0) check_reverse(plan.schedule, plan.form);
                }
    // 3 items of 255 others over 2 x 8 launches: 47.8.
    BOOST_TEST(plan_limited_gather({256, 64, 3}, 8).lower_bound == 48);
    BOOST_TEST(plan_limited_gather({256, 64, 3}, 8).steps <= 49);
}

/// Enough transmitters, and one stage: nothing changes.
BOOST_AUTO_TEST_CASE(limits_that_do_not_bind) {
    for (const std::int64_t n : {5, 8, 20, 64})
        for (const std::int64_t w : {2, 8, 60})
            BOOST_TEST(
                plan_limited_gather({n, w}, w).steps == plan_gather({n, w}, Method::optimal).steps,
                "N = " << n << ", w = " << w);
    BOOST_TEST(plan_limited_gather({9, 10}, 4).steps == 1);
    BOOST_TEST(plan_limited_gather({9, 10}, 3).steps == 2);
    BOOST_TEST(plan_limited_gather({1, 4}, 2).steps == 0);
}

/// Least T with K_T >= m N, f(K) by a linear program over all hops.
std::int64_t steps_by_program(const RingTask& task, std::int64_t transmitters) {
    const auto wanted = static_cast<double>(task.nodes * task.items_per_node);
    auto held = static_cast<double>(task.items_per_node);
    std::int64_t steps = 0;
    for (; held < wanted - 1e-6; ++steps) {
        solvers::milp::LinearProgram program;
        const int wire = program.add_row(0, static_cast<double>(task.wavelengths));
        const int launches = program.add_row(0, static_cast<double>(transmitters));
        for (int h = 1; h < task.nodes; ++h) {
            const int x = program.add_column(-1, 0, held);
            program.set(wire, x, h);
            program.set(launches, x, 1);
        }
        const auto solution = solvers::milp::solve_relaxation(program);
        for (const auto x : solution.x) held += 2 * x;
    }
    return steps;
}

BOOST_AUTO_TEST_CASE(the_bound_is_that_of_its_program) {
    int stronger = 0;  // where x is neither few nor as many as the wavelengths
    for (const std::int64_t n : {4, 9, 30, 100})
        for (const std::int64_t w : {3, 10, 64})
            for (const std::int64_t items : {1, 3})
                for (const std::int64_t x : {1, 2, 5, 16, 40}) {
                    const auto bound = kernels::gather_lower_bound_capped(n, w, x, items);
                    const auto least = kernels::gather_lower_bound(n, w, items);
                    const auto where = text_of({n, w, items}) + ", x = " + std::to_string(x);
                    BOOST_TEST(bound == std::max(least, steps_by_program({n, w, items}, x)), where);
                    const auto plain = std::max(least, ceil_div(items * (n - 1), 2 * x));
                    BOOST_TEST(bound >= plain, where);
                    stronger += bound > plain;
                }
    BOOST_TEST(stronger >= 2);
    BOOST_TEST(kernels::gather_lower_bound_capped(256, 64, 16) == 9);
    BOOST_TEST(kernels::gather_lower_bound_capped(1024, 64, 16) == 33);
}

/// Points are closed under taking 1 off the last coordinate, and no bin is over its limits.
BOOST_AUTO_TEST_CASE(points_keep_to_the_bins) {
    for (const double weight : {2.0, 8.0, 32.0}) {
        const LaunchLimits limits{12, 60, 10, 6, 2};
        const auto sets = limited_points(limits, weight);
        BOOST_TEST_REQUIRE(sets.has_value(), "weight " << weight);
        std::map<std::pair<std::int32_t, bool>, std::int64_t> wire, launches;
        for (const auto& set : *sets) {
            BOOST_TEST(set.size() == 60u);
            for (std::size_t i = 1; i < set.size(); ++i) {
                for (const auto& c : set[i]) wire[{c.step, c.value > 0}] += std::abs(c.value);
                ++launches[{set[i].back().step, set[i].back().value > 0}];
            }
            BOOST_TEST(broadcast_tree(set).edges.size() == 59u);
        }
        for (const auto& [bin, used] : wire) BOOST_TEST(used <= limits.wire);
        for (const auto& [bin, used] : launches) BOOST_TEST(used <= limits.launches);
    }
    BOOST_TEST(!limited_points({3, 60, 10, 6, 1}, 8).has_value());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
