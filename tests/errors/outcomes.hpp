#pragma once
// A small sweep without faults, and what the program makes of one.

#include <boost/test/unit_test.hpp>

#include "tests/support/launch.hpp"

namespace lightsweep::tests {

inline const std::string good = R"(title = "small"
schedulers = ["static", "addanki"]
rules = "addanki"
[fabric]
bandwidth = "800Gbps"
per_step_latency = "100ns"
per_hop_latency = "100ns"
[[grid]]
name = "g"
topology = "ring-uni"
nodes = [8]
collective = "allreduce/swing"
message = ["1KiB", "1MiB"]
reconfiguration_delay = ["1us", "1ms"]
)";

inline void expect_outcome(const Outcome& outcome, int code,
                           const std::vector<std::string>& parts) {
    BOOST_TEST(outcome.code == code, "exit code " << outcome.code << ", expected " << code << "\n"
                                                  << outcome.output);
    for (const auto& part : parts)
        BOOST_TEST(outcome.output.find(part) != std::string::npos, "'" << part << "' is not in\n"
                                                                       << outcome.output);
}

}  // namespace lightsweep::tests
