// The example scheduler (solvers/example) keeps what every scheduler promises, and its own limits.
#include <boost/test/unit_test.hpp>

#include "kernels/cost/timeline.hpp"
#include "solvers/example/example_rows.hpp"
#include "solvers/registry/registry.hpp"
#include "tests/support/random_structures.hpp"
#include "tests/support/reference.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(example)

const solvers::SchedulerRow& patient =
    solvers::row_named(solvers::example::example_rows, "patient");

BOOST_AUTO_TEST_CASE(the_replay_ends_at_the_reported_time) {
    Generator g(20261123);
    int seen = 0;
    for (int instance = 0; instance < 300; ++instance) {
        const auto problem = std::make_shared<const solvers::Problem>(draw_structure(g));
        const auto p = draw_parameters(g);
        if (solvers::why_not_applicable(patient, *problem)) continue;
        const auto where = "seed 20261123 instance " + std::to_string(instance);
        const auto plan = patient.prepare(problem, {});
        const auto result = evaluate_at(*plan, p);
        const auto decoded = plan->space().decode(result.decision);
        const auto line = kernels::replay(decoded.schedule, decoded.collective, p,
                                          plan->space().oracle(), plan->space().rules);
        BOOST_TEST(line.violation == "", where);
        BOOST_TEST(close(line.end(), result.completion[0], 1e-12), where);
        BOOST_TEST(line.n_reconfigurations == result.n_reconfigurations[0], where);
        BOOST_TEST(result.completion[0] == result.breakdown(0).total(), where);
        const auto optimum =
            evaluate_at(*solvers::find_scheduler("addanki")->prepare(problem, {}), p).completion[0];
        BOOST_TEST(result.completion[0] >= optimum * (1 - 1e-12), where);
        BOOST_TEST(result.lower_bound[0] <= optimum * (1 + 1e-12), where);
        ++seen;
    }
    BOOST_TEST(seen > 100);
}

BOOST_AUTO_TEST_CASE(limits_of_the_delay) {
    // Halving and doubling on a ring of 16: every step but the neighbours' shares links.
    const auto problem = std::make_shared<const solvers::Problem>(
        solvers::make_problem(kernels::build_collective("allreduce/halving-doubling", 16),
                              kernels::Topology::ring(16, kernels::LinkBandwidth::full)));
    const auto time_of = [&](const solvers::SchedulerRow& row, double delay) {
        return evaluate_at(*row.prepare(problem, {}), {1e-6, 1e-7, 1e8, 1e11, delay}).completion[0];
    };
    BOOST_TEST(time_of(patient, 1e9) == time_of(*solvers::find_scheduler("static"), 1e9));
    BOOST_TEST(close(time_of(patient, 0), time_of(*solvers::find_scheduler("addanki"), 0), 1e-12));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
