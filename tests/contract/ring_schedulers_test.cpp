// The schedulers of rules = optree: times against eq. 3, schedules against the validator, bounds,
// and circuits that stand against the plan for a single delay.
#include <array>
#include <cmath>
#include <random>

#include "kernels/wdm/broadcast_bound.hpp"
#include "kernels/wdm/gather_steps.hpp"
#include "kernels/wdm/lightpath_schedule.hpp"
#include "solvers/contract/scheduler_row.hpp"
#include "solvers/registry/registry.hpp"
#include "sweeps/events/lightpath_events.hpp"
#include "tests/support/gather_formulas.hpp"
#include "tests/support/optree_checks.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(ring_schedulers)

using solvers::Status;

std::shared_ptr<const solvers::Problem> structure_of(const solvers::LightpathRings& rings) {
    const auto n = rings.shape.nodes();
    solvers::Problem structure{{kernels::Primitive::all_gather, "any", n, {}, {}},
                               kernels::Topology::ring(n, kernels::LinkBandwidth::full),
                               {}};
    structure.rings = rings;
    return std::make_shared<const solvers::Problem>(std::move(structure));
}

solvers::LightpathRings ring_of(kernels::Node nodes, std::int64_t wavelengths) {
    solvers::LightpathRings rings;
    rings.shape = {1, nodes};
    rings.wavelengths = wavelengths;
    return rings;
}

struct Point {
    std::unique_ptr<solvers::PreparedScheduler> plan;
    solvers::ResultRow row{};
};

/// One result; item_time in seconds without the delay.
Point evaluate(const char* name, const solvers::LightpathRings& rings, double item_time,
               double delay, const solvers::SchedulerOptions& options = {}) {
    Point point{solvers::prepare(*solvers::find_scheduler(name), structure_of(rings), options)};
    point.row.want_decisions = true;
    const double message_time = item_time * rings.parts();
    point.plan->evaluate({0, 0, message_time, {&delay, 1}}, point.row);
    return point;
}

std::int64_t steps_of(const Point& point) {
    return point.row.more_steps[0];
}

const char* const built[] = {"optree-tree", "wdm-lifted", "wdm-windowed", "wdm-optimal"};
const char* const formulas[] = {"optree-formula", "wrht", "osm", "wdm-ring", "wdm-neighbor"};

BOOST_AUTO_TEST_CASE(formulas_charge_every_step) {
    kernels::GatherTiming timing;
    timing.item = 4e6;
    timing.bandwidth = 5e9;
    timing.reconfiguration = 25e-6;
    const std::int64_t steps[] = {70, 259, 2048, 1023, 512};
    for (std::size_t i = 0; i < std::size(formulas); ++i) {
        const auto point = evaluate(formulas[i], ring_of(1024, 64), 4e6 / 5e9, 25e-6);
        BOOST_TEST(steps_of(point) == steps[i], formulas[i]);
        BOOST_TEST(point.row.n_reconfigurations[0] == steps[i]);
        const double time = gather_time(timing, steps[i]);
        BOOST_TEST(std::abs(point.row.completion[0] - time) < 1e-12 * time, formulas[i]);
        BOOST_TEST((point.row.status[0] == Status::formula));
        BOOST_TEST(point.plan->lightpaths(0) == nullptr);
        const double bound = gather_time(timing, 19);
        BOOST_TEST(std::abs(point.row.lower_bound[0] - bound) < 1e-12 * bound);
    }
    solvers::SchedulerOptions options;
    options.two_items = 1;
    const auto point = evaluate("wdm-neighbor", ring_of(1024, 64), 4e6 / 5e9, 25e-6, options);
    const double time = neighbor_exchange_time(timing, 1024);
    BOOST_TEST(std::abs(point.row.completion[0] - time) < 1e-12 * time);
}

/// A theorem may promise what no schedule can: the row says so by its bound.
BOOST_AUTO_TEST_CASE(a_formula_may_be_below_the_bound) {
    const auto point = evaluate("optree-formula", ring_of(32, 64), 1e-3, 0);
    BOOST_TEST(steps_of(point) == 1);
    BOOST_TEST(point.row.lower_bound[0] > point.row.completion[0]);
    BOOST_TEST((point.row.status[0] == Status::formula));
}

BOOST_AUTO_TEST_CASE(options_of_formulas) {
    solvers::SchedulerOptions options;
    const auto steps = [&](const char* name, kernels::Node n, std::int64_t w) {
        return steps_of(evaluate(name, ring_of(n, w), 1, 0, options));
    };
    for (const auto& [rule, expected] : {std::pair{0, 156}, {1, 155}, {2, 155}}) {
        options.stage_rule = rule;
        BOOST_TEST(steps("optree-formula", 2048, 64) == expected, "rule " << rule);
    }
    for (const auto& [rule, expected] : {std::pair{0, 259}, {1, 388}, {2, 259}, {3, 388}}) {
        options.wrht_rule = rule;
        BOOST_TEST(steps("wrht", 4096, 64) == expected, "rule " << rule);
    }
    auto rings = ring_of(1024, 64);
    rings.stages = 2;
    BOOST_TEST(steps_of(evaluate("optree-formula", rings, 1, 0)) == 192);
}

/// Where standing circuits are free, every setup that is charged is one that the lightpaths need,
/// of an all-gather, its reverse and both, on rings and on tori.
BOOST_AUTO_TEST_CASE(setups_that_are_charged_are_needed) {
    using Half = solvers::LightpathRings::Half;
    std::mt19937 random(23);
    for (int trial = 0; trial < 60; ++trial) {
        auto rings = ring_of(static_cast<kernels::Node>(2 + random() % 70),
                             static_cast<std::int64_t>(1 + random() % 30));
        rings.held = true;
        rings.half = std::array{Half::gather, Half::scatter, Half::both}[random() % 3];
        if (random() % 4 == 0)
            rings.shape = {static_cast<kernels::Node>(2 + random() % 7),
                           static_cast<kernels::Node>(2 + random() % 7)};
        for (const char* name : built) {
            const auto point = evaluate(name, rings, 1, static_cast<double>(random() % 4));
            const auto* plan = point.plan->lightpaths(point.row.decision[0]);
            const auto setups = kernels::setup_steps(sweeps::decode(*plan, rings.half)).size();
            BOOST_TEST(point.row.n_reconfigurations[0] == static_cast<std::int64_t>(setups),
                       name << " seed 23 trial " << trial << " " << rings.shape.rows << " x "
                            << rings.shape.columns << " w " << rings.wavelengths);
        }
    }
}

/// Built schedules: what is reported is what the validator counts, and never below the bound.
BOOST_AUTO_TEST_CASE(schedules_take_the_steps_they_report) {
    std::mt19937 random(11);
    for (int trial = 0; trial < 60; ++trial) {
        auto rings = ring_of(static_cast<kernels::Node>(1 + random() % 90),
                             static_cast<std::int64_t>(1 + random() % 40));
        rings.items_per_node = 1 + static_cast<std::int64_t>(random() % 2);
        rings.held = random() % 2 == 0;
        const double delay = static_cast<double>(random() % 4);
        for (const char* name : built) {
            const auto point = evaluate(name, rings, 1, delay);
            const auto* plan = point.plan->lightpaths(point.row.decision[0]);
            const auto where = std::string(name) + " seed 11 trial " + std::to_string(trial) +
                               " N " + std::to_string(rings.shape.columns) + " w " +
                               std::to_string(rings.wavelengths);
            BOOST_TEST_REQUIRE(plan != nullptr, where);
            BOOST_TEST(plan->steps == steps_of(point), where);
            check_gather(plan->schedule, plan->steps, where);
            const auto setups =
                static_cast<std::int64_t>(kernels::setup_steps(plan->schedule).size());
            BOOST_TEST(point.row.n_reconfigurations[0] == (rings.held ? setups : plan->steps),
                       where);
            BOOST_TEST(point.row.completion[0] >= point.row.lower_bound[0], where);
            const bool meets = point.row.completion[0] <= point.row.lower_bound[0];
            BOOST_TEST((point.row.status[0] == (meets ? Status::optimal : Status::feasible)),
                       where);
        }
    }
}

/// Circuits that stand: the list of plans has the fastest one for every ratio of delay and item.
BOOST_AUTO_TEST_CASE(held_circuits_take_the_fastest_plan) {
    std::mt19937 random(5);
    for (int trial = 0; trial < 40; ++trial) {
        auto rings = ring_of(static_cast<kernels::Node>(2 + random() % 140),
                             static_cast<std::int64_t>(1 + random() % 64));
        rings.held = true;
        kernels::GatherTiming timing;
        timing.bandwidth = 1;
        timing.item = 1;
        timing.reconfiguration = std::pow(10.0, static_cast<double>(random() % 61) / 10 - 3);
        const solvers::optree::RingTask task{rings.shape.columns, rings.wavelengths};
        const auto single = plan_fastest_gather(task, timing);
        const double time = held_gather_time(timing, single.steps, single.reconfigurations);
        const auto point = evaluate("wdm-optimal", rings, 1, timing.reconfiguration);
        BOOST_TEST(point.row.completion[0] <= time * (1 + 1e-9),
                   "seed 5 trial " << trial << " N " << task.nodes << " w " << task.wavelengths
                                   << " a " << timing.reconfiguration << ": "
                                   << point.row.completion[0] << " > " << time);
    }
}

BOOST_AUTO_TEST_CASE(all_reduce_is_both_halves) {
    auto rings = ring_of(64, 8);
    for (const char* name : {"wdm-optimal", "optree-formula"}) {
        rings.half = solvers::LightpathRings::Half::gather;
        const auto one = evaluate(name, rings, 1e-3, 1e-3);
        rings.half = solvers::LightpathRings::Half::both;
        const auto both = evaluate(name, rings, 1e-3, 1e-3);
        BOOST_TEST(steps_of(both) == 2 * steps_of(one), name);
        BOOST_TEST(std::abs(both.row.completion[0] / one.row.completion[0] - 2) < 1e-12, name);
    }
}

/// Lists of lightpaths are those of the schedule that is carried out.
BOOST_AUTO_TEST_CASE(lists_hold_what_the_validator_accepts) {
    using Half = solvers::LightpathRings::Half;
    for (const auto half : {Half::scatter, Half::gather, Half::both})
        for (const char* name : built) {
            auto rings = ring_of(20, 3);
            rings.half = half;
            const auto point = evaluate(name, rings, 1, 1);
            const auto& plan = *point.plan->lightpaths(0);
            const auto schedule = sweeps::decode(plan, half);
            BOOST_TEST(sweeps::fault_of(schedule, half) == "", name);
            BOOST_TEST(schedule.steps() == steps_of(point), name);
            engine::RaggedRow row;
            row.columns.resize(sweeps::lightpath_columns().size());
            sweeps::append_lightpaths(schedule, row);
            const auto count = sweeps::count_lightpaths(plan, rings);
            BOOST_TEST(count == 20 * 19 * rings.halves());
            BOOST_TEST(row.columns[0].size() == sizeof(std::int32_t) * std::size_t(count), name);
            BOOST_TEST(row.columns[4].size() == std::size_t(count), name);
        }
}

BOOST_AUTO_TEST_CASE(tori_and_transmitters) {
    solvers::LightpathRings rings;
    rings.shape = {32, 32};
    rings.wavelengths = 64;
    const auto torus = evaluate("wdm-optimal", rings, 1, 0);
    BOOST_TEST(steps_of(torus) == 13);
    check_gather(torus.plan->lightpaths(0)->schedule, 13, "32 x 32");
    auto limited = ring_of(1024, 64);
    limited.transmitters = 32;
    const auto point = evaluate("wdm-optimal", limited, 1, 0);
    BOOST_TEST(steps_of(point) == 20);
    BOOST_TEST(kernels::figures_of(point.plan->lightpaths(0)->schedule).most_sent <= 32);
    limited = ring_of(60, 12);
    limited.transmitters = 3;
    limited.items_per_node = 2;
    const auto parts = evaluate("wdm-optimal", limited, 1, 0);
    const auto& schedule = parts.plan->lightpaths(0)->schedule;
    check_gather(schedule, steps_of(parts), "two items, three transmitters");
    BOOST_TEST(kernels::figures_of(schedule).most_sent <= 3);
}

/// Nodes that tap the light: a bound of their own, met; lists hold two lightpaths per node.
BOOST_AUTO_TEST_CASE(tapped_lightpaths) {
    for (const bool held : {false, true}) {
        auto rings = ring_of(1024, 64);
        rings.held = held;
        const auto point = evaluate("wdm-multicast", rings, 1e-3, 25e-6);
        BOOST_TEST(steps_of(point) == 8);
        BOOST_TEST(point.row.n_reconfigurations[0] == 8);
        const double time = 8 * (1e-3 + 25e-6), bound = held ? 8e-3 + 25e-6 : time;
        BOOST_TEST(std::abs(point.row.completion[0] - time) < 1e-12);
        BOOST_TEST(std::abs(point.row.lower_bound[0] - bound) < 1e-12);
        BOOST_TEST((point.row.status[0] == (held ? Status::feasible : Status::optimal)));
        const auto& plan = *point.plan->lightpaths(0);
        BOOST_TEST((plan.schedule.reception == kernels::Reception::every_node));
        BOOST_TEST(sweeps::fault_of(plan.schedule, rings.half) == "");
        engine::RaggedRow row;
        row.columns.resize(sweeps::lightpath_columns().size());
        sweeps::append_lightpaths(plan.schedule, row);
        BOOST_TEST(sweeps::count_lightpaths(plan, rings) == 2 * 1024);
        BOOST_TEST(row.columns[4].size() == 2 * 1024u);
    }
    solvers::LightpathRings rings;
    rings.shape = {32, 32};
    rings.wavelengths = 64;
    const auto torus = evaluate("wdm-multicast", rings, 1, 0);
    BOOST_TEST(steps_of(torus) == 1 + 8);
    BOOST_TEST((torus.row.status[0] == Status::optimal));
    check_gather(torus.plan->lightpaths(0)->schedule, 9, "32 x 32");
}

BOOST_AUTO_TEST_CASE(refusals_name_the_reason) {
    using solvers::Reason;
    auto rings = ring_of(64, 8);
    const auto why = [&](const char* name) {
        return solvers::why_not_applicable(*solvers::find_scheduler(name), *structure_of(rings));
    };
    for (const char* name : built) BOOST_TEST(!why(name).has_value());
    BOOST_TEST((why("addanki") == Reason::other_rules));
    BOOST_TEST((why("optree-milp") == Reason::too_many_nodes));
    rings.transmitters = 4;
    BOOST_TEST((why("wdm-windowed") == Reason::transmitters_not_supported));
    BOOST_TEST((why("wrht") == Reason::transmitters_not_supported));
    BOOST_TEST(!why("wdm-optimal").has_value());
    rings.items_per_node = 2;
    BOOST_TEST(!why("wdm-optimal").has_value());
    BOOST_TEST(!why("wdm-multicast").has_value());
    rings.items_per_node = 5;
    BOOST_TEST((why("wdm-multicast") == Reason::transmitters_not_supported));
    rings = ring_of(64, 8);
    rings.half = solvers::LightpathRings::Half::both;
    BOOST_TEST((why("wdm-multicast") == Reason::gathers_only));
    rings = ring_of(64, 8);
    rings.shape = {8, 8};
    BOOST_TEST(!why("wdm-multicast").has_value());
    rings.items_per_node = 2;
    BOOST_TEST((why("wdm-multicast") == Reason::items_not_supported));
    rings = ring_of(1, 8);
    rings.shape = {8, 8};
    BOOST_TEST((why("osm") == Reason::torus_not_supported));
    rings = ring_of(1 << 20, 8);
    BOOST_TEST((why("wdm-optimal") == Reason::too_many_nodes));
    BOOST_TEST(!why("optree-formula").has_value());
}

/// The 0-1 program proves what the trees reach.
BOOST_AUTO_TEST_CASE(tiny_programs) {
    for (const auto& [n, w, steps] :
         {std::tuple{5, 2, 2}, {6, 2, 2}, {7, 2, 2}, {8, 2, 3}, {6, 3, 2}}) {
        const auto point = evaluate("optree-milp", ring_of(n, w), 1, 0);
        BOOST_TEST(steps_of(point) == steps, "N " << n << " w " << w);
        BOOST_TEST((point.row.status[0] == Status::optimal));
        check_gather(point.plan->lightpaths(0)->schedule, steps, "program");
    }
}

/// A plan of a tree with given radices; too small a product is an error by name.
BOOST_AUTO_TEST_CASE(given_radices) {
    solvers::SchedulerOptions options;
    options.radices = {4, 4, 4, 4, 4};
    BOOST_TEST(steps_of(evaluate("optree-tree", ring_of(1024, 64), 1, 0, options)) == 72);
    options.radices = {4, 4};
    BOOST_CHECK_THROW(evaluate("optree-tree", ring_of(1024, 64), 1, 0, options),
                      std::invalid_argument);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
