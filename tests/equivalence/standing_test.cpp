// Circuits that stand: counts of the wrap-around rule against the slots themselves, the choice of
// steps against every number of steps, and promised setups against those of the lightpaths.
#include <map>
#include <random>
#include <set>

#include "kernels/wdm/lightpath_schedule.hpp"
#include "solvers/optree/held_constructions.hpp"
#include "solvers/optree/windows/radix_program.hpp"
#include "tests/support/optree_checks.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(standing)

using namespace solvers::optree;

/// Which colour every wavelength carries in every step, -1: none.
using Picture = std::vector<std::vector<std::int64_t>>;

Picture picture_of(const ColourRuns& runs, std::int64_t w, std::int64_t steps) {
    Picture picture(static_cast<std::size_t>(steps),
                    std::vector<std::int64_t>(static_cast<std::size_t>(w), -1));
    const SlotTable slots{runs, w, steps};
    for (std::int64_t c = 0; c < runs.whole + runs.halves; ++c)
        for (std::int64_t k = 0; k < runs.items; k += c < runs.whole ? 1 : 2) {
            const auto slot = slots.of(c, k);
            auto& colour = picture.at(static_cast<std::size_t>(slot.step))
                               .at(static_cast<std::size_t>(slot.wavelength));
            BOOST_TEST(colour == -1, "two colours on one slot");
            colour = c;
        }
    return picture;
}

/// Steps that do not fit beside all since the last that did not.
std::int64_t counted_changes(const Picture& picture) {
    std::int64_t changes = 0;
    std::vector<std::int64_t> lit;
    for (const auto& step : picture) {
        bool fits = changes > 0;
        for (std::size_t l = 0; fits && l < step.size(); ++l)
            fits = step[l] == -1 || lit[l] == -1 || lit[l] == step[l];
        if (!fits) lit.assign(step.size(), -1);
        changes += !fits;
        for (std::size_t l = 0; l < step.size(); ++l)
            if (step[l] != -1) lit[l] = step[l];
    }
    return changes;
}

BOOST_AUTO_TEST_CASE(wrap_around_changes_are_counted_and_chosen) {
    std::mt19937 random(3);
    for (int trial = 0; trial < 400; ++trial) {
        const ColourRuns runs{static_cast<std::int64_t>(1 + random() % 9),
                              static_cast<std::int64_t>(random() % 4),
                              static_cast<std::int64_t>(1 + random() % 12)};
        const auto w = static_cast<std::int64_t>(1 + random() % 12);
        const auto where = "seed 3 trial " + std::to_string(trial) + ": " +
                           std::to_string(runs.whole) + " + " + std::to_string(runs.halves) +
                           " colours, " + std::to_string(runs.items) + " items, w " +
                           std::to_string(w);
        std::map<std::int64_t, std::int64_t> changes;
        const auto most = runs.items * (runs.whole + runs.halves);
        for (auto steps = runs.least_steps(w); steps <= most; ++steps) {
            changes[steps] = counted_changes(picture_of(runs, w, steps));
            BOOST_TEST(runs.changes(steps) == changes[steps], where << ", steps " << steps);
        }
        for (const double delay : {0.1, 1.0, 4.0, 1e6}) {
            const ConstructionPrice cost{1, delay};
            double best = StageCost{most, changes[most]}.of(cost);
            for (const auto& [steps, count] : changes)
                if (runs.halves == 0 || steps % runs.items == 0 || steps == changes.begin()->first)
                    best = std::min(best, StageCost{steps, count}.of(cost));
            const auto found = best_runs(runs, w, cost, divisors(runs.items));
            BOOST_TEST(found.of(cost) <= best * (1 + 1e-12), where << ", delay " << delay);
        }
    }
}

/// All plans of both families: valid, and exactly as many setups as promised.
BOOST_AUTO_TEST_CASE(promised_setups_are_those_of_the_lightpaths) {
    int compared = 0, fewer = 0;
    for (const std::int64_t n : {2, 3, 4, 6, 8, 9, 12, 15, 16, 18, 27, 30, 32, 48, 64, 81, 100})
        for (const std::int64_t w : {1, 2, 3, 4, 6, 8, 16, 50})
            for (const std::int64_t items : {1, 3})
                for (const auto family : {RadixFamily::lifted, RadixFamily::windowed})
                    for (const double delay : {0.0, 1e-6, 0.4, 3.0, 1e6}) {
                        const RingTask task{n, w, items};
                        const auto plan = plan_radices(task, family, {1, delay});
                        const auto where =
                            text_of(task) + " delay " + std::to_string(delay) + ": " + plan.form;
                        check_plan(plan, where);
                        const auto counted =
                            static_cast<std::int64_t>(kernels::setup_steps(plan.schedule).size());
                        BOOST_TEST(counted <= plan.reconfigurations,
                                   where << ": " << counted << " " << plan.reconfigurations);
                        fewer += counted < plan.reconfigurations;
                        ++compared;
                    }
    BOOST_TEST_MESSAGE(compared << " plans, " << fewer << " with fewer setups than promised");
    BOOST_TEST(8 * fewer < compared);  // an even window may end on circuits of the round before
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
