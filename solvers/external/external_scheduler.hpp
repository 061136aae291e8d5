#pragma once
// A scheduler in another program, scheduler = "external:./mine.py": every problem is sent to it as
// one JSON line, and its answer is one line. The answer is a decision and nothing else: what it
// takes is computed here, by the accounting of the rules, as for every other scheduler.
//
//     {"scheduler", "collective", "nodes", "message", "bandwidth", "per_step_latency",
//      "per_hop_latency", "reconfiguration_delay", "steps": [...], ...}
//
// bandwidth is 1: bytes are in units of what a node sends in one second. Units: seconds.
//
//   on a base     "topology", steps {"shift" | "xor" | "peer", "bytes", "hops", "stretch"}: hops
//                 and stretch (1 / theta) on the base, null where it does not connect the step.
//                 Answer: {"schedule": ["base", "matching", ...]}, one word per step
//   on lanes      (rules = common) as on a base: the base, or the step's own circuits on all lanes
//   on planes     "planes" [{"bandwidth", "reconfiguration_delay"}], "initial" (free, first, cold,
//                 individual), "held", steps {"configuration", "bytes", "others"}. Answer:
//                 {"schedule": [[{"plane": 0, "bytes": 0.5, "peer": 0}], ...]}
//   on a ring     (rules = optree) "wavelengths", "items_per_node", "transmitters", "item_time" and
//                 "held", no steps. Answer: the all-gather's steps as lists of lightpaths
//                 {"schedule": [[{"source", "destination", "item", "direction", "wavelength"}],
//                 ...]}
//
// Answers that are no schedule are errors of their point.

#include <array>
#include <string>

#include "solvers/contract/scheduler_row.hpp"

namespace lightsweep::solvers::external {

inline constexpr std::string_view prefix = "external:";

/// The name under which the program of "external:PATH" is known from now on: "external:FILE", where
/// FILE is the path's last part. Throws std::invalid_argument where there is no such file, where
/// another path has this name, and above 16 programs.
std::string name_of_program(const std::string& text);

enum class Hardware : std::uint8_t { base, planes, lanes, rings };
inline constexpr std::array all_hardware{Hardware::base, Hardware::planes, Hardware::lanes,
                                         Hardware::rings};

/// Its row on this hardware. The name must come from name_of_program().
const SchedulerRow& row_of(std::string_view name, Hardware hardware);
/// A number below -1 that no other row has; -1 for rows of no program.
int place_of(const SchedulerRow& row);

/// Rows of no program, which say what such schedulers are.
const SchedulerRow& sample_row(Hardware hardware);

/// The program's file as it is now, for whoever asks whether it has changed.
std::string content_of(std::string_view name);

}  // namespace lightsweep::solvers::external
