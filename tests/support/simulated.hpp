#pragma once
// Systems of flows for the event simulator, plans of problems for it, and options by name.

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

#include "sweeps/cli/solution_output.hpp"
#include "sweeps/problem/domain_vocabulary.hpp"
#include "sweeps/simulation/event_run.hpp"
#include "sweeps/simulation/plan_system.hpp"
#include "sweeps/simulation/run_report.hpp"

namespace lightsweep::tests {

namespace simulation = sweeps::simulation;

/// A directed link with its capacity [B/s].
struct Wire {
    int from, to;
    double capacity;
};

/// A flow with the ranks of its way.
struct Stream {
    std::vector<int> path;
    double bytes;
    double start = 0;
};

/// Every flow waits for a setup of its own, which ends when the flow begins.
inline simulation::System system_of(const std::vector<Wire>& wires,
                                    const std::vector<Stream>& flows, double per_hop = 0,
                                    double per_step = 0) {
    simulation::System system;
    for (const auto& wire : wires) system.add_link(wire.capacity, -1);
    system.per_hop = per_hop;
    system.per_step = per_step;
    system.planes = {0};
    for (const auto& flow : flows) {
        simulation::Way way{{}, flow.bytes};
        for (std::size_t i = 1; i < flow.path.size(); ++i) {
            const auto at = std::ranges::find_if(wires, [&](const Wire& wire) {
                return wire.from == flow.path[i - 1] && wire.to == flow.path[i];
            });
            way.hops.push_back({static_cast<int>(at - wires.begin()), flow.path[i]});
        }
        system.transfers.push_back({0, 0, flow.path.front(), flow.path.back(), {way}});
        system.setups.push_back({0, 1, 0, flow.start, {}});
    }
    system.n_items = system.transfers.size() + system.setups.size();
    for (std::size_t i = 0; i < flows.size(); ++i) system.wait(i, system.setup_item(i));
    return system;
}

/// The exported plan of a problem's schedule; null where there is none.
inline nlohmann::json plan_of(const nlohmann::json& problem, bool with_ways = false) {
    const auto read = sweeps::read_problem(problem.dump(), sweeps::domain_vocabulary());
    if (!read.problem) throw std::invalid_argument(read.error + " in " + problem.dump());
    const auto solution = sweeps::solve(*read.problem);
    if (!solution.has_plan() || solution.plan) return {};
    return nlohmann::json::parse(solution.structure->rings
                                     ? sweeps::lightpath_plan_json(solution)
                                     : sweeps::plan_json(solution, with_ways));
}

inline simulation::RunOptions run_options(const nlohmann::json& options) {
    simulation::RunOptions run;
    run.store = !options.value("cut_through", true);
    run.weighted = options.value("sharing", "fair") == "weighted";
    run.acknowledged = options.value("acknowledged", false);
    if (!options.contains("jitter")) return run;
    const auto& jitter = options["jitter"];
    run.jitter = {jitter["seed"],
                  jitter["step"],
                  jitter["reconfiguration"],
                  jitter["law"] == "exponential",
                  jitter.value("planes", 0),
                  jitter.value("straggler_share", 0.0),
                  jitter.value("straggler_factor", 1.0)};
    return run;
}

}  // namespace lightsweep::tests
