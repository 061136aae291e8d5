#pragma once
// Rows of the example, in the form that every paper's folder has. Only the contract tests read
// them; the registry does not, so that sweeps and result files contain no example.

#include <array>

#include "solvers/contract/row_parts.hpp"
#include "solvers/example/patient.hpp"

namespace lightsweep::solvers::example {

inline constexpr std::array example_rows{SchedulerRow{
    "patient",
    "example",
    "the base until staying has cost one delay, then own circuits",
    {},
    true,
    fixed_prepare_seconds,
    fixed_point_seconds,
    prepare_patient,
    {.lists_envelope = false, .hardware = BaseTraits{.multi_peer_steps = MultiPeerSteps::any}}}};

}  // namespace lightsweep::solvers::example
