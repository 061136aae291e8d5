#pragma once
// Points of BRIDGE's evaluation in a sweep: which row holds the time of a scheduler there.
//
// Every scheduler runs its own algorithm: bridge, s-bruck and g-bruck Bruck's, r-hd
// halving-doubling, ring-hamiltonian the ring. A point names the primitive alone.

#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "analysis/claims/claim.hpp"
#include "analysis/read/figure_panel.hpp"

namespace lightsweep::analysis::bridge_points {

inline constexpr const char* recipe = "bridge-paper";  ///< what the paper calls BRIDGE
inline constexpr const char* ring = "ring-hamiltonian";
inline constexpr double round_off = 1e-9;  ///< relative
inline constexpr double us = 1e-6, ms = 1e-3, kb = 1e3, mb = 1e6;

/// 800 Gbit/s and 1.7 us per step, as everywhere in the paper, unless said otherwise.
///
/// per_hop       [s]
/// hop_cost      latencies per hop; 2 as in a simulator that counts the switch as well
/// charge_first  of g-bruck: 1 if the first step's links are paid
struct Point {
    double message, delay;
    const char* primitive = "alltoall";
    double nodes = 64;
    double per_hop = us;
    double hop_cost = 1;
    double charge_first = 0;
    double mirrored = 0;
    double bandwidth = 1e11;  ///< [B/s]
    double per_step = 1.7 * us;
};

/// A column of the scheduler at the point; nothing if no grid holds it, or nobody ran there.
std::optional<double> value_at(const FigureData& data, const Point& point,
                               const std::string& scheduler,
                               const std::string& column = "completion_time");
/// The least time of the schedulers, joined by commas, over that of the recipe.
std::optional<double> over_recipe(const FigureData& data, const Point& point,
                                  const std::string& schedulers);

/// The plain panel around the point, with at least so many messages; null if there is none.
const FigurePanel* panel_like(const FigureData& data, const Point& point,
                              std::size_t least_messages = 1);
/// Whether the panel has times of all these schedulers.
bool ran(const FigurePanel& panel, std::initializer_list<const char*> schedulers);
/// The panel of another scheduler beside this one: same grid, same place, its own algorithm; null
/// if there is none.
const FigurePanel* beside(const FigureData& data, const FigurePanel& panel,
                          const std::string& scheduler);
/// Panels of the primitive that the recipe runs on, at one latency per hop, without blocks,
/// mirrors, options and other bandwidths or latencies per step.
std::vector<const FigurePanel*> plain_panels(const FigureData& data, const std::string& primitive);

/// Where the lead falls through 0 for the first time, on a straight line between two neighbours;
/// nothing if it never does.
std::optional<double> falls_through(const std::vector<double>& x, const std::vector<double>& lead);

/// "1 KB", "4.807 MB": powers of 1000, as the paper's.
std::string decimal_bytes(double value);
/// "64 nodes, 16 MB, 1 ms, 1 us per hop".
std::string describe(const Point& point);
/// "S-Bruck", "min(S-Bruck, G-Bruck)".
std::string title_of(const std::string& schedulers);

// Claims that give a speedup: the sweep's at stated points, beside the reference's and the paper's.

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
