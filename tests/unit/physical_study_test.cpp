// study = "physical" in sweeps: the reference's figures, budgets that nothing meets, wrong values.
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "sweeps/checks/grid_checks.hpp"
#include "sweeps/problem/domain_vocabulary.hpp"
#include "tests/support/sweep_tiles.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(physical_study)

std::string grid(const std::string& lines) {
    return R"(rules = "optree"
[[grid]]
name = "p"
study = "physical"
)" + lines;
}

int count(const Computed& rows, const char* column, std::size_t i) {
    return rows.tile.i32(rows.column(column))[i];
}

std::string faults_of(const std::string& text) {
    auto result = sweeps::read_sweep(text, sweeps::domain_vocabulary(), {"", {}});
    const auto& sweep = result.sweep ? *result.sweep : result.readable;
    for (const auto& one : sweep.grids) sweeps::check_grid(one, result.faults);
    return result.faults.line();
}

/// (1024, k = 7): 644.6 passes, 13.89 dB, allowed; (4096, k = 8): 2648.8 passes, not allowed.
BOOST_AUTO_TEST_CASE(formulas_of_the_paper) {
    TestSweep sweep(grid(R"(nodes = [1024, 4096]
stages = [7, 8]
zip = ["nodes", "stages"]
wavelengths = 64
devices = "ring-1000"
)"));
    const auto rows = sweep.compute("studies/p");
    BOOST_TEST(std::abs(rows.f64("longest_path", 0) - 644.6) < 0.05);
    BOOST_TEST(std::abs(rows.f64("insertion_loss", 0) - 13.89) < 0.005);
    BOOST_TEST(count(rows, "steps", 0) == 70);
    BOOST_TEST(count(rows, "capped_steps", 0) == 70);
    BOOST_TEST(rows.meaning("status", 0) == "formula");
    BOOST_TEST(std::abs(rows.f64("longest_path", 1) - 2648.8) < 0.05);
    BOOST_TEST(count(rows, "within_loss_budget", 1) == 0);
    BOOST_TEST(count(rows, "capped_steps", 1) == -1);
    BOOST_TEST(rows.meaning("status", 1) == "infeasible");
    BOOST_TEST(rows.meaning("reason", 1) == "power_budget");
}

/// Shorter lightpaths where the budget asks for them, and the laser power on the boundary.
BOOST_AUTO_TEST_CASE(budgets_cap_the_lightpaths) {
    TestSweep sweep(grid(R"(nodes = 256
wavelengths = 64
design = "wdm-optimal"
devices = "lossy-rings"
laser_power = [0, 7, 25]
)"));
    const auto rows = sweep.compute("studies/p");
    BOOST_TEST(rows.meaning("status", 0) == "infeasible");
    BOOST_TEST(rows.meaning("reason", 0) == "power_budget");
    const auto allowed = count(rows, "allowed_path", 1);
    BOOST_TEST(allowed >= 1);
    BOOST_TEST(allowed < rows.f64("longest_path", 1));
    BOOST_TEST(count(rows, "capped_path", 1) <= allowed);
    BOOST_TEST(count(rows, "capped_steps", 1) >= count(rows, "steps", 1));
    BOOST_TEST(count(rows, "capped_steps", 2) == 6);
    BOOST_TEST(rows.meaning("status", 2) == "optimal");
    BOOST_TEST(rows.f64("bit_error_rate_reached", 2) < 1e-9);
    BOOST_TEST(rows.f64("laser_power_needed", 2) < 25);
}

BOOST_AUTO_TEST_CASE(wrong_values_are_faults) {
    const auto expect = [](const std::string& lines, const std::vector<std::string>& parts) {
        const auto faults = faults_of(grid(lines));
        for (const auto& part : parts)
            BOOST_TEST(faults.find(part) != std::string::npos, part << " not in: " << faults);
    };
    expect("nodes = 64\nwavelengths = 8\ndevices = \"ring-100\"\n",
           {"devices", "ring-100", "ring-1000"});
    expect("nodes = 64\nwavelengths = 8\ndevices = \"ring-1000\"\nbit_error_rate = 0.5\n",
           {"bit_error_rate", "between 0 and 1/2"});
    expect("nodes = 64\nwavelengths = 0\ndevices = \"ring-1000\"\n", {"wavelengths", ">= 1"});
    expect("nodes = 100000\nwavelengths = 8\ndevices = \"ring-1000\"\n",
           {"nodes is too large", "at most 8192"});
    expect("nodes = 64\nwavelengths = 8\n", {"devices", "is missing"});
    expect("nodes = 64\nwavelengths = 8\ndevices = \"ring-1000\"\npass_loss = 0\n",
           {"pass_loss", "> 0"});
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
