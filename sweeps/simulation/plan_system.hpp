#pragma once
// Reads an execution plan (lightsweep/plan/v1, JSON) into the system that the simulator carries
// out. Nothing but the file is used: no code of a scheduler, of a replay or of the plan's writer.
//
// What the waits of a plan mean:
//   planes      a transfer waits, at its sender and at its receiver, for that rank's exchanges up
//   to
//               after_step and for the setup after_reconfiguration of its plane; a setup for the
//               setup before it and for its plane's transfers up to after_step
//   groups      a group's streams wait for everybody up to after_step, and for all its planes
//   topologies  a transfer waits for the exchanges of both ends in earlier steps and for the last
//               setup before its step; a setup for all earlier steps and for the setup before it

#include "sweeps/simulation/system.hpp"
#include "sweeps/simulation/topology_ways.hpp"
#include "sweeps/spec/documents/json_place.hpp"

namespace lightsweep::sweeps::simulation {

using Json = nlohmann::json;

struct PlanOptions {
    bool barriers = false;  ///< a transfer also waits for all transfers of earlier steps
    /// Of plans of whole topologies. plan: the ways that they list, single where they list none.
    Routes routes = Routes::plan;
};

/// Throws engine::BadInput with place, value and remedy.
System read_plan(const JsonPlace& plan, const PlanOptions& options);
inline System read_plan(const Json& plan, const PlanOptions& options) {
    return read_plan(JsonPlace::of(plan, "plan"), options);
}

}  // namespace lightsweep::sweeps::simulation
