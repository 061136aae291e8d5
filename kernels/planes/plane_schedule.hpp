#pragma once
// Which switch plane carries how much of each step, and the times that follow from it.
//
// The replay knows no solver. It starts everything as early as the rules allow:
//   P1  a plane holds the step's configuration while it transmits; a reconfiguration takes the
//       plane's delay and begins as soon as the plane is free
//   P2  a plane transmits at most once per step, for base latency + bytes / bandwidth
//   P3  no transmission begins before every transmission of the step before has ended
// and then checks the finished timeline against the same rules once more, event by event.

#include "kernels/planes/plane_problem.hpp"

namespace lightsweep::kernels {

struct PlaneUse {
    int plane;
    double bytes;  ///< [B or s], >= 0
};

/// SWOT's compact form of groups of one plane: who carries what of a step; nobody without bytes.
struct PlaneSchedule {
    std::vector<std::vector<PlaneUse>> steps;
};

struct PlaneEvent {
    int plane;
    std::size_t step;   ///< that it transmits in, or reconfigures for
    double bytes;       ///< [B or s], 0 of a reconfiguration
    double start, end;  ///< [s]
    bool reconfigure;
};

struct PlaneTimeline {
    std::vector<PlaneEvent> events;  ///< by step; a reconfiguration before its transmission
    std::vector<double> step_ends;   ///< per step; that of the step before if it has no bytes [s]
    int n_reconfigurations = 0;
    std::string violation;  ///< empty if the schedule is legal; else the rest is void

    /// End of the last step [s].
    double end() const { return step_ends.empty() ? 0.0 : step_ends.back(); }
};

/// Times by earliest start. Illegal schedules (a plane out of range or used twice in a step, bytes
/// that do not add up to within 1e-9 of the step's) are named in `violation`. Throws
/// std::invalid_argument if the problem itself is not sound.
PlaneTimeline replay_planes(const PlaneProblem& problem, const PlaneSchedule& schedule);

}  // namespace lightsweep::kernels
