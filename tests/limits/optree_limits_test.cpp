// OpTree at the edges: tiny rings, no data, no delay, delays that dominate, devices that allow
// nothing, and bad input by name.
#include <boost/test/unit_test.hpp>

#include "kernels/wdm/broadcast_bound.hpp"
#include "kernels/wdm/gather_steps.hpp"
#include "kernels/wdm/lightpath_schedule.hpp"
#include "kernels/wdm/optical_budget.hpp"
#include "solvers/optree/gather_program.hpp"
#include "solvers/optree/trees/tree_schedule.hpp"
#include "solvers/optree/windows/general_windows.hpp"
#include "solvers/optree/windows/radix_program.hpp"
#include "tests/support/gather_formulas.hpp"
#include "tests/support/optree_checks.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(optree_limits)

using namespace solvers::optree;

BOOST_AUTO_TEST_CASE(one_and_two_nodes) {
    for (const auto method : all_methods()) {
        BOOST_TEST(plan_gather({1, 1}, method).steps == 0);
        BOOST_TEST(plan_gather({2, 1}, method).steps == 1);
        BOOST_TEST(plan_gather({2, 64}, method).optimal());
        check_plan(plan_gather({1, 3}, method), "one node");
    }
    BOOST_TEST(kernels::optree_steps(1, 4, kernels::StageRule::ceiling) == 0);
    BOOST_TEST(kernels::wrht_steps(1, 4, kernels::WrhtRule::few_roots) == 0);
}

/// One wavelength: neighbour relays over both fibres meet ceil((N-1)/2), half of the ring's N-1.
BOOST_AUTO_TEST_CASE(one_wavelength) {
    for (const std::int64_t n : {5, 8, 31, 64, 101}) {
        BOOST_TEST(kernels::gather_lower_bound(n, 1) == (n - 1 + 1) / 2);
        BOOST_TEST(plan_gather({n, 1}, Method::optimal).optimal());
        BOOST_TEST(plan_gather({n, 1}, Method::windowed).optimal());
    }
}

/// Enough wavelengths for one stage: one step.
BOOST_AUTO_TEST_CASE(as_many_wavelengths_as_lemma_1) {
    for (const std::int64_t n : {3, 8, 17, 40}) {
        const auto enough = ring_wavelengths(n);
        for (const auto method : {Method::lifted, Method::windowed, Method::optimal})
            BOOST_TEST(plan_gather({n, enough}, method).steps == 1, "N = " << n);
        if (enough > 1)
            BOOST_TEST(plan_gather({n, enough - 1}, Method::optimal).steps == 2, "N = " << n);
    }
}

/// Free reconfigurations: the step-optimal plan. Nothing but reconfigurations: two of them at most
/// are needed, neighbours relay. In between the plan is at least as fast as each of the two.
BOOST_AUTO_TEST_CASE(held_circuits) {
    kernels::GatherTiming timing;
    timing.bandwidth = 5e9;
    timing.item = 4e6;
    const auto steps_only = plan_fastest_gather({256, 16}, timing);
    BOOST_TEST(steps_only.steps == plan_gather({256, 16}, Method::optimal).steps);
    timing.reconfiguration = 25e-6;
    for (const double item : {0.0, 1e3, 1e5, 4e5, 1e7}) {
        timing.item = item;
        const auto plan = plan_fastest_gather({256, 16}, timing);
        check_plan(plan, "fastest");
        const auto counted = static_cast<std::int64_t>(kernels::setup_steps(plan.schedule).size());
        BOOST_TEST(counted == plan.reconfigurations, "item = " << item);
        const double time = held_gather_time(timing, plan.steps, plan.reconfigurations);
        BOOST_TEST(time <= gather_time(timing, steps_only.steps) * (1 + 1e-12));
        if (item == 0) BOOST_TEST(counted <= 2);
    }
}

std::int64_t setups(const kernels::LightpathSchedule& schedule) {
    return static_cast<std::int64_t>(kernels::setup_steps(schedule).size());
}

/// Promised setups are enough. At (1024, 64) the paper's stages need 60 of 72, windows that fill
/// step after step 10 of 22, and 5 where setups break ties.
BOOST_AUTO_TEST_CASE(counted_setups) {
    for (const std::int64_t n : {16, 60, 81, 128})
        for (const std::int64_t w : {2, 6, 16, 64})
            for (const auto method : all_methods()) {
                const auto plan = plan_gather({n, w}, method);
                BOOST_TEST(setups(plan.schedule) <= plan.reconfigurations,
                           text_of(plan.task) << " " << method_name(method));
            }
    const auto plan = plan_radices({1024, 64}, RadixFamily::windowed, {1, 1e-6});
    BOOST_TEST(plan.steps == 22);
    BOOST_TEST(setups(plan.schedule) == 5);
    auto filled = best_radices({1024, 64}, RadixFamily::windowed);
    for (auto& stage : filled.stages) stage.steps.clear();
    const auto by_step = windowed_schedule({1024, 64}, filled);
    BOOST_TEST(setups(by_step) == 10);
    BOOST_TEST(kernels::figures_of(by_step).longest == 256);
    const auto tree = tree_schedule({1024, 64}, {4, 4, 4, 4, 4});
    BOOST_TEST(setups(tree) == 60);
    BOOST_TEST(kernels::figures_of(tree).longest == 512);
}

BOOST_AUTO_TEST_CASE(power_budgets) {
    const auto* preset = kernels::find_device_preset("ring-1000");
    BOOST_TEST_REQUIRE(preset != nullptr);
    BOOST_TEST(kernels::find_device_preset("none") == nullptr);
    BOOST_TEST(kernels::longest_path_by_loss(preset->devices) == 1000);
    const auto longest = kernels::longest_path(preset->devices, 1e-9);
    BOOST_TEST(longest > 0);
    BOOST_TEST(longest <= 1000);
    const auto needed = [&](std::int64_t path) {
        return kernels::laser_power_for(preset->devices, static_cast<double>(path), 1e-9);
    };
    BOOST_TEST(needed(longest) <= preset->devices.laser_power);
    auto weak = preset->devices;
    weak.laser_power = 4.5;  // below modulator and penalty
    BOOST_TEST(kernels::longest_path(weak, 1e-9) < 0);
    const auto refused = plan_powered_gather({64, 4}, Method::optimal, weak, 1e-9);
    BOOST_TEST(!refused.possible);
    BOOST_TEST(refused.reason ==
               "the power budget allows no lightpath of one segment: laser power 4.500000 dBm, "
               "less than loss, penalty and sensitivity take");
    const auto lossy = kernels::find_device_preset("lossy-rings")->devices;
    const auto allowed = kernels::longest_path(lossy, 1e-9);
    const auto powered = plan_powered_gather({1024, 64}, Method::windowed, lossy, 1e-9);
    check_plan(powered, "powered");
    BOOST_TEST(kernels::figures_of(powered.schedule).longest <= allowed);
    BOOST_TEST(allowed < 256);  // the unlimited plan's longest: the budget does bind
    BOOST_TEST(!plan_powered_gather({1024, 64}, Method::tree, lossy, 1e-9).possible);
    const auto none = plan_gather({64, 4, 1, 3}, Method::lifted);
    BOOST_TEST(!none.possible);
    BOOST_TEST(none.reason == "no mixed-radix plan keeps every lightpath within 3 segments");
}

template <typename Call>
void check_refused(const Call& call, const std::string& message) {
    BOOST_CHECK_EXCEPTION(call(), std::invalid_argument, [&](const auto& e) {
        BOOST_TEST(e.what() == message);
        return true;
    });
}

BOOST_AUTO_TEST_CASE(bad_input) {
    check_refused([] { plan_gather({0, 4}, Method::tree); }, "nodes = 0: must be 1 .. 4194304");
    check_refused(
        [] {
            plan_gather({4, 0}, Method::optimal);
        },
        "wavelengths = 0: must be 1 .. 32767");
    check_refused(
        [] {
            plan_gather({4, 1, 1, 0}, Method::windowed);
        },
        "longest lightpath = 0: must be 1 .. 2147483647");
    check_refused(
        [] {
            tree_colours({30, 2}, {2, 3, 4});
        },
        "the radices' product is 24: must be at least the number of nodes, 30");
    check_refused([] { tree_colours({4, 2}, {1, 4}); }, "radix 1: must be at least 2");
    check_refused(
        [] {
            general_windows({30, 2}, {4, 5, 1});
        },
        "stride 5: strides must fall from at most half the nodes to 1");
    check_refused([] { general_windows({30, 2}, {4, 2}); }, "the last stride must be 1");
    check_refused(
        [] {
            fewest_steps({11, 2});
        },
        "optree-milp: nodes = 11: takes at most 10 nodes with one item each");
    check_refused([] { kernels::gather_lower_bound(4, 0); }, "wavelengths = 0: must be at least 1");
    check_refused(
        [] {
            priced({12, 2}, RadixFamily::lifted, {{5, {}}});
        },
        "radix 5 does not divide what is left of 12 nodes");
    check_refused(
        [] {
            priced({12, 2}, RadixFamily::lifted, {{6, {}}});
        },
        "the radices' product is 6: must be the number of nodes, 12");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
