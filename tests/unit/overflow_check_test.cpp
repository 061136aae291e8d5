// Parameters pass the check of overflow only if every time is a number: the bound is an upper one.
#include <boost/test/unit_test.hpp>

#include "sweeps/checks/grid_checks.hpp"
#include "tests/support/launch.hpp"
#include "tests/support/sweep_tiles.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(overflow_check)

std::string sweep_with(const std::string& grid_lines) {
    return R"(schedulers = ["static", "every-step", "threshold", "addanki"]
rules = "addanki"
[fabric]
per_step_latency = "100ns"
per_hop_latency = "9e15s"
reconfiguration_delay = "9e15s"
[[grid]]
name = "g"
)" + grid_lines;
}

/// Whether the check lets the sweep pass, and how many points fail when it is run all the same.
struct Outcomes {
    bool passes;
    std::size_t failed = 0;
};

Outcomes outcomes_of(const std::string& text, const std::string& folder = "") {
    auto read = sweeps::read_sweep(text, sweeps::domain_vocabulary(), {folder, {}});
    BOOST_REQUIRE_MESSAGE(read.sweep, read.faults.text());
    sweeps::check_grid(read.sweep->grids.front(), read.faults);
    Outcomes outcomes{read.faults.empty()};
    TestSweep sweep(std::move(*read.sweep));
    for (const char* scheduler : {"static", "every-step", "threshold", "addanki"})
        outcomes.failed += sweep.compute(std::string("grids/g/") + scheduler).failed;
    return outcomes;
}

BOOST_AUTO_TEST_CASE(what_passes_has_times) {
    std::size_t passed = 0, overflowed = 0;
    for (const char* topology : {"ring-uni", "ring", "ring-split"})
        for (const char* collective : {"allreduce/halving-doubling", "allreduce/swing",
                                       "alltoall/shift", "allreduce/recursive-doubling"})
            for (int exponent = -285; exponent >= -305; --exponent) {
                const auto text = sweep_with(
                    "topology = \"" + std::string(topology) +
                    "\"\nnodes = [2, 64]\nmessage = [\"1B\", \"9e15B\"]\n" + "collective = \"" +
                    collective + "\"\n" + "bandwidth = \"1e" + std::to_string(exponent) + "B/s\"");
                const auto outcomes = outcomes_of(text);
                passed += outcomes.passes;
                overflowed += outcomes.failed > 0;
                BOOST_TEST((!outcomes.passes || outcomes.failed == 0), text);
            }
    BOOST_TEST(passed > 0u);
    BOOST_TEST(overflowed > 0u);
}

BOOST_AUTO_TEST_CASE(thin_links_and_long_steps_count) {
    const ScratchFolder folder;
    const std::string lines =
        "topology = \"edges\"\nedges = \"links.txt\"\nnodes = 3\n"
        "collective = \"alltoall/shift\"\nbandwidth = \"1B/s\"\nmessage = \"1e15B\"\n";
    write_text(folder / "links.txt", "0 1\n1 2\n2 0\n");
    const auto sound = outcomes_of(sweep_with(lines), folder.path());
    BOOST_TEST(sound.passes);
    BOOST_TEST(sound.failed == 0u);
    write_text(folder / "links.txt", "0 1\n1 2\n2 0 1e-300\n");
    BOOST_TEST(!outcomes_of(sweep_with(lines), folder.path()).passes);
    const std::string custom =
        "topology = \"ring\"\nnodes = 4\ncollective = \"custom\"\n"
        "steps = [{shift = 1, bytes = \"1B\"}, {shift = 2, bytes = \"9e15B\"}]\n";
    BOOST_TEST(outcomes_of(sweep_with(custom + "bandwidth = \"1B/s\"")).passes);
    BOOST_TEST(!outcomes_of(sweep_with(custom + "bandwidth = \"1e-294B/s\"")).passes);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
