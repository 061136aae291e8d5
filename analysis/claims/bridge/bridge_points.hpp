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

    std::optional<std::size_t> cell_in(const FigurePanel& panel,
                                       const std::string& scheduler) const;
};

/// The least time of the schedulers, joined by commas, over that of the recipe; nothing if one of
/// them is missing.
std::optional<double> found_over_recipe(const FigureData& data, const Point& point,
                                        const std::string& schedulers);
/// The same, needed.
double over_recipe(const FigureData& data, const Point& point, const std::string& schedulers);

/// The plain panel around the point, with at least so many messages and times of these schedulers;
/// needed.
const FigurePanel& panel_like(const FigureData& data, const Point& point,
                              std::initializer_list<const char*> schedulers = {},
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

/// "1 kB", "4.807 MB": powers of 1000, as the paper's.
std::string decimal_bytes(double value);
/// "64 nodes, 16 MB, 1 ms, 1 us per hop".
std::string describe(const Point& point);
/// "S-Bruck", "min(S-Bruck, G-Bruck)".
std::string title_of(const std::string& schedulers);

// Claims that give speedups of BRIDGE over others at stated points.

/// The speedups of the rows are the paper's (judge_rows).
///
///   delay, message, nodes, ...  the point, where it is not the usual one
///   over                        schedulers joined by commas: the fastest counts
Judgement speedups(const FigureData& data, const Rows& rows);
/// The same where the paper does not say for what parameters its number holds.
Judgement some_speedup(const FigureData& data, const Rows& rows);

}  // namespace lightsweep::analysis::bridge_points

namespace lightsweep::analysis::bridge_scatter {

/// From which message on RING beats S-Bruck, for claim 31; nothing if the file does not say it.
void add_static_network_against_ring(const FigureData& data, Judgement& result);

}  // namespace lightsweep::analysis::bridge_scatter
