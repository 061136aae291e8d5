// Multi-ported steps in a sweep: rows equal the schedulers' own, refusals are rows of their own.
#include <boost/test/unit_test.hpp>

#include "solvers/contract/scheduler_row.hpp"
#include "tests/support/random_structures.hpp"
#include "tests/support/sweep_tiles.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(ported_sweep)

const std::string text =
    R"(schedulers = ["static", "every-step", "threshold", "addanki", "addanki-reuse"]
rules = "addanki"
best = true
envelopes = true
[fabric]
bandwidth = "800Gbps"
per_step_latency = "100ns"
per_hop_latency = "100ns"
[[grid]]
name = "g"
topology = "circulant"
offsets = [1, 3]
link_bandwidth = "split"
nodes = 11
collective = "alltoall/shift"
ports = [1, 2, 4]
degree = [2, 3, 4]
message = "8MiB"
reconfiguration_delay = ["1us", "30us", "1ms"]
)";

BOOST_AUTO_TEST_CASE(rows_equal_the_schedulers) {
    TestSweep sweep(text);
    std::map<std::string, Computed> groups;
    for (const char* name : {"static", "every-step", "threshold", "addanki", "addanki-reuse"})
        groups.emplace(name, sweep.compute("grids/g/" + std::string(name)));
    const auto best = sweep.compute("grids/g/best");
    const int ports[] = {1, 2, 4}, degrees[] = {2, 3, 4};
    const std::vector<double> delays{1e-6, 30e-6, 1e-3};
    for (std::size_t a = 0; a < 3; ++a)
        for (std::size_t d = 0; d < 3; ++d) {
            auto collective =
                kernels::build_collective("alltoall/shift", 11, kernels::Order::near, ports[a]);
            collective.ports = degrees[d];
            const auto s = std::make_shared<const solvers::Problem>(solvers::make_problem(
                collective, kernels::Topology::circulant(11, {1, 3}, kernels::LinkBandwidth::split)
                                .on_ports(degrees[d])));
            for (const auto& [name, group] : groups) {
                const bool has_delays = name != "static";
                const auto& scheduler = *solvers::find_scheduler(name);
                for (std::size_t k = 0; k < (has_delays ? 3u : 1u); ++k) {
                    const std::size_t i = has_delays ? (a * 3 + d) * 3 + k : a * 3 + d;
                    const auto where = name + " ports " + std::to_string(ports[a]) + " degree " +
                                       std::to_string(degrees[d]) + " delay " + std::to_string(k);
                    BOOST_TEST_REQUIRE(!solvers::why_not_applicable(scheduler, *s), where);
                    const kernels::Parameters p{1e-7, 1e-7, 8 << 20, 1e11, delays[k]};
                    const auto r = evaluate_at(*solvers::prepare(scheduler, s, {}), p);
                    BOOST_TEST(group.f64("completion_time", i) == r.completion[0], where);
                    BOOST_TEST(group.f64("lower_bound", i) == r.lower_bound[0], where);
                    const bool splits = ports[a] > degrees[d] && has_delays;
                    BOOST_TEST((group.meaning("status", i) == "feasible") ==
                                   (splits || name == "threshold"),
                               where);
                    BOOST_TEST(best.f64("completion_time", (a * 3 + d) * 3 + k) <= r.completion[0],
                               where);
                }
            }
        }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
