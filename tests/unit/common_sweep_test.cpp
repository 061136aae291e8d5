// Sweeps under rules = common: a delay of their own for WDM rings, the base restored at the end,
// and rows that only say why they are empty.
#include <boost/test/unit_test.hpp>

#include "tests/support/sweep_tiles.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(common_sweeps)

const std::string fabric = R"(rules = "common"
[fabric]
bandwidth = "800Gbps"
per_step_latency = "1us"
per_hop_latency = "100ns"
planes = 2
wavelengths = 4
nodes = 64
[[grid]]
name = "g"
primitive = "allgather"
)";

const std::string delays = R"(topology = ["ring-uni", "wdm-ring"]
algorithm = ["bruck", "any"]
message = ["1KiB", "16MiB"]
reconfiguration_delay = ["10ns", "1us", "100us"]
)";

std::string axes_of(const Computed& group) {
    std::string names;
    for (const auto& axis : group.group.axes) names += axis.index.name + " ";
    return names;
}

bool has_list(TestSweep& sweep, const std::string& path) {
    const auto& lists = sweep.workload().layout().ragged;
    return std::any_of(lists.begin(), lists.end(),
                       [&](const engine::RaggedGroup& group) { return group.path == path; });
}

BOOST_AUTO_TEST_CASE(wdm_rings_may_have_a_delay_of_their_own) {
    const std::string head =
        "schedulers = [\"segments\", \"wdm-windowed\"]\nenvelopes = true\n"
        "best = { minimise = [\"scheduler\", \"topology\", \"algorithm\"] }\n";
    TestSweep own(head + fabric + delays + "wdm_reconfiguration_delay = [\"1us\", \"1ms\"]\n");
    const auto ring = own.compute("grids/g/wdm-windowed"), lanes = own.compute("grids/g/segments");
    BOOST_TEST(axes_of(ring) == "algorithm topology message wdm_reconfiguration_delay ");
    BOOST_TEST(axes_of(lanes) == "algorithm topology message reconfiguration_delay ");
    TestSweep shared(head + fabric + R"(topology = ["ring-uni", "wdm-ring"]
algorithm = ["bruck", "any"]
message = ["1KiB", "16MiB"]
reconfiguration_delay = ["1us", "1ms"]
)");
    const auto expected = shared.compute("grids/g/wdm-windowed");
    const std::size_t wdm = 2 * 2 * 3;  // algorithm any on the WDM ring
    for (std::size_t i = 0; i < 4; ++i)
        BOOST_TEST(ring.f64("completion_time", wdm + i) ==
                   expected.f64("completion_time", wdm + i));
    BOOST_TEST(ring.f64("completion_time", wdm) < ring.f64("completion_time", wdm + 1));

    // The better of both at every pair of delays, and no bound above it.
    const auto best = own.compute("grids/g/best");
    BOOST_TEST(axes_of(best) == "message wdm_reconfiguration_delay reconfiguration_delay ");
    for (std::size_t m = 0; m < 2; ++m)
        for (std::size_t w = 0; w < 2; ++w)
            for (std::size_t d = 0; d < 3; ++d) {
                const double there = ring.f64("completion_time", wdm + 2 * m + w),
                             here = lanes.f64("completion_time", 3 * m + d);
                const std::size_t i = 6 * m + 3 * w + d;
                BOOST_TEST(best.f64("completion_time", i) == std::min(there, here), "point " << i);
                BOOST_TEST(best.f64("lower_bound", i) <= std::min(there, here), "point " << i);
            }
    // Lists tell times by one delay alone.
    BOOST_TEST(has_list(shared, "envelopes/g/wdm-windowed"));
    BOOST_TEST(!has_list(own, "envelopes/g/wdm-windowed"));
    BOOST_TEST(has_list(own, "envelopes/g/segments"));
    for (const auto& group : own.workload().layout().ragged)
        if (group.path == "envelopes/g/best")
            BOOST_TEST(std::get<std::string>(group.attributes.at("left_out")) == "wdm-windowed");
}

BOOST_AUTO_TEST_CASE(delays_that_vary_together) {
    TestSweep sweep("schedulers = [\"segments\", \"wdm-windowed\"]\nbest = true\n" + fabric +
                    R"(topology = "wdm-ring"
algorithm = "any"
message = "16MiB"
zip = [["reconfiguration_delay", "wdm_reconfiguration_delay"]]
reconfiguration_delay = ["10ns", "1us"]
wdm_reconfiguration_delay = ["1us", "1ms"]
)");
    TestSweep plain("schedulers = [\"wdm-windowed\"]\nbest = true\n" + fabric +
                    R"(topology = "wdm-ring"
algorithm = "any"
message = "16MiB"
reconfiguration_delay = ["1us", "1ms"]
)");
    const auto found = sweep.compute("grids/g/best"), expected = plain.compute("grids/g/best");
    for (const std::size_t i : {0, 1}) {
        BOOST_TEST(found.f64("completion_time", i) == expected.f64("completion_time", i));
        BOOST_TEST(found.f64("lower_bound", i) == expected.f64("lower_bound", i));
    }
}

BOOST_AUTO_TEST_CASE(restored_base_is_one_more_delay) {
    TestSweep sweep(
        "schedulers = [\"static\", \"every-step\", \"segments\", \"swot\"]\nbest = true\n" +
        fabric + R"(topology = "ring-uni"
algorithm = "bruck"
restore = [false, true]
message = "16MiB"
reconfiguration_delay = ["10ns", "1us"]
)");
    const auto every = sweep.compute("grids/g/every-step"), swot = sweep.compute("grids/g/swot"),
               segments = sweep.compute("grids/g/segments");
    const auto counts = every.tile.i32(every.column("n_reconfigurations"));
    for (const std::size_t d : {0, 1}) {
        // Bruck's all-gather comes to shift +1, the base, last: nothing is left to restore.
        BOOST_TEST(counts[2 + d] == counts[d]);
        BOOST_TEST(segments.f64("completion_time", 2 + d) >= segments.f64("completion_time", d));
        BOOST_TEST(swot.meaning("reason", d) == "none");
        BOOST_TEST(swot.meaning("reason", 2 + d) == "restore_not_supported");
    }
    const auto best = sweep.compute("grids/g/best");
    BOOST_TEST(best.f64("completion_time", 3) == segments.f64("completion_time", 3));
}

/// A portfolio has an algorithm left open, others the named ones; some names say why they have
/// none.
BOOST_AUTO_TEST_CASE(portfolios_beside_named_algorithms) {
    TestSweep sweep(
        "schedulers = [\"pccl\", \"pccl-portfolio\", \"swot-portfolio\"]\n"
        "envelopes = true\nschedules = true\nbest = true\n" +
        fabric + R"(topology = "ring-uni"
algorithm = ["bruck", "ring", "any"]
message = "1MiB"
reconfiguration_delay = ["10ns", "100us"]
)");
    const auto one = sweep.compute("grids/g/pccl"), open = sweep.compute("grids/g/pccl-portfolio"),
               none = sweep.compute("grids/g/swot-portfolio");
    for (const std::size_t d : {0, 1}) {
        BOOST_TEST(one.meaning("reason", 4 + d) == "needs_one_algorithm");
        BOOST_TEST(open.f64("completion_time", 4 + d) <= one.f64("completion_time", d));
        BOOST_TEST(open.f64("completion_time", d) == one.f64("completion_time", d));
        BOOST_TEST(!open.meaning("chosen_algorithm", 4 + d).empty());
        BOOST_TEST(none.meaning("reason", d) == "algorithm_is_an_axis");
    }
    const auto decisions = sweep.compute("schedules/g/pccl-portfolio");
    std::string names;
    const std::size_t column = decisions.column("topologies"), width = 32;
    for (std::size_t w = 0; w < width; ++w) {
        const auto word = decisions.tile.u64(column)[4 * width + w];
        for (int byte = 0; byte < 8; ++byte)
            if (const char c = static_cast<char>(word >> (8 * byte))) names += c;
    }
    BOOST_TEST((names.starts_with("base") || names.find("shift") != std::string::npos), names);
    engine::Attributes said = decisions.group.attributes;
    BOOST_TEST(std::get<std::string>(said["state_kind"]) == "lane-topology");
    BOOST_TEST(std::get<std::int64_t>(said["bits_per_step"]) == 16);
    BOOST_TEST(std::get<std::string>(said["entries"]) == "algorithm-then-steps");
    said = sweep.compute("schedules/g/pccl").group.attributes;
    BOOST_TEST(std::get<std::string>(said["entries"]) == "per-step");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
