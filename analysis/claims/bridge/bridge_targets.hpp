#pragma once
// Claims that give a speedup: the sweep's at stated points, beside the reference's and the paper's.

#include <vector>

#include "analysis/claims/bridge/bridge_points.hpp"
#include "analysis/claims/claim.hpp"

namespace lightsweep::analysis::bridge_points {

/// A speedup of BRIDGE over others at one point.
///
/// others     schedulers joined by commas: the fastest counts
/// reference  by the independent computation, given to `unit`; 0: it gives none
/// paper      what the paper prints, to `digit`; 0: shown, but no part of the verdict
struct Target {
    Point at;
    const char* others;
    double reference, unit;
    double paper = 0, digit = 0.1;
};

/// Which of several numbers the paper's must be. It seldom says for what parameters it holds: with
/// `any`, a number that only some points have depends on the reading.
enum class Among { all, any };

/// The judgement over the targets; not judged if one that has a number of the paper is not in the
/// file. Others are left out then.
Judgement judge(const FigureData& data, const std::vector<Target>& targets,
                Among among = Among::all);

/// All speedups within bounds; not judged as soon as one is missing.
Judgement within(const FigureData& data, const std::vector<Target>& targets,
                 bool (*holds)(const Target&, double));

/// A speedup, and 1 or more of a unit in the last digit of the reference.
Finding speedup_finding(const Target& target, double value);

}  // namespace lightsweep::analysis::bridge_points

namespace lightsweep::analysis::bridge_scatter {

/// From which message on RING beats S-Bruck, for claim 31.
std::optional<Finding> static_network_against_ring(const FigureData& data);

}  // namespace lightsweep::analysis::bridge_scatter
