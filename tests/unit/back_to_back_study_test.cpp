// The study of collectives in a row: rows are what the solver says, limits hold, faults are found.
#include "kernels/collectives/collective_algorithms.hpp"
#include "kernels/planes/plane_collectives.hpp"
#include "solvers/swot/swot.hpp"
#include "sweeps/checks/grid_checks.hpp"
#include "tests/support/sweep_tiles.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(back_to_back_study)

namespace swot = solvers::swot;

const std::string head = R"([[grid]]
name = "runs"
study = "back-to-back"
bandwidth = "100GB/s"
per_step_latency = "20us"
reconfiguration_delay = "200us"
planes = 2
message = "8MB"
)";

BOOST_AUTO_TEST_CASE(rows_are_whole_sequences_and_their_limits_hold) {
    TestSweep sweep(head + R"(repeated = ["allreduce/halving-doubling", "alltoall/shift"]
nodes = 4
runs = [1, 2, 4]
initial = ["free", "cold"]
)");
    const auto group = sweep.compute("studies/runs");
    const auto planes = kernels::alike_planes(2, 50e9, 200e-6);
    std::size_t i = 0;
    const std::size_t count = engine::product(group.group.shape());
    BOOST_TEST(count == 12u);
    for (const char* name : {"allreduce/halving-doubling", "alltoall/shift"})
        for (const std::size_t runs : {1, 2, 4})
            for (const auto start : {kernels::InitialPlanes::free, kernels::InitialPlanes::cold}) {
                const auto whole =
                    kernels::sequence(std::vector(runs, kernels::build_collective(name, 4)));
                const auto found =
                    swot::solve({kernels::plane_steps(whole, 8e6), planes, 2e-5, start});
                BOOST_TEST(found.proven);
                BOOST_TEST(std::abs(group.f64("completion_time", i) / found.value - 1) < 5e-6);
                BOOST_TEST(group.meaning("status", i) == "optimal");
                BOOST_TEST(group.f64("time_per_run", i) ==
                           group.f64("completion_time", i) / double(runs));
                BOOST_TEST(group.f64("steady_lower", i) <=
                           group.f64("steady_upper", i) * (1 + 1e-9));
                ++i;
            }
    // Forth and back: every run takes as long as the first; a cold start is paid once.
    BOOST_TEST(std::abs(group.f64("time_per_run", 4) / group.f64("single_time", 4) - 1) < 5e-6);
    BOOST_TEST(std::abs(group.f64("completion_time", 5) - group.f64("completion_time", 4) -
                        200e-6) < 1e-9);
}

BOOST_AUTO_TEST_CASE(what_planes_cannot_repeat_is_a_fault) {
    const auto faults_of = [](const std::string& own) {
        auto result = sweeps::read_sweep(head + own, sweeps::domain_vocabulary());
        BOOST_REQUIRE_MESSAGE(result.sweep, result.faults.text());
        sweeps::Faults faults;
        sweeps::check_grid(result.sweep->grids[0], faults);
        return faults.text();
    };
    const auto has = [](const std::string& text, const char* words) {
        BOOST_TEST((text.find(words) != std::string::npos), text << " lacks " << words);
    };
    has(faults_of("repeated = \"allreduce/any\"\nnodes = 4\nruns = 2\n"), "one algorithm");
    has(faults_of("repeated = \"allreduce/halving-doubling\"\nnodes = 6\nruns = 2\n"),
        "power of two");
    BOOST_TEST(faults_of("repeated = \"allreduce/ring-bidirectional\"\nnodes = 4\nruns = 2\n") ==
               "");
    has(faults_of("repeated = \"allreduce/ring\"\nnodes = 4\nruns = 100000\n"), "too large");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
