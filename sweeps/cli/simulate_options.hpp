#pragma once
// The options of `simulate`: how a plan is carried out.

#include <string>

#include "sweeps/simulation/event_run.hpp"
#include "sweeps/simulation/plan_system.hpp"

namespace lightsweep::sweeps {

struct SimulateSettings {
    simulation::PlanOptions plan;
    simulation::RunOptions run;
    int runs = 0;  ///< 0: one run, told in full
};

/// A whole number of planes, from 1 on; throws engine::BadInput with key and value.
int read_planes(const std::string& key, const std::string& value);

/// Takes an option of the verb; false if the key is none.
bool take(SimulateSettings& settings, const std::string& key, const std::string& value);
/// Takes the options of a line of `simulate -`.
void take_all(SimulateSettings& settings, const simulation::Json& options);

}  // namespace lightsweep::sweeps
