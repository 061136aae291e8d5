#pragma once
// What a run says: times of steps, links, planes, the critical path and violations, as JSON.

#include <nlohmann/json.hpp>

#include "sweeps/simulation/event_run.hpp"

namespace lightsweep::sweeps::simulation {

/// {"completion_time", "planned_time", "ratio", "steps" [{"step", "begin", "end", "planned_end",
/// "slack"}], "links" (the busiest 10) [{"link", "bytes", "utilisation"}], "planes" [{"plane",
/// "dark", "dark_idle"}], "critical_path" [{"what", "begin", "end"}], "violations" [{"code",
/// "plane", "step", "time"}]}. Times [s]; plane -1 stands for whole topologies; items that never
/// end have null.
nlohmann::ordered_json report_json(const System& system, const Run& run);

/// Whether the run ended when the plan says, or before: to 1e-9 plus the plan's rounding.
bool keeps_plan(const System& system, const Run& run);

}  // namespace lightsweep::sweeps::simulation
