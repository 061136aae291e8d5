// Sweeps under rules = optree: which axes a scheduler's group has, its columns, lists of
// lightpaths.
#include <boost/test/unit_test.hpp>

#include "kernels/wdm/gather_steps.hpp"
#include "tests/support/sweep_tiles.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(ring_sweeps)

const std::string start = R"(schedulers = ["optree-formula", "wrht", "wdm-windowed", "wdm-optimal"]
rules = "optree"
schedules = true
[fabric]
topology = "wdm-ring"
collective = "allgather/any"
wavelength_bandwidth = "40Gbps"
[[grid]]
name = "g"
)";

const std::string axes_of(const Computed& group) {
    std::string names;
    for (const auto& axis : group.group.axes) names += axis.index.name + " ";
    return names;
}

BOOST_AUTO_TEST_CASE(groups_hold_the_axes_that_their_scheduler_reads) {
    TestSweep sweep(start + R"(nodes = [32, 64]
wavelengths = 8
stages = [1, 2, 3]
standing = ["charged", "held"]
item = "1MB"
reconfiguration_delay = ["1us", "1ms"]
)");
    const auto formula = sweep.compute("grids/g/optree-formula");
    BOOST_TEST(axes_of(formula) == "nodes stages reconfiguration_delay ");
    BOOST_TEST(axes_of(sweep.compute("grids/g/wrht")) == "nodes reconfiguration_delay ");
    BOOST_TEST(axes_of(sweep.compute("grids/g/wdm-windowed")) ==
               "nodes standing reconfiguration_delay ");
    for (std::size_t i = 0; i < 12; ++i) {
        const auto steps = kernels::theorem_steps(i < 6 ? 32 : 64, 8, 1 + std::int64_t(i / 2 % 3));
        BOOST_TEST(formula.tile.i32(formula.column("n_steps"))[i] == steps, "point " << i);
        const double delay = i % 2 == 0 ? 1e-6 : 1e-3;
        const double time = static_cast<double>(steps) * (1e6 / 5e9 + delay);
        BOOST_TEST(std::abs(formula.f64("completion_time", i) / time - 1) < 1e-12);
    }
}

/// Held circuits are never slower, and need fewer reconfigurations where the delay is long.
BOOST_AUTO_TEST_CASE(held_circuits_pay_less) {
    TestSweep sweep(start + R"(nodes = 64
wavelengths = 8
standing = ["charged", "held"]
item = "1kB"
reconfiguration_delay = ["1ns", "1ms"]
)");
    const auto rows = sweep.compute("grids/g/wdm-windowed");
    for (const std::size_t delay : {0, 1})
        BOOST_TEST(rows.f64("completion_time", 2 + delay) <=
                   rows.f64("completion_time", delay) * (1 + 1e-12));
    const auto counts = rows.tile.i32(rows.column("n_reconfigurations"));
    BOOST_TEST(counts[3] < counts[1]);
}

BOOST_AUTO_TEST_CASE(a_scheduler_that_cannot_is_a_row_with_a_reason) {
    TestSweep sweep(start + R"(nodes = 16
wavelengths = 8
transmitters = [2, 8]
item = "1kB"
reconfiguration_delay = "1us"
)");
    const auto windowed = sweep.compute("grids/g/wdm-windowed");
    BOOST_TEST(windowed.meaning("status", 0) == "not_applicable");
    BOOST_TEST(windowed.meaning("reason", 0) == "transmitters_not_supported");
    BOOST_TEST(windowed.meaning("status", 1) == "optimal");
    const auto optimal = sweep.compute("grids/g/wdm-optimal");
    BOOST_TEST(optimal.tile.i32(optimal.column("n_steps"))[0] >= 4);
    BOOST_TEST(optimal.failed == 0u);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
