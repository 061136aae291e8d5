// Numbers of "When Light Bends to the Collective Will" (Addanki, HotNets 2025) as its model gives
// them: limits, crossings, ratios.
#include <boost/test/unit_test.hpp>
#include <set>

#include "kernels/envelopes/layered_walk.hpp"
#include "solvers/addanki/two_state.hpp"
#include "tests/support/random_structures.hpp"
#include "tests/support/reference.hpp"
#include "tests/support/two_state_oracles.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(light_bends)

solvers::Problem on_ring(const char* ring, const char* collective, kernels::Node n = 64) {
    return solvers::make_problem(collective_named(collective, n), ring_named(ring, n));
}

double sum(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0);
}

double stretched_volume(const kernels::StepCosts& costs) {
    double total = costs.volume;
    for (std::size_t i = 0; i < costs.steps(); ++i) total += costs.extra_share(i);
    return total;
}

BOOST_AUTO_TEST_CASE(speedup_over_the_static_ring_for_large_messages) {
    // sum(f / theta) / sum(f): what congestion costs when latencies vanish.
    const struct {
        const char* ring;
        const char* collective;
        double limit;
    } rows[] = {{"uni", "hd_doubling", 32},
                {"uni", "hd_halving", 32},
                {"uni", "swing", 32},
                {"uni", "a2a_shift", 32},
                {"bidir_full", "hd_doubling", 2.794},
                {"bidir_full", "hd_halving", 13.540},
                {"bidir_full", "swing", 1.571},
                {"bidir_full", "a2a_shift", 10.834},
                {"bidir_split", "hd_doubling", 5.587},
                {"bidir_split", "hd_halving", 27.079},
                {"bidir_split", "swing", 3.143},
                {"bidir_split", "a2a_shift", 21.667}};
    for (const auto& row : rows) {
        const auto costs = on_ring(row.ring, row.collective).costs;
        BOOST_TEST(close(stretched_volume(costs) / costs.volume, row.limit, 3e-4),
                   row.ring << " " << row.collective);
    }
}

BOOST_AUTO_TEST_CASE(every_step_meets_static) {
    // s delays against the congestion: alpha_r b / m for large messages, alpha_r / delta for small.
    const struct {
        const char* ring;
        const char* collective;
        double large, small;
    } rows[] = {
        {"uni", "hd_doubling", 5.0859375, 52.5},     {"uni", "swing", 5.0859375, 56},
        {"uni", "a2a_shift", 0.484375, 31},          {"bidir_full", "hd_doubling", 0.294271, 9.5},
        {"bidir_full", "hd_halving", 2.057292, 9.5}, {"bidir_full", "swing", 0.09375, 6},
        {"bidir_full", "a2a_shift", 0.153654, -1}};
    for (const auto& row : rows) {
        const auto costs = on_ring(row.ring, row.collective).costs;
        const double steps = static_cast<double>(costs.steps());
        BOOST_TEST(close((stretched_volume(costs) - costs.volume) / steps, row.large, 4e-6),
                   row.ring << " " << row.collective);
        if (row.small > 0)
            BOOST_TEST((sum(costs.hops) - costs.matched_hops()) / steps == row.small,
                       row.ring << " " << row.collective);
    }
}

BOOST_AUTO_TEST_CASE(all_delays_at_once) {
    // Large messages, unit m / b: the least volume with exactly R reconfigurations on the directed
    // ring.
    const double expected[] = {63,   47.5,   39.75, 32,      24.25,  16.5,   12.625,
                               8.75, 6.8125, 4.875, 3.90625, 2.9375, 1.96875};
    const auto costs = on_ring("uni", "hd_doubling").costs;
    std::vector<double> base;
    for (std::size_t i = 0; i < costs.steps(); ++i)
        base.push_back(costs.share[i] * costs.stretch[i]);
    const auto found = cost_by_count(costs.share, base);
    BOOST_TEST_REQUIRE(found.size() == std::size(expected));
    for (std::size_t r = 0; r < found.size(); ++r) BOOST_TEST(found[r] == expected[r], "R = " << r);
}

BOOST_AUTO_TEST_CASE(transitional_regime_for_large_messages) {
    // The peak of min(static, every-step) / optimum lies where the two cross.
    const struct {
        const char* ring;
        const char* collective;
        double peak;
    } rows[] = {{"uni", "hd_doubling", 1.50245},
                {"uni", "hd_halving", 1.50245},
                {"uni", "swing", 1.50245},
                {"uni", "a2a_shift", 1.326},
                {"bidir_full", "hd_doubling", 1.075},
                {"bidir_full", "hd_halving", 1.845},
                {"bidir_full", "swing", 1.100},
                {"bidir_full", "a2a_shift", 1.203}};
    for (const auto& row : rows) {
        const auto s = std::make_shared<const solvers::Problem>(on_ring(row.ring, row.collective));
        const double crossing =
            (stretched_volume(s->costs) - s->costs.volume) / static_cast<double>(s->steps());
        const kernels::Parameters p{0, 0, 1, 1, crossing};
        const double best =
            evaluate_at(*solvers::find_scheduler("addanki")->prepare(s, {}), p).completion[0];
        BOOST_TEST(close(stretched_volume(s->costs) / best, row.peak, 5e-4),
                   row.ring << " " << row.collective << " " << stretched_volume(s->costs) / best);
    }
}

BOOST_AUTO_TEST_CASE(threshold_rule_at_its_worst) {
    // Over the figures' grid, every second delay.
    const struct {
        const char* ring;
        const char* collective;
        double worst;
    } rows[] = {{"uni", "hd_doubling", 1.229},
                {"bidir_full", "hd_halving", 1.279},
                {"bidir_full", "a2a_shift", 1.028},
                {"uni", "a2a_shift", 1.000}};
    std::vector<double> delays;
    for (int i = 0; i <= 56; i += 2) delays.push_back(std::pow(10.0, -9 + i / 8.0));
    for (const auto& row : rows) {
        const auto s = std::make_shared<const solvers::Problem>(on_ring(row.ring, row.collective));
        const auto optimum = solvers::find_scheduler("addanki")->prepare(s, {}),
                   rule = solvers::find_scheduler("threshold")->prepare(s, {});
        double worst = 1;
        for (int k = 10; k <= 32; ++k) {
            solvers::ResultRow a, b;
            const kernels::DelayRow line{1e-7, 1e-7, std::pow(2.0, k) / 1e11, delays};
            optimum->evaluate(line, a);
            rule->evaluate(line, b);
            for (std::size_t d = 0; d < delays.size(); ++d)
                worst = std::max(worst, b.completion[d] / a.completion[d]);
        }
        BOOST_TEST(close(worst, row.worst, 5e-4),
                   row.ring << " " << row.collective << " " << worst);
    }
}

BOOST_AUTO_TEST_CASE(the_threshold_rule_can_be_twice_the_optimum) {
    // Gains alternate between just above one delay and nothing: the rule goes back and forth.
    kernels::StepCosts costs;
    for (int i = 0; i < 2000; ++i) {
        costs.share.push_back(1);
        costs.hops.push_back(0);
        costs.active.push_back(0);
        costs.stretch.push_back(i % 2 == 0 ? 2.000001 : 1.0);
        costs.volume += 1;
    }
    std::vector<double> matched(2000, 0.0), base;
    for (std::size_t i = 0; i < 2000; ++i) base.push_back(costs.extra_share(i));
    const double delay = 1.0;
    kernels::SweptRow swept;
    const kernels::DelayRow row{0, 0, 1, {&delay, 1}};
    kernels::sweep_threshold(costs, row, swept);
    const double rule = swept.congestion[0] + swept.reconfigurations[0];
    const double best = solvers::addanki::solve_two_state(matched, base, delay).cost;
    BOOST_TEST(rule / best > 1.99);
    BOOST_TEST(rule / best <= 2.0);
}

BOOST_AUTO_TEST_CASE(schedules_on_the_figures_grid) {
    // Distinct optimal schedules, every second delay; they do not depend on the per-step latency.
    const struct {
        const char* ring;
        const char* collective;
        std::size_t count;
    } rows[] = {{"uni", "hd_doubling", 9},  {"uni", "swing", 8},
                {"uni", "a2a_shift", 43},   {"bidir_full", "hd_doubling", 6},
                {"bidir_full", "swing", 4}, {"bidir_full", "a2a_shift", 20}};
    for (const auto& row : rows) {
        const auto s = std::make_shared<const solvers::Problem>(on_ring(row.ring, row.collective));
        const auto plan = solvers::find_scheduler("addanki")->prepare(s, {});
        for (const double per_step : {1e-7, 1e-4}) {
            std::set<std::uint64_t> masks;
            for (int k = 10; k <= 32; ++k)
                for (int i = 0; i <= 56; i += 2)
                    masks.insert(evaluate_at(*plan, {per_step, 1e-7, std::pow(2.0, k), 1e11,
                                                     std::pow(10.0, -9 + i / 8.0)})
                                     .decision[0]);
            BOOST_TEST(masks.size() == row.count,
                       row.ring << " " << row.collective << " " << masks.size());
        }
    }
}

BOOST_AUTO_TEST_CASE(ring_algorithm_against_halving_doubling_without_bytes) {
    // Path sums: ring 126, halving-doubling 642 on the directed ring, 126 on the bidirectional one.
    BOOST_TEST(sum(on_ring("uni", "ring").costs.hops) == 126);
    BOOST_TEST(sum(on_ring("uni", "hd_doubling").costs.hops) == 642);
    BOOST_TEST(sum(on_ring("uni", "swing").costs.hops) == 684);
    BOOST_TEST(sum(on_ring("bidir_full", "hd_doubling").costs.hops) == 126);
    BOOST_TEST(sum(on_ring("bidir_full", "swing").costs.hops) == 84);
    // Ring beats halving-doubling iff per-hop > (114 / 516) per-step on the directed ring.
    const auto time = [](const char* collective, double per_step, double per_hop) {
        const auto s = std::make_shared<const solvers::Problem>(on_ring("uni", collective));
        return evaluate_at(*solvers::find_scheduler("static")->prepare(s, {}),
                           {per_step, per_hop, 0, 1e11, 0})
            .completion[0];
    };
    BOOST_TEST(time("ring", 516, 114 * 1.001) < time("hd_doubling", 516, 114 * 1.001));
    BOOST_TEST(time("ring", 516, 114 * 0.999) > time("hd_doubling", 516, 114 * 0.999));
}

BOOST_AUTO_TEST_CASE(the_cap_on_concurrent_flow_shows_at_one_hop) {
    // All-to-all on the bidirectional ring: sum of 1/theta 682.53125 capped, 682.5 uncapped.
    const auto costs = on_ring("bidir_full", "a2a_shift").costs;
    BOOST_TEST(close(sum(costs.stretch), 682.53125, 1e-12));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
