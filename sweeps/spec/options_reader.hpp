#pragma once
// Reads the options of one scheduler: [swot] max_nodes = 10000, or [grid.swot] after a [[grid]] for
// that grid only.

#include "sweeps/spec/documents/document.hpp"
#include "sweeps/spec/documents/fault.hpp"
#include "sweeps/spec/options.hpp"
#include "sweeps/spec/values/vocabulary.hpp"

namespace lightsweep::sweeps {

/// The options in the table; unknown names and bad values are faults.
Options read_options(const Value& table, const SchedulerEntry& scheduler, Faults& faults);

}  // namespace lightsweep::sweeps
