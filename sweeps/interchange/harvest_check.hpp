#pragma once
// What a schedule of Harvest costs by Harvest's own formula, and whether it can run at all
// (STyGIANet/Harvest, synthesis/DPSchedulerPath.cc). Knows the two files and no schedule of ours.
//
//     cost = sum over steps of alpha + (delta + beta chunk) / theta  +  reconfigurations alpha_r
//
// theta is the maximum concurrent flow with capacity 1 per link and the demand in units of the
// step's chunk, at most 1; beta = 1 / capacity of one link. The first topology is free, and equal
// neighbours are one segment. Where every node has one outgoing circuit there is one path per pair,
// and theta is 1 over the largest load of a circuit.

#include <string>
#include <vector>

#include "sweeps/interchange/harvest_json.hpp"

namespace lightsweep::sweeps {

struct HarvestHardware {
    double alpha, delta, alpha_r;  ///< [ns]
    double capacity;               ///< of one link [B/ns]
};

struct HarvestVerdict {
    std::vector<std::string> faults;  ///< each with its place
    double cost = 0;                  ///< by the formula [ns]
    std::int64_t reconfigurations = 0;
};

/// The form of the schedule alone: the count of reconfigurations, and with `simulator` that every
/// node has exactly one outgoing circuit in every step, which their packet simulator demands.
HarvestVerdict check_form(const HarvestSchedule& schedule, bool simulator);

/// The form, and the schedule on its problem: every pair reachable, the cost within 1e-3.
HarvestVerdict check_harvest(const HarvestSchedule& schedule, const ForeignSteps& pattern,
                             const HarvestHardware& hardware, bool simulator);

}  // namespace lightsweep::sweeps
