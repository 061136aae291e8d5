// The status, reason and bound of the rows of `best`, whatever becomes of the candidates.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>

#include "sweeps/farm/sweep_workload.hpp"
#include "sweeps/problem/domain_vocabulary.hpp"
#include "sweeps/spec/sweep_spec.hpp"
#include "tests/support/sweep_tiles.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(best_rows)

const std::string start = R"(schedulers = ["static", "every-step"]
rules = "addanki"
best = true
schedules = true
[fabric]
bandwidth = "800Gbps"
per_step_latency = "100ns"
per_hop_latency = "100ns"
[[grid]]
name = "g"
topology = "ring-uni"
nodes = 64
collective = "alltoall/shift"
)";

void expect_row(const Computed& best, std::size_t i, const char* status, const char* reason,
                const char* winner) {
    BOOST_TEST(best.meaning("status", i) == status, "row " << i);
    BOOST_TEST(best.meaning("reason", i) == reason, "row " << i);
    BOOST_TEST(best.meaning("winner", i) == winner, "row " << i);
}

BOOST_AUTO_TEST_CASE(a_row_that_where_leaves_out_is_excluded) {
    TestSweep sweep(start + R"(message = ["1KiB", "1MiB"]
reconfiguration_delay = ["1ns", "1ms"]
where = "message > 1KiB or reconfiguration_delay > 1us"
)");
    const auto best = sweep.compute("grids/g/best");
    expect_row(best, 0, "excluded", "where_filter", "");
    BOOST_TEST(std::isnan(best.f64("completion_time", 0)));
    BOOST_TEST(std::isnan(best.f64("lower_bound", 0)));
    expect_row(best, 1, "optimal", "none", "static");
    expect_row(best, 2, "optimal", "none", "every-step");
    BOOST_TEST(best.failed == 0u);
}

BOOST_AUTO_TEST_CASE(where_every_candidate_fails_the_row_is_an_error) {
    // Past the checks of the sweep file, which would refuse this bandwidth.
    TestSweep sweep(start + R"(message = "1MiB"
bandwidth = ["1e-320B/s", "1e11B/s"]
reconfiguration_delay = "1us"
)");
    const auto best = sweep.compute("grids/g/best");
    expect_row(best, 0, "error", "evaluation_failed", "");
    BOOST_TEST(std::isnan(best.f64("completion_time", 0)));
    expect_row(best, 1, "optimal", "none", "every-step");
    BOOST_TEST(best.failed == 1u);
}

BOOST_AUTO_TEST_CASE(where_one_candidate_fails_nothing_is_proven) {
    // The congestion of the directed ring, 31 times the transmission, overflows; without it the
    // time is a number.
    TestSweep sweep(start + R"(message = "1e15B"
bandwidth = "1e-292B/s"
reconfiguration_delay = "1us"
)");
    const auto best = sweep.compute("grids/g/best");
    expect_row(best, 0, "feasible", "evaluation_failed", "every-step");
    BOOST_TEST(std::isfinite(best.f64("completion_time", 0)));
    BOOST_TEST(std::isnan(best.f64("lower_bound", 0)));
    BOOST_TEST(std::isnan(best.f64("margin_to_static", 0)));
    BOOST_TEST(best.failed == 1u);
}

BOOST_AUTO_TEST_CASE(a_failure_that_where_leaves_out_does_not_count) {
    TestSweep sweep(start + R"(message = "1MiB"
bandwidth = ["1e-320B/s", "1e11B/s"]
reconfiguration_delay = "1us"
where = "bandwidth > 1"
)");
    for (const char* group : {"grids/g/best", "grids/g/static"}) {
        const auto rows = sweep.compute(group);
        BOOST_TEST(rows.meaning("status", 0) == "excluded", group);
        BOOST_TEST(rows.failed == 0u, group);
    }
}

BOOST_AUTO_TEST_CASE(a_plan_on_the_base_throughout_is_not_a_missing_one) {
    TestSweep sweep(start + R"(message = ["1KiB", "1MiB"]
reconfiguration_delay = "1ms"
where = "message > 1KiB"
)");
    const auto plans = sweep.compute("schedules/g/static");
    BOOST_TEST(plans.u64("decision", 0) == 0u);
    BOOST_TEST(plans.meaning("status", 0) == "excluded");
    BOOST_TEST(plans.u64("decision", 1) == 0u);
    BOOST_TEST(plans.meaning("status", 1) == "optimal");
}

BOOST_AUTO_TEST_CASE(infeasible_and_missing_candidates) {
    const auto row_with = [](double time, double bound, solvers::Status status) {
        solvers::ResultRow row;
        row.resize(1, 1);
        row.completion[0] = time;
        row.lower_bound[0] = bound;
        row.status[0] = status;
        return row;
    };
    const double infinity = std::numeric_limits<double>::infinity();
    TestSweep sweep(start + "message = \"1B\"\nreconfiguration_delay = \"1s\"\n");
    const auto judged = [&](auto&& fill) {
        sweeps::BestRow row(1);
        fill(row);
        auto computed = sweep.empty("grids/g/best");
        row.store(0, computed.tile);
        return computed;
    };
    const auto& fixed = *solvers::find_scheduler("static");
    const auto& every = *solvers::find_scheduler("every-step");
    const auto none = judged([](auto&) {});
    expect_row(none, 0, "not_applicable", "no_such_algorithm", "");
    const auto cut = judged([&](auto& row) {
        row.leave_out(0, solvers::Status::excluded);
        row.consider(0, 0, fixed, row_with(infinity, infinity, solvers::Status::infeasible));
    });
    expect_row(cut, 0, "infeasible", "base_disconnects_step", "");
    BOOST_TEST(cut.f64("completion_time", 0) == infinity);
    const auto loose = judged([&](auto& row) {
        row.consider(0, 0, fixed, row_with(3, 1, solvers::Status::feasible));
        row.consider(0, 1, every, row_with(2, NAN, solvers::Status::optimal));
    });
    expect_row(loose, 0, "feasible", "none", "every-step");
    BOOST_TEST(loose.f64("lower_bound", 0) == 0.0);
    BOOST_TEST(loose.f64("margin_to_static", 0) == 1.5);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
