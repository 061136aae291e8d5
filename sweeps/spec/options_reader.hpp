// Options of one scheduler: [swot] max_nodes = 10000.
#pragma once

#include "sweeps/spec/document.hpp"
#include "sweeps/spec/sweep_spec.hpp"

namespace lightsweep::sweeps {

/// The options set in the table; unknown names and bad values are faults.
Options read_options(const Value& table, const SchedulerEntry& scheduler, Faults& faults);

}  // namespace lightsweep::sweeps
