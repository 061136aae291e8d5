// The validator refuses what is wrong, the one-stage wavelengths are free of conflicts and as few
// as Lemma 1 allows, and schedules are counted right.
#include <random>
#include <set>

#include "kernels/wdm/lightpath_schedule.hpp"
#include "kernels/wdm/window_colours.hpp"
#include "solvers/optree/trees/broadcast_construction.hpp"
#include "tests/support/gather_formulas.hpp"
#include "tests/support/optree_checks.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(lightpath_check)

using namespace kernels;

/// A schedule of the given lightpaths, one stage.
LightpathSchedule of_paths(Node nodes, std::int32_t wavelengths, std::int32_t steps,
                           Lightpaths paths) {
    auto schedule = ring_schedule(nodes, wavelengths, 1);
    schedule.stages.push_back({steps, Dimension::along_rows, [paths](Lightpaths& out) {
                                   out.insert(out.end(), paths.begin(), paths.end());
                               }});
    return schedule;
}

LightpathSchedule sound(Lightpaths& paths) {
    const auto schedule =
        solvers::optree::plan_gather({16, 4}, solvers::optree::Method::optimal).schedule;
    std::int32_t first = 0;
    for (const auto& stage : schedule.stages) {
        const auto more = lightpaths_of(stage, first);
        paths.insert(paths.end(), more.begin(), more.end());
        first += stage.steps;
    }
    return schedule;
}

std::string fault_of(const Lightpaths& paths) {
    return check_all_gather(of_paths(16, 4, 3, paths)).fault.substr(0, 5);
}

/// Three nodes, one wavelength, one step: each to both neighbours.
///
///     0 --> 1 --> 2 --> 0     and back on the other fibre
BOOST_AUTO_TEST_CASE(three_nodes_by_hand) {
    const auto cw = Direction::clockwise, ccw = Direction::counterclockwise;
    Lightpaths paths{{0, 0, 1, 0, 0, cw},  {0, 1, 2, 1, 0, cw},  {0, 2, 0, 2, 0, cw},
                     {0, 1, 0, 1, 0, ccw}, {0, 2, 1, 2, 0, ccw}, {0, 0, 2, 0, 0, ccw}};
    const auto seen = check_all_gather(of_paths(3, 1, 1, paths));
    BOOST_TEST(seen.fault == "");
    BOOST_TEST(seen.steps == 1);
    BOOST_TEST(seen.deliveries == 6);
    paths[5].direction = cw;  // 0 -> 2 clockwise covers segments 0 and 1 as well
    BOOST_TEST(check_all_gather(of_paths(3, 1, 1, paths)).fault ==
               "(ii) slot taken twice: step 0, 0 -> 2 clockwise, wavelength 0, item 0");
}

BOOST_AUTO_TEST_CASE(refuses_mutated_schedules) {
    Lightpaths paths;
    BOOST_TEST(check_all_gather(sound(paths)).fault == "");
    BOOST_TEST(fault_of(paths) == "");
    auto mutated = paths;
    mutated.pop_back();
    BOOST_TEST(fault_of(mutated) == "(iv) ");  // a dropped transfer
    mutated = paths;
    for (auto& path : mutated) path.step = 2 - path.step;
    BOOST_TEST(fault_of(mutated) == "(iii)");  // last step first
    for (auto& path : mutated = paths)
        if (path.step == 0) path.wavelength = 0;
    BOOST_TEST(fault_of(mutated) == "(ii) ");
    mutated = paths;
    mutated.push_back(paths.front());
    mutated.back().step = 2;
    mutated.back().wavelength = 3;
    const auto again = fault_of(mutated);
    BOOST_TEST((again == "(v) d" || again == "(ii) "));
    for (const auto& change : std::vector<std::function<void(Lightpath&)>>{
             [](auto& p) { p.wavelength = 4; }, [](auto& p) { p.wavelength = -1; },
             [](auto& p) { p.destination = p.source; }, [](auto& p) { p.source = 16; },
             [](auto& p) { p.item = 16; }, [](auto& p) { p.step = 3; }}) {
        mutated = paths;
        change(mutated[5]);
        BOOST_TEST(fault_of(mutated) == "(i) n");
    }
}

/// Any single lightpath moved to another wavelength or step, at random: never unseen unless its
/// slots were free there and nobody needed it earlier.
BOOST_AUTO_TEST_CASE(random_moves_agree_with_a_slow_check) {
    Lightpaths paths;
    sound(paths);
    std::mt19937 random(3);
    for (int trial = 0; trial < 300; ++trial) {
        auto moved = paths;
        auto& path = moved[random() % moved.size()];
        path.wavelength = static_cast<std::int16_t>(random() % 4);
        path.direction = static_cast<Direction>(random() % 2);
        std::set<std::tuple<int, int, int, int>> slots;
        bool clash = false;
        for (const auto& p : moved)
            for (Node v = p.source; v != p.destination;
                 v = (v + (p.direction == Direction::clockwise ? 1 : 15)) % 16) {
                const Node segment = p.direction == Direction::clockwise ? v : (v + 15) % 16;
                clash |=
                    !slots.insert({p.step, static_cast<int>(p.direction), segment, p.wavelength})
                         .second;
            }
        BOOST_TEST((fault_of(moved) == "(ii) ") == clash, "trial " << trial);
    }
}

/// All arcs of a line or ring on their colours, one step of enough wavelengths.
void check_one_stage(Node n, bool ring) {
    const auto colours = ring ? ring_wavelengths(n) : line_wavelengths(n);
    Lightpaths paths;
    for (Node a = 0; a < n; ++a)
        for (Node b = 0; b < n; ++b) {
            if (a == b) continue;
            const auto arc = ring ? ring_arc(n, a, b) : line_arc(n, a, b);
            BOOST_TEST((arc.colour >= 0 && arc.colour < colours), a << " -> " << b);
            BOOST_TEST(arc.length <= (ring ? n / 2 : n - 1), a << " -> " << b);
            paths.push_back({0, a, b, a, static_cast<std::int16_t>(arc.colour), arc.direction});
            BOOST_TEST(path_length({1, n}, Dimension::along_rows, paths.back()) == arc.length);
        }
    const auto wavelengths = std::max<std::int32_t>(1, static_cast<std::int32_t>(colours));
    const auto seen = check_all_gather(of_paths(n, wavelengths, 1, paths));
    BOOST_TEST(seen.fault == "", "N = " << n << (ring ? " ring " : " line ") << seen.fault);
}

BOOST_AUTO_TEST_CASE(one_stage_assignments) {
    for (Node n = 1; n <= 40; ++n) {
        check_one_stage(n, true);
        check_one_stage(n, false);
    }
}

/// Random intervals: as many colours as the busiest segment, none shared.
BOOST_AUTO_TEST_CASE(interval_colouring) {
    std::mt19937 random(11);
    for (int trial = 0; trial < 100; ++trial) {
        std::vector<std::pair<std::int64_t, std::int64_t>> intervals;
        std::vector<std::int64_t> load(30);
        for (int i = 0; i < 60; ++i) {
            const auto begin = static_cast<std::int64_t>(random() % 29),
                       end = begin + 1 + static_cast<std::int64_t>(random() % (29 - begin));
            intervals.emplace_back(begin, end);
            for (auto s = begin; s < end; ++s) ++load[static_cast<std::size_t>(s)];
        }
        std::sort(intervals.begin(), intervals.end());
        IntervalColours colours(30);
        std::set<std::pair<std::int64_t, std::int64_t>> taken;
        for (const auto& [begin, end] : intervals) {
            const auto colour = colours.take(begin, end);
            for (auto s = begin; s < end; ++s) BOOST_TEST(taken.insert({s, colour}).second);
        }
        BOOST_TEST(colours.count() == *std::max_element(load.begin(), load.end()));
    }
}

/// Ring of 13: hops of 4 from every node. Blocks of 5, 4, 4: five wavelengths.
BOOST_AUTO_TEST_CASE(blocks_of_a_ring) {
    const RingBlocks blocks(13, 4);
    BOOST_TEST(blocks.count == 3);
    BOOST_TEST(blocks.wavelengths() == 5);
    const std::vector<std::int64_t> places{0, 1, 2, 3, 4, 0, 1, 2, 3, 0, 1, 2, 3};
    for (std::int64_t v = 0; v < 13; ++v)
        BOOST_TEST(blocks.place(v) == places[static_cast<std::size_t>(v)]);
    BOOST_TEST(hop_wavelengths(12, 4) == 4);
    BOOST_TEST(lifted_wavelengths(4, 3) == 6);  // 3 copies of 1 tiling, 6 antipodal in turn
    // Ring of 8, hops 1 to 3: 3 pairs with 1 to fill 4, 2 divides 8.
    const auto plan = plan_hops(8, 3);
    BOOST_TEST(plan.wavelengths == 6);
    BOOST_TEST(plan.pairs.size() == 2u);
}

/// Steps 0 to 2 share no segment but those of the same circuit; 3 does, on one wavelength.
BOOST_AUTO_TEST_CASE(standing_circuits) {
    const auto cw = Direction::clockwise;
    const Lightpaths paths{{0, 0, 1, 0, 0, cw}, {0, 1, 2, 1, 0, cw}, {1, 1, 2, 0, 0, cw},
                           {2, 2, 3, 0, 0, cw}, {2, 2, 3, 1, 1, cw}, {3, 1, 3, 0, 0, cw}};
    const auto schedule = of_paths(4, 2, 4, paths);
    const auto figures = figures_of(schedule);
    BOOST_TEST(figures.steps == 4);
    BOOST_TEST(figures.lightpaths == 6);
    BOOST_TEST(figures.longest == 2);
    BOOST_TEST(figures.most_sent == 2);
    BOOST_TEST((setup_steps(schedule) == std::vector<std::int32_t>{0, 3}));
    BOOST_TEST(setup_steps(reversed(schedule)).size() == 2u);
    BOOST_TEST(setup_steps(of_paths(4, 2, 0, {})).empty());
    // Where all neighbours are lit at the start, nothing is needed until two segments are passed.
    BOOST_TEST((setup_steps(schedule, LitAtStart::neighbour_ring) == std::vector<std::int32_t>{3}));
    // Beside them nothing fits, not even a circuit on segments of its own.
    const auto far =
        of_paths(4, 2, 3, {{0, 0, 1, 0, 0, cw}, {1, 2, 0, 1, 0, cw}, {2, 3, 0, 0, 0, cw}});
    BOOST_TEST((setup_steps(far, LitAtStart::neighbour_ring) == std::vector<std::int32_t>{1, 2}));
    BOOST_TEST((setup_steps(far) == std::vector<std::int32_t>{0, 2}));
}

BOOST_AUTO_TEST_CASE(reduce_scatter_needs_every_contribution_once) {
    const auto cw = Direction::clockwise, ccw = Direction::counterclockwise;
    const auto fault = [&](Lightpaths paths) {
        auto schedule = of_paths(3, 2, 2, std::move(paths));
        return check_reduce_scatter(schedule).fault.substr(0, 30);
    };
    const Lightpaths good{{0, 1, 0, 0, 0, ccw}, {0, 2, 0, 0, 0, cw},  {0, 0, 1, 1, 0, cw},
                          {0, 2, 1, 1, 0, ccw}, {0, 0, 2, 2, 0, ccw}, {0, 1, 2, 2, 0, cw}};
    BOOST_TEST(fault(good) == "");
    auto bad = good;
    bad.pop_back();
    BOOST_TEST(fault(bad) == "a contribution is never added:");
    bad = good;
    bad.push_back({1, 2, 0, 0, 0, cw});
    BOOST_TEST(fault(bad) == "a contribution is added twice:");
    bad = good;
    bad[0] = {0, 1, 2, 0, 1, cw};  // 1 adds to 2 while 2 is sending
    BOOST_TEST(fault(bad) == "a contribution comes after the");
    bad = good;
    bad[0] = {0, 0, 1, 0, 1, cw};
    BOOST_TEST(fault(bad) == "the owner gives its item away:");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
