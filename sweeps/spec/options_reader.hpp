// Options of one scheduler: [swot] max_nodes = 10000, or behind a [[grid]] for it alone
// [grid.swot].
#pragma once

#include "sweeps/spec/document.hpp"
#include "sweeps/spec/fault.hpp"
#include "sweeps/spec/options.hpp"
#include "sweeps/spec/vocabulary.hpp"

namespace lightsweep::sweeps {

/// The options set in the table; unknown names and bad values are faults.
Options read_options(const Value& table, const SchedulerEntry& scheduler, Faults& faults);

}  // namespace lightsweep::sweeps
