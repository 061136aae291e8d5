#pragma once
// Programs of MSCCL as execution plans, for the judge.

#include "sweeps/interchange/foreign_steps.hpp"
#include "sweeps/interchange/plan_reader.hpp"

namespace lightsweep::sweeps {

/// The plan of an MSCCL program whose rounds are `steps`: plane = channel, with the setups of its
/// controller file, or without one a setup before every round that needs other circuits.
kernels::ExecutionPlan plan_of_rounds(const ForeignSteps& by_channel, const ForeignSteps& steps,
                                      const JsonPlace* controller);

}  // namespace lightsweep::sweeps
