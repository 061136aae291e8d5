// What listed schedules do step by step: their sums are the schedule costs, and on WDM rings their
// steps are those of the lightpaths.
#include <boost/test/unit_test.hpp>

#include "solvers/contract/scheduler_row.hpp"
#include "solvers/one_accounting/wdm/wdm_rows.hpp"
#include "solvers/one_accounting/wdm/wdm_schedule.hpp"
#include "solvers/registry/registry.hpp"
#include "tests/support/random_structures.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(step_runs)

using kernels::Primitive;
using solvers::StepRun;

template <class Part>
double sum_of(const std::vector<StepRun>& runs, const Part& part) {
    double sum = 0;
    for (const auto& run : runs) sum += static_cast<double>(run.steps) * part(run);
    return sum;
}

bool near(double one, double other) {
    return std::abs(one - other) <= 1e-9 * std::max(1.0, std::abs(other));
}

void check_sums(const std::vector<StepRun>& runs, const kernels::Envelope& table, std::size_t i,
                const std::string& where) {
    BOOST_TEST(near(sum_of(runs, [](auto& run) { return run.startups; }), table.startups()[i]),
               where);
    BOOST_TEST(near(sum_of(runs, [](auto& run) { return run.hops; }), table[i].hops), where);
    BOOST_TEST(near(sum_of(runs, [](auto& run) { return run.transmission; }),
                    table.volume() + table[i].congestion),
               where);
    BOOST_TEST(near(sum_of(runs, [](auto& run) { return run.reconfigurations; }),
                    table[i].reconfigurations),
               where);
}

/// Step by step: {reconfigured before, transmission}.
std::vector<std::pair<bool, double>> spelled_out(const std::vector<StepRun>& runs) {
    std::vector<std::pair<bool, double>> steps;
    for (const auto& run : runs)
        steps.insert(steps.end(), static_cast<std::size_t>(run.steps),
                     {run.reconfigurations > 0, run.transmission});
    return steps;
}

void check_on_rings(std::string_view scheduler, Primitive primitive, kernels::Node n,
                    std::int64_t w) {
    const auto found = solvers::one_accounting::wdm_envelopes(scheduler, primitive, n, w);
    for (std::size_t i = 0; i < found.table.size(); ++i) {
        const auto& plan = found.plans[found.table[i].decision[0]];
        const auto where = std::string(scheduler) + " " + kernels::name_of(primitive) +
                           " N = " + std::to_string(n) + ", w = " + std::to_string(w) + " [" +
                           plan.text + "]";
        const auto runs = solvers::one_accounting::wdm_step_runs(plan, primitive, n, w);
        check_sums(runs, found.table, i, where);
        const auto steps = spelled_out(runs);
        const auto made = solvers::one_accounting::wdm_schedule(plan, primitive, n, w);
        BOOST_TEST_REQUIRE(made->step_slots.size() == steps.size(), where);
        const double slot = 2.0 * static_cast<double>(w) / (made->slots.items_per_node * double(n));
        for (std::size_t k = 0; k < steps.size(); ++k)
            BOOST_TEST(near(steps[k].second, made->step_slots[k] * slot), where << " step " << k);
    }
}

BOOST_AUTO_TEST_CASE(steps_on_rings_are_those_of_the_lightpaths) {
    for (const auto scheduler : solvers::one_accounting::wdm_schedulers()) {
        if (scheduler == "wrht") continue;
        for (const auto primitive :
             {Primitive::all_gather, Primitive::reduce_scatter, Primitive::all_reduce})
            for (const kernels::Node n : {2, 3, 5, 6, 8, 12, 16, 18, 20, 24})
                for (const std::int64_t w : {1, 2, 3, 4, 7, 16})
                    check_on_rings(scheduler, primitive, n, w);
    }
    for (const kernels::Node n : {2, 5, 16})
        for (const std::int64_t w : {1, 3, 8}) check_on_rings("osm", Primitive::all_to_all, n, w);
}

/// Every row of the registry that lists its schedules, on random structures.
BOOST_AUTO_TEST_CASE(sums_are_the_planes) {
    Generator g(20261123);
    std::map<std::string, int> seen;
    for (int round = 0; round < 300; ++round) {
        const auto structure = std::make_shared<const solvers::Problem>(draw_structure(g));
        for (const auto& row : solvers::scheduler_table()) {
            if (!row.traits.lists_envelope || row.traits.plane_scheduler() || row.traits.is_formula)
                continue;
            if (row.traits.ring() != nullptr || solvers::why_not_applicable(row, *structure))
                continue;
            const auto plan = solvers::prepare(row, structure, {});
            const auto* table = plan->envelope();
            for (std::size_t i = 0; table && i < table->size() && i < 4; ++i) {
                const auto where = std::string(row.name) + " " + structure->collective.name() +
                                   " on " + structure->base.describe() + ", round " +
                                   std::to_string(round);
                check_sums(plan->step_runs({table->words(i), table->n_words()}), *table, i, where);
                ++seen[std::string(row.name)];
            }
        }
    }
    for (const auto& [name, count] : seen) BOOST_TEST_MESSAGE(name << ": " << count);
    BOOST_TEST(seen["addanki"] > 100);
    BOOST_TEST(seen["addanki-reuse"] > 100);
}

/// 16 nodes, 4 wavelengths: 32 colours are 8 steps of whole items, each with circuits of its own.
BOOST_AUTO_TEST_CASE(one_stage_by_hand) {
    const auto found = solvers::one_accounting::wdm_envelopes("osm", Primitive::all_gather, 16, 4);
    const auto runs =
        solvers::one_accounting::wdm_step_runs(found.plans[0], Primitive::all_gather, 16, 4);
    BOOST_TEST_REQUIRE(runs.size() == 1u);
    BOOST_TEST(runs[0].steps == 8);
    BOOST_TEST(runs[0].reconfigurations == 1);
    BOOST_TEST(runs[0].transmission == 8.0 / 16);
}

BOOST_AUTO_TEST_CASE(backwards_a_setup_is_before_the_other_end) {
    // Forwards: setup a b, setup c. Backwards: setup c, setup b a.
    const std::vector<StepRun> runs{{1, 0, 1, 1, 3, 1}, {1, 0, 1, 1, 2, 0}, {1, 1, 1, 1, 5, 1}};
    const auto turned = spelled_out(solvers::backwards(runs));
    const std::vector<std::pair<bool, double>> wanted{{true, 5}, {true, 2}, {false, 3}};
    BOOST_TEST((turned == wanted));
}

BOOST_AUTO_TEST_CASE(too_many_runs_are_none) {
    solvers::StepRuns runs;
    for (std::size_t i = 0; i <= solvers::most_step_runs; ++i)
        runs.add({1, 0, 1, 1, static_cast<double>(i), 0});
    BOOST_TEST(runs.take().empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
