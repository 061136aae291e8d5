// OpTree's plans against second witnesses: exhaustive search over factorisations, over rounds, over
// trees; a 0-1 program over all schedules; and the validator on every schedule.
#include <numeric>
#include <random>
#include <set>

#include "kernels/wdm/broadcast_bound.hpp"
#include "kernels/wdm/gather_steps.hpp"
#include "kernels/wdm/window_colours.hpp"
#include "solvers/optree/gather_program.hpp"
#include "solvers/optree/trees/broadcast_construction.hpp"
#include "solvers/optree/trees/hop_assignment.hpp"
#include "solvers/optree/trees/tree_schedule.hpp"
#include "solvers/optree/windows/radix_program.hpp"
#include "tests/support/campaign.hpp"
#include "tests/support/optree_checks.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(optree_plans)

using namespace solvers::optree;

/// All ordered factorisations of what is left, stages direct.
void visit_factorisations(std::int64_t left, std::vector<WindowStage>& stages,
                          const std::function<void()>& visit) {
    if (left == 1) return visit();
    for (std::int64_t n = 2; n <= left; ++n) {
        if (left % n) continue;
        stages.push_back({n, {}});
        visit_factorisations(left / n, stages, visit);
        stages.pop_back();
    }
}

BOOST_AUTO_TEST_CASE(radix_program_equals_enumeration) {
    int compared = 0;
    for (std::int64_t n = 2; n <= 128; ++n)
        for (const std::int64_t w : {1, 2, 3, 8, 64})
            for (const auto family : {RadixFamily::tree, RadixFamily::lifted}) {
                const RingTask task{n, w, n % 5 == 0 ? 3 : 1};
                std::int64_t best = unlimited;
                std::vector<WindowStage> stages;
                visit_factorisations(n, stages, [&] {
                    best = std::min(best, priced(task, family, stages).cost.steps);
                });
                BOOST_TEST(best_radices(task, family).cost.steps == best, text_of(task));
                ++compared;
            }
    BOOST_TEST(compared == 1270);
}

/// All widths at once are those of one reach at a time.
BOOST_AUTO_TEST_CASE(widths_of_hops_are_those_of_their_plans) {
    for (std::int64_t n = 1; n <= 120; ++n) {
        const auto widths = kernels::hop_plan_widths(n, n);
        for (std::int64_t d = 0; d <= n; ++d)
            BOOST_TEST(widths[static_cast<std::size_t>(d)] == kernels::plan_hops(n, d).wavelengths,
                       "n " << n << " d " << d);
    }
}

/// All lists of rounds that add up to the radius.
void visit_rounds(std::int64_t left, std::vector<std::int64_t>& rounds,
                  const std::function<void()>& visit) {
    if (left == 0) return visit();
    for (std::int64_t d = 1; d <= left; ++d) {
        rounds.push_back(d);
        visit_rounds(left - d, rounds, visit);
        rounds.pop_back();
    }
}

/// The cheapest number of steps of every round, or of the direct stage, of all that may be of use.
WindowStage with_best_steps(const RingTask& task, const StageShape& shape, WindowStage stage,
                            const ConstructionPrice& cost) {
    for (std::size_t i = 0; i < std::max<std::size_t>(stage.rounds.size(), 1); ++i) {
        const bool last = i + 1 == stage.rounds.size();
        const auto runs =
            stage.rounds.empty() ? direct_runs(shape) : round_runs(shape, stage.rounds[i], last);
        const auto least = runs.least_steps(task.wavelengths);
        StageCost best{least, runs.changes(least)};
        for (auto steps = least; steps <= runs.items * (runs.whole + runs.halves); ++steps) {
            const StageCost found{steps, runs.changes(steps)};
            if (found.of(cost) < best.of(cost)) best = found;
        }
        stage.steps.push_back(best.steps);
    }
    return stage;
}

/// Steps alone, and with reconfigurations that cost as much as 1/3 or 5 steps.
BOOST_AUTO_TEST_CASE(round_program_equals_enumeration) {
    std::mt19937 random(7);
    for (int trial = 0; trial < 150; ++trial) {
        const auto radix = static_cast<std::int64_t>(2 + random() % 19),
                   prefix = static_cast<std::int64_t>(1 + random() % 3),
                   stride = static_cast<std::int64_t>(1 + random() % 4),
                   w = static_cast<std::int64_t>(1 + random() % 40);
        const RingTask task{radix * prefix * stride, w};
        const StageShape shape(task, radix, prefix);
        for (const double delay : {0.0, 1.0 / 3, 5.0}) {
            const ConstructionPrice cost{1, delay};
            const auto price = [&](const std::vector<std::int64_t>& rounds) {
                const auto stage = with_best_steps(task, shape, {radix, rounds}, cost);
                return stage_cost(task, shape, stage).of(cost);
            };
            double best = price({});
            std::vector<std::int64_t> rounds;
            visit_rounds(shape.radius(), rounds, [&] { best = std::min(best, price(rounds)); });
            WidthTable widths;
            const auto found = best_stage(task, shape, true, cost, widths);
            BOOST_TEST(std::abs(found.cost.of(cost) - best) < 1e-9,
                       text_of(task) << " radix " << radix << " prefix " << prefix << " delay "
                                     << delay << ": " << found.cost.of(cost) << " > " << best);
            BOOST_TEST(stage_cost(task, shape, found.stage).of(cost) == found.cost.of(cost));
        }
    }
}

/// The tree's arcs add up to S_T(N), the least that any tree of T steps needs, and the bins are
/// even.
BOOST_AUTO_TEST_CASE(broadcast_trees_use_the_least_wire) {
    for (std::int64_t n = 2; n <= 150; ++n)
        for (std::int64_t steps = 1; steps <= 8; ++steps) {
            VectorChooser chooser(steps, n, RestRule::even);
            const auto tree = broadcast_tree(chooser.next());
            std::int64_t wire = 0;
            for (const auto& edge : tree.edges) wire += edge.hop();
            BOOST_TEST(wire == kernels::fill_shells(steps, n).sum, "N = " << n << " T = " << steps);
            const auto& loads = chooser.loads();
            const auto [least, most] = std::minmax_element(loads.begin(), loads.end());
            if (steps >= 5) BOOST_TEST(*most - *least <= 1, "N = " << n << " T = " << steps);
        }
}

/// Hops of 4, 3 and 2 on rings that no block fits: each wavelength's arcs lie side by side.
BOOST_AUTO_TEST_CASE(strands_are_free_of_conflicts) {
    int laid = 0;
    for (std::int64_t n = 13; n <= 60; ++n)
        for (const auto& hops : {std::vector<std::int32_t>{4}, {3, 2}, {4, 3, 2}}) {
            const std::int64_t w = std::accumulate(hops.begin(), hops.end(), std::int64_t{2});
            const auto tables = lay_strands(n, w, hops);
            if (!tables) continue;
            ++laid;
            std::set<std::pair<std::int64_t, std::int64_t>> slots;
            std::size_t wire = 0;
            for (std::size_t i = 0; i < hops.size(); ++i)
                for (std::int64_t v = 0; v < n; ++v)
                    for (std::int64_t s = 0; s < hops[i]; ++s, ++wire)
                        slots.insert({(v + s) % n, (*tables)[i][static_cast<std::size_t>(v)]});
            BOOST_TEST(slots.size() == wire, "N = " << n << ", hops " << hops.size());
        }
    BOOST_TEST(laid > 100);
}

/// F(n, A): least wire to inform n points on one side of a node that calls in `steps` steps.
class IntervalProgram {
  public:
    std::int64_t one_side(int points, int steps) {
        if (points == 0) return 0;
        if (steps == 0) return 1 << 20;
        auto& known = known_[{points, steps}];
        if (known) return *known;
        std::int64_t best = one_side(points, steps - 1);
        for (int i = 0; i < points; ++i)
            for (int j = 0; i + j < points; ++j)
                best = std::min(best, i + j + 1 + one_side(i, steps) + one_side(j, steps - 1) +
                                          one_side(points - 1 - i - j, steps - 1));
        known = best;
        return best;
    }
    std::int64_t both_sides(int nodes, int steps) {
        std::int64_t best = 1 << 20;
        for (int left = 0; left < nodes; ++left)
            best = std::min(best, one_side(left, steps) + one_side(nodes - 1 - left, steps));
        return best;
    }

  private:
    std::map<std::pair<int, int>, std::optional<std::int64_t>> known_{};
};

BOOST_AUTO_TEST_CASE(shells_equal_the_interval_program) {
    IntervalProgram program;
    for (int n = 1; n <= 50; ++n)
        for (int steps = 1; steps <= 8; ++steps)
            BOOST_TEST(program.both_sides(n, steps) == kernels::fill_shells(steps, n).sum,
                       "N = " << n << " T = " << steps);
}

/// The optima of all schedules on tiny rings: where w does not divide N they may beat those that
/// look the same from every node, (7, 2).
BOOST_AUTO_TEST_CASE(tiny_optima) {
    const std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> optima{
        {{2, 1}, 1}, {{3, 1}, 1}, {{4, 1}, 2}, {{4, 2}, 1}, {{5, 1}, 2}, {{5, 2}, 2},
        {{5, 3}, 1}, {{6, 1}, 3}, {{6, 2}, 2}, {{6, 3}, 2}, {{7, 2}, 2}, {{8, 2}, 3}};
    for (const auto& [size, steps] : optima) {
        if (size.first > 6 && !is_campaign()) continue;
        const RingTask task{size.first, size.second};
        const auto plan = fewest_steps(task);
        BOOST_TEST((plan.status == FewestSteps::Status::optimal), text_of(task));
        BOOST_TEST(plan.steps == steps, text_of(task));
        BOOST_TEST(plan.lower_bound == steps, text_of(task));
        BOOST_TEST(kernels::gather_lower_bound(task.nodes, task.wavelengths) == steps,
                   text_of(task));
        const auto seen = kernels::check_all_gather(plan.schedule, false);
        BOOST_TEST(seen.fault == "", text_of(task));
        BOOST_TEST(seen.steps == steps, text_of(task));
        const auto built = plan_gather(task, Method::optimal).steps;
        BOOST_TEST(built == (task.nodes == 7 ? 3 : steps), text_of(task));
    }
}

/// Steps of the paper's tree at these sizes are worse than the optimum.
BOOST_AUTO_TEST_CASE(exact_trees_of_tiny_rings) {
    const auto steps = [](std::int64_t n, std::int64_t w) {
        return best_radices({n, w}, RadixFamily::tree).cost.steps;
    };
    BOOST_TEST(steps(5, 1) == 3);
    BOOST_TEST(steps(6, 1) == 5);
    BOOST_TEST(steps(6, 2) == 3);
    BOOST_TEST(steps(7, 2) == 3);
    BOOST_TEST(steps(8, 2) == 4);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
