// Plans of WDM rings under rules = common against brute force and against their own lightpaths.
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "kernels/wdm/broadcast_bound.hpp"
#include "kernels/wdm/lightpath_check.hpp"
#include "tests/contract/wdm_replay.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(common_wdm_planes)

using namespace solvers::one_accounting;
using kernels::Primitive;
using solvers::optree::RadixFamily;
using solvers::optree::RingTask;
using Stages = std::vector<WdmStage>;

/// Every list of stages whose radices multiply to `nodes`.
void list_all(std::int64_t nodes, bool relays, Stages& sofar, std::vector<Stages>& found) {
    if (nodes == 1) found.push_back(sofar);
    for (std::int64_t radix = 2; radix <= nodes; ++radix) {
        if (nodes % radix) continue;
        for (int relayed = 0; relayed <= relays; ++relayed) {
            sofar.push_back({radix, relayed != 0});
            list_all(nodes / radix, relays, sofar, found);
            sofar.pop_back();
        }
    }
}

bool beats(const WdmCost& a, const WdmCost& b) {
    return a.steps <= b.steps && a.reconfigurations <= b.reconfigurations &&
           a.items <= b.items * (1 + 1e-12);
}

/// Every way is beaten by a plan, and no plan by a way that is better in one length.
void check_against_all(const RingTask& task, RadixFamily family) {
    const auto where =
        "N = " + std::to_string(task.nodes) + ", w = " + std::to_string(task.wavelengths);
    std::vector<Stages> all;
    Stages none;
    list_all(task.nodes, family == RadixFamily::windowed, none, all);
    const auto plans = useful_stage_plans(task, family);
    for (const auto& stages : all) {
        const auto cost = cost_of(task, family, stages);
        BOOST_TEST(std::any_of(plans.begin(), plans.end(),
                               [&](const auto& plan) { return beats(plan.cost, cost); }),
                   where);
    }
    for (const auto& plan : plans) {
        const auto cost = cost_of(task, family, plan.stages);
        BOOST_TEST((cost.steps == plan.cost.steps && cost.items == plan.cost.items &&
                    cost.reconfigurations == plan.cost.reconfigurations),
                   where);
        for (const auto& other : plans)
            BOOST_TEST((&other == &plan || !beats(other.cost, plan.cost)), where);
    }
}

BOOST_AUTO_TEST_CASE(exact_over_ordered_factorisations) {
    for (std::int64_t n = 1; n <= 72; ++n)
        for (const std::int64_t w : {1, 2, 3, 8, 20, 64})
            for (const auto family :
                 {RadixFamily::tree, RadixFamily::lifted, RadixFamily::windowed})
                check_against_all({n, w}, family);
}

/// The fewest item times of so many colours in 0, 1, ..., `most` steps of any widths.
std::vector<double> fewest_items(std::int64_t colours, std::int64_t wavelengths, std::size_t most) {
    std::vector<std::vector<double>> least(
        most + 1, std::vector<double>(static_cast<std::size_t>(colours) + 1, HUGE_VAL));
    least[0][0] = 0;
    std::vector<double> found{colours == 0 ? 0 : HUGE_VAL};
    for (std::size_t step = 1; step <= most; ++step) {
        for (std::int64_t sum = 0; sum <= colours; ++sum)
            for (std::int64_t width = 1; width <= wavelengths; ++width) {
                const auto before = static_cast<std::size_t>(std::max(sum - width, std::int64_t{}));
                const double items = 1.0 / static_cast<double>(wavelengths / width);
                auto& value = least[step][static_cast<std::size_t>(sum)];
                value = std::min(value, least[step - 1][before] + items);
            }
        found.push_back(least[step].back());
    }
    return found;
}

/// Full steps and a split of the rest are as fast as any steps, for every price of a step.
BOOST_AUTO_TEST_CASE(splits_of_colours_are_optimal) {
    for (const std::int64_t w : {1, 2, 3, 5, 6, 7, 12, 16, 20})
        for (std::int64_t colours = 1; colours <= 3 * w; ++colours) {
            const RingTask task{100, w};
            const auto all = fewest_items(colours, w, static_cast<std::size_t>(colours));
            for (const double price :
                 {0.0, 1e-3, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1.0, 10.0}) {
                double least = HUGE_VAL, best = HUGE_VAL;
                for (std::size_t steps = 0; steps < all.size(); ++steps)
                    best = std::min(best, all[steps] + price * static_cast<double>(steps));
                for (const auto& rest : ColourSplits(w).of(colours)) {
                    const auto cost = direct_cost(task, colours, rest);
                    least = std::min(least, cost.items + price * static_cast<double>(cost.steps));
                }
                BOOST_TEST(std::abs(least - best) <= 1e-12 * best,
                           "w = " << w << ", colours " << colours << ", price " << price << ": "
                                  << least << " " << best);
            }
        }
}

/// All pairs of 5 nodes need 3 colours: with w = 5, 1 item time in one step, 0.7 in two, 0.6 in
/// three.
BOOST_AUTO_TEST_CASE(fewer_colours_per_step_on_five_nodes) {
    const auto plans = wdm_envelopes("osm", Primitive::all_gather, 5, 5).plans;
    BOOST_TEST_REQUIRE(plans.size() == 3U);
    for (std::size_t i = 0; i < 3; ++i) {
        constexpr double items[] = {1.0, 0.5 + 0.2, 3 * 0.2};
        BOOST_TEST(plans[i].cost.steps == static_cast<std::int64_t>(i) + 1);
        BOOST_TEST(std::abs(plans[i].cost.items - items[i]) < 1e-15);
    }
}

std::string validated(const WdmSchedule& schedule, Primitive primitive) {
    switch (primitive) {
        case Primitive::reduce_scatter:
            return kernels::check_reduce_scatter(schedule.slots).fault;
        case Primitive::all_reduce:
            return kernels::check_all_reduce(schedule.slots).fault;
        default:
            return kernels::check_all_gather(schedule.slots).fault;
    }
}

/// Plans whose lightpaths need fewer reconfigurations than charged, and all.
struct Counts {
    std::size_t fewer = 0, plans = 0;
};

void check_lightpaths(const WdmConstruction& plan, std::string_view scheduler, Primitive primitive,
                      kernels::Node n, std::int64_t w, Counts& counts) {
    const auto where = std::string(scheduler) + " " + kernels::name_of(primitive) +
                       " N = " + std::to_string(n) + ", w = " + std::to_string(w) + " [" +
                       plan.text + "]";
    const auto schedule = wdm_schedule(plan, primitive, n, w);
    BOOST_TEST_REQUIRE(schedule.has_value(), where);
    BOOST_TEST(validated(*schedule, primitive) == "", where);
    const bool gathers = primitive == Primitive::all_gather || primitive == Primitive::all_to_all;
    const auto seen = replayed(*schedule, gathers);
    const auto figures = figures_of(plan, primitive, n, w);
    BOOST_TEST(seen.fault == "", where << ": " << seen.fault);
    BOOST_TEST(seen.steps == figures.steps, where);
    BOOST_TEST(std::abs(seen.transmission - figures.transmission) <= 1e-12 * seen.transmission,
               where << ": " << seen.transmission << " " << figures.transmission);
    BOOST_TEST(seen.most_colours <= w, where);
    BOOST_TEST(seen.reconfigurations <= figures.reconfigurations,
               where << ": " << seen.reconfigurations);
    if (primitive == Primitive::all_to_all) BOOST_TEST(seen.only_own, where);
    ++counts.plans;
    if (seen.reconfigurations < figures.reconfigurations) {
        ++counts.fewer;
        BOOST_TEST_MESSAGE(where << ": " << seen.reconfigurations << " of "
                                 << figures.reconfigurations);
    }
}

Counts check_scheduler(std::string_view scheduler, Primitive primitive,
                       std::initializer_list<kernels::Node> nodes) {
    Counts counts;
    for (const auto n : nodes)
        for (const std::int64_t w : {1, 2, 3, 4, 7, 8, 16})
            for (const auto& plan : wdm_envelopes(scheduler, primitive, n, w).plans)
                check_lightpaths(plan, scheduler, primitive, n, w, counts);
    BOOST_TEST(counts.plans > 0U, scheduler);
    return counts;
}

BOOST_AUTO_TEST_CASE(lightpaths_of_gathers) {
    for (const auto scheduler : wdm_schedulers()) {
        if (scheduler == "wrht") continue;
        const auto counts = check_scheduler(scheduler, Primitive::all_gather,
                                            {1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 18, 20, 24});
        BOOST_TEST_MESSAGE(scheduler << ": fewer " << counts.fewer << " of " << counts.plans);
        if (scheduler == "wdm-ring" || scheduler == "wdm-neighbor") BOOST_TEST(counts.fewer == 0U);
    }
}

BOOST_AUTO_TEST_CASE(lightpaths_backwards) {
    for (const auto scheduler : wdm_schedulers())
        if (scheduler != "wrht")
            for (const auto primitive : {Primitive::reduce_scatter, Primitive::all_reduce})
                check_scheduler(scheduler, primitive, {2, 3, 6, 12, 16});
}

BOOST_AUTO_TEST_CASE(lightpaths_of_all_to_alls) {
    check_scheduler("osm", Primitive::all_to_all, {2, 3, 4, 7, 12, 16});
}

/// The replay finds what it is there to find.
BOOST_AUTO_TEST_CASE(replay_sees_faults) {
    const auto made = [](std::string_view scheduler) {
        const auto plans = wdm_envelopes(scheduler, Primitive::all_gather, 6, 2).plans;
        return *wdm_schedule(plans[0], Primitive::all_gather, 6, 2);
    };
    auto merged = made("wdm-neighbor");
    BOOST_TEST(replayed(merged).fault == "");
    merged.step_slots[1] += merged.step_slots[0];
    merged.step_slots.erase(merged.step_slots.begin());
    BOOST_TEST(replayed(merged).fault.starts_with("an item is sent that was not there"));
    auto clashing = made("osm");
    BOOST_TEST(replayed(clashing).fault == "");
    const auto build = clashing.slots.stages[0].build;
    clashing.slots.stages[0].build = [build](kernels::Lightpaths& out) {
        build(out);
        for (auto& path : out) path.wavelength = 0;
    };
    BOOST_TEST(replayed(clashing).fault.starts_with("two circuits share a segment"));
    auto longer = made("osm");
    longer.step_slots.pop_back();
    BOOST_TEST(replayed(longer).fault.starts_with("slots outside the steps"));
}

/// A direct stage may repeat circuits; it is charged for all its steps.
BOOST_AUTO_TEST_CASE(repeated_circuits_of_direct_stages) {
    const std::vector<std::pair<std::vector<std::int64_t>, std::int64_t>> expected{
        {{3, 4, 4}, 4}, {{4, 3, 4}, 5}, {{4, 4, 3}, 7}};
    for (const auto& [radices, changes] : expected) {
        Stages stages;
        for (const auto radix : radices) stages.push_back({radix});
        const WdmConstruction plan{WdmConstruction::Form::windowed, stages,
                                   cost_of({48, 8}, RadixFamily::lifted, stages), "direct"};
        BOOST_TEST(plan.cost.reconfigurations == 8);
        const auto schedule = wdm_schedule(plan, Primitive::all_gather, 48, 8);
        BOOST_TEST_REQUIRE(schedule.has_value());
        BOOST_TEST(replayed(*schedule).reconfigurations == changes);
    }
}

/// Relayed stages: circuits are held, so what is charged is what the lightpaths have.
BOOST_AUTO_TEST_CASE(held_circuits_of_relays) {
    for (const kernels::Node n : {8, 12, 16, 24, 36})
        for (const std::int64_t w : {1, 2, 3, 5, 8, 16}) {
            std::vector<Stages> all;
            Stages none;
            list_all(n, true, none, all);
            for (const auto& stages : all) {
                if (std::any_of(stages.begin(), stages.end(),
                                [](const auto& stage) { return !stage.relayed; }))
                    continue;
                const WdmConstruction plan{WdmConstruction::Form::windowed, stages,
                                           cost_of({n, w}, RadixFamily::windowed, stages),
                                           "relays"};
                const auto schedule = wdm_schedule(plan, Primitive::all_gather, n, w);
                BOOST_TEST_REQUIRE(schedule.has_value());
                BOOST_TEST(validated(*schedule, Primitive::all_gather) == "");
                const auto seen = replayed(*schedule);
                BOOST_TEST(seen.fault == "", n << " " << w << ": " << seen.fault);
                BOOST_TEST(seen.reconfigurations == plan.cost.reconfigurations,
                           n << " " << w << " stages " << stages.size());
            }
        }
}

/// Steps at least those of any unicast schedule, X at least what a node must receive, and the
/// planes hold the figures of their plans.
BOOST_AUTO_TEST_CASE(bounds_and_planes) {
    for (const auto scheduler : wdm_schedulers())
        for (const kernels::Node n : {2, 3, 5, 16, 48, 100, 256, 1024})
            for (const std::int64_t w : {1, 4, 64}) {
                if (scheduler == "wrht") continue;
                const auto where =
                    std::string(scheduler) + " " + std::to_string(n) + " " + std::to_string(w);
                const auto found = wdm_envelopes(scheduler, Primitive::all_reduce, n, w);
                BOOST_TEST(found.table.size() == found.plans.size(), where);
                for (const auto& plane : found.table.schedules()) {
                    const auto figures =
                        figures_of(found.plans.at(plane.decision[0]), Primitive::all_reduce, n, w);
                    const double volume = 2.0 * (n - 1) / n;
                    BOOST_TEST(figures.steps >= 2 * kernels::gather_lower_bound(n, w), where);
                    BOOST_TEST(figures.transmission >= volume * (1 - 1e-12), where);
                    BOOST_TEST(plane.more_steps == figures.steps, where);
                    BOOST_TEST(plane.hops == static_cast<double>(figures.steps), where);
                    BOOST_TEST(plane.reconfigurations == figures.reconfigurations, where);
                    BOOST_TEST(std::abs(found.table.volume() + plane.congestion -
                                        figures.transmission) <= 1e-12 * figures.transmission,
                               where);
                }
            }
}

BOOST_AUTO_TEST_CASE(refusals) {
    for (const auto scheduler : wdm_schedulers()) {
        BOOST_TEST(!wdm_refusal(scheduler, Primitive::all_reduce));
        BOOST_TEST(wdm_refusal(scheduler, Primitive::all_to_all).has_value() ==
                   (scheduler != "osm"));
        BOOST_TEST(wdm_refusal(scheduler, Primitive::custom).has_value());
    }
    BOOST_TEST(wdm_refusal("optree-formula", Primitive::all_gather).has_value());
    BOOST_CHECK_THROW(wdm_envelopes("wdm-lifted", Primitive::all_to_all, 8, 4),
                      std::invalid_argument);
    BOOST_CHECK_THROW(wdm_envelopes("wdm-lifted", Primitive::all_gather, 8, 0),
                      std::invalid_argument);
    BOOST_CHECK_THROW(wdm_envelopes("swot", Primitive::all_gather, 8, 4), std::invalid_argument);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
