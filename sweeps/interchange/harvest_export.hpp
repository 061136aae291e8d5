#pragma once
// A schedule of whole topologies as Harvest's files: its problem and its schedule.

#include "sweeps/interchange/harvest_check.hpp"
#include "sweeps/problem/solve_problem.hpp"

namespace lightsweep::sweeps {

struct HarvestExport {
    HarvestSchedule schedule;
    ForeignSteps pattern;
    HarvestHardware hardware{};
    double dropped =
        0;  ///< reconfigurations that our rules charge and the format does not count [ns]

    /// The name that Harvest's own scripts build: harvest-ALG-N-PORTS-SIZE-GBPS-ALPHA-....json
    std::string name(double message) const;
};

/// Throws engine::BadInput where the format cannot say the schedule: planes that differ, relays,
/// lightpaths, mirrored halves, fractions of bytes or of circuits.
HarvestExport export_harvest(const Solution& solution);

}  // namespace lightsweep::sweeps
