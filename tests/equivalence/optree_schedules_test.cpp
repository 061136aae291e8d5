// Every constructed schedule is seen by the validator: each method on each ring up to 128 nodes,
// some large ones, several items, caps on transmitters and lightpaths, and backwards.
#include <set>

#include "kernels/wdm/broadcast_bound.hpp"
#include "solvers/optree/held_constructions.hpp"
#include "solvers/optree/trees/tree_schedule.hpp"
#include "tests/support/campaign.hpp"
#include "tests/support/optree_checks.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(optree_schedules)

using namespace solvers::optree;

BOOST_AUTO_TEST_CASE(all_rings_up_to_128) {
    for (std::int64_t n = 1; n <= 128; n += n < 48 || is_campaign() ? 1 : 5)
        for (const std::int64_t w : {1, 2, 4, 16, 64})
            for (const auto method : all_methods()) {
                const auto plan = plan_gather({n, w}, method);
                check_plan(plan, std::string(method_name(method)));
                if ((n + w) % 7 == 0) check_reverse(plan.schedule, plan.form);
                if (method == Method::optimal)
                    BOOST_TEST(plan.steps - plan.lower_bound <= (n % w == 0 ? 0 : 1),
                               text_of(plan.task));
            }
}

BOOST_AUTO_TEST_CASE(large_rings) {
    const std::map<Method, std::int64_t> steps{
        {Method::tree, 70}, {Method::lifted, 40}, {Method::windowed, 22}, {Method::optimal, 19}};
    for (const auto& [method, expected] : steps)
        BOOST_TEST(plan_gather({1024, 64}, method).steps == expected, method_name(method));
    for (const auto method :
         {Method::tree, Method::lifted, Method::windowed, Method::optimal, Method::multicast})
        for (const std::int64_t n : {1021, 1024})
            for (const std::int64_t w : {1, 2, 4, 16, 64}) {
                if (w != 1 && w != 64 && !is_campaign()) continue;
                check_plan(plan_gather({n, w}, method), std::string(method_name(method)));
            }
    const auto large = plan_gather({4096, 64}, Method::optimal);
    BOOST_TEST(large.steps == 63);
    check_plan(large, "wdm-optimal");  // tests/bench has the other methods and wavelengths
}

/// Steps of optree_optimal's table, which the bound meets in all 72 cells.
BOOST_AUTO_TEST_CASE(powers_of_two_meet_the_bound) {
    for (std::int64_t n = 16; n <= 4096; n *= 2)
        for (std::int64_t w = 2; w <= 256; w *= 2) {
            const auto plan = plan_gather({n, w}, Method::optimal);
            BOOST_TEST(plan.optimal(), text_of(plan.task) << ": " << plan.steps);
            if (n <= 512) check_plan(plan, "wdm-optimal");
        }
}

/// The second table, primes among them: the bound is met wherever the reference meets it, in 73 of
/// 80 cells, and never missed by two.
BOOST_AUTO_TEST_CASE(other_rings_are_one_step_above_at_most) {
    const std::set<std::pair<std::int64_t, std::int64_t>> above{
        {17, 8}, {31, 2}, {61, 2}, {127, 2}, {729, 128}, {1021, 2}, {4093, 2}};
    for (const std::int64_t n : {17, 31, 61, 127, 251, 509, 729, 1000, 1021, 4093})
        for (std::int64_t w = 2; w <= 256; w *= 2) {
            const auto plan = plan_gather({n, w}, Method::optimal);
            BOOST_TEST(plan.steps <= plan.lower_bound + above.count({n, w}), text_of(plan.task));
            if (n <= 251) check_plan(plan, "wdm-optimal");
        }
    check_plan(plan_gather({509, 256}, Method::optimal), "wdm-optimal");
}

/// Where 2T + 1 <= N <= 2T^2 + 2T + 1 the bound is ceil((N-1) / (w+1)).
BOOST_AUTO_TEST_CASE(closed_form_of_the_bound) {
    int cells = 0;
    for (std::int64_t n = 16; n <= 4096; n += 37)
        for (std::int64_t w = 1; w * w <= 2 * n; ++w) {
            const auto t = kernels::gather_lower_bound(n, w);
            if (2 * t + 1 > n || n > 2 * t * t + 2 * t + 1) continue;
            BOOST_TEST(t == ceil_div(n - 1, w + 1), "N = " << n << ", w = " << w);
            ++cells;
        }
    BOOST_TEST(cells > 1000);
}

BOOST_AUTO_TEST_CASE(several_items_per_node) {
    for (const std::int64_t n : {2, 3, 7, 12, 16, 30, 37})
        for (const std::int64_t w : {1, 3, 8, 20})
            for (const std::int64_t items : {2, 5}) {
                for (const auto method : all_methods()) {
                    const auto plan = plan_gather({n, w, items}, method);
                    check_plan(plan, std::string(method_name(method)));
                    check_reverse(plan.schedule, plan.form);
                }
            }
}

BOOST_AUTO_TEST_CASE(all_reduce_is_both_halves) {
    for (const std::int64_t n : {1, 2, 9, 16, 45})
        for (const auto method : all_methods()) {
            const auto plan = plan_gather({n, 4}, method);
            const auto schedule = all_reduce_of(plan);
            const auto seen = kernels::check_all_reduce(schedule);
            BOOST_TEST(seen.fault == "", method_name(method) << " " << seen.fault);
            BOOST_TEST(schedule.steps() == 2 * plan.steps);
        }
}

/// Ragged trees with proxies, uniform radices.
BOOST_AUTO_TEST_CASE(ragged_trees) {
    for (std::int64_t n = 2; n <= 60; ++n)
        for (std::int64_t m = 2; m <= 5; ++m) {
            std::vector<std::int64_t> radices;
            for (std::int64_t product = 1; product < n; product *= m) radices.push_back(m);
            const auto schedule = tree_schedule({n, 3}, radices);
            const auto where = "N = " + std::to_string(n) + ", radix " + std::to_string(m);
            check_gather(schedule, schedule.steps(), where);
            check_reverse(schedule, where);
        }
}

BOOST_AUTO_TEST_CASE(capped_lightpaths) {
    for (const std::int64_t n : {16, 31, 64, 96})
        for (const std::int64_t longest : {1, 2, 3, 5, 8, 16, 40})
            for (const auto method : all_methods()) {
                const auto plan = plan_gather({n, 8, 1, longest}, method);
                const auto where = std::string(method_name(method)) + " " + text_of(plan.task);
                if (!plan.possible) {
                    BOOST_TEST(
                        plan.reason.find("within " + std::to_string(longest)) != std::string::npos,
                        plan.reason);
                    BOOST_TEST((method == Method::tree || method == Method::lifted), where);
                    continue;
                }
                check_plan(plan, where);
                BOOST_TEST(kernels::figures_of(plan.schedule).longest <= longest, where);
            }
}

BOOST_AUTO_TEST_CASE(tori_in_both_orders) {
    for (const auto& [rows, columns, w] :
         {std::tuple{1, 7, 2}, {7, 1, 2}, {3, 5, 2}, {12, 7, 3}, {8, 8, 4}, {8, 16, 4}})
        for (const auto method : all_methods())
            for (const auto order : {TorusOrder::rows_first, TorusOrder::columns_first}) {
                const auto plan = plan_torus({rows, columns}, w, method, order);
                const auto where = std::string(method_name(method)) + " " + std::to_string(rows) +
                                   " x " + std::to_string(columns);
                check_gather(plan.schedule, plan.steps, where);
                check_reverse(plan.schedule, where);
            }
    BOOST_TEST(plan_torus({32, 32}, 64, Method::optimal).steps == 13);
    BOOST_TEST(plan_torus({32, 32}, 256, Method::optimal).steps == 5);
    BOOST_TEST(plan_torus({16, 16}, 4, Method::optimal).steps == 33);
    BOOST_TEST(plan_torus({64, 64}, 64, Method::optimal).steps == 34);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
