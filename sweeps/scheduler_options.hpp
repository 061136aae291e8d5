#pragma once
// From the options under a scheduler's name to the solver's.

#include "solvers/registry.hpp"
#include "sweeps/spec/sweep_spec.hpp"

namespace lightsweep::sweeps {

/// Defaults, with what the file sets.
solvers::SchedulerOptions scheduler_options(const solvers::SchedulerRow& scheduler,
                                            const Options& given);

}  // namespace lightsweep::sweeps
