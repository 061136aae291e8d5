#pragma once
// Converts the options under a scheduler's name into the solver's options.

#include "solvers/registry/registry.hpp"
#include "sweeps/spec/sweep_spec.hpp"

namespace lightsweep::sweeps {

/// The defaults, overwritten by the options that the file sets.
solvers::SchedulerOptions scheduler_options(const solvers::SchedulerRow& scheduler,
                                            const Options& given);

}  // namespace lightsweep::sweeps
