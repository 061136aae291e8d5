#pragma once
// Points of PCCL's evaluation in a sweep: which row holds the time of an algorithm there.

#include <optional>
#include <string>
#include <vector>

#include "analysis/claims/claim.hpp"
#include "analysis/read/figure_panel.hpp"

namespace lightsweep::analysis::pccl_points {

inline constexpr double us = 1e-6, ms = 1e-3, mb = 1e6, gb = 1e9;
inline constexpr const char* rhd = "reduce-scatter/halving-doubling-far";
inline constexpr const char* dex = "alltoall/hypercube";

/// A topology with its name for people, in the paper's order.
struct Topology {
    const char* name;
    const char* title;
    bool is_grid;
};
inline constexpr Topology topologies[] = {{"ring", "ring", false},
                                          {"torus2d", "2D torus", false},
                                          {"torus3d", "3D torus", false},
                                          {"grid2d", "2D grid", true},
                                          {"grid3d", "3D grid", true}};

/// 450 GB/s and 3 us per link, as everywhere in the paper; dimension-ordered routes, no pool.
///
/// links      "full" or "split"
/// stay_away  1: the initial topology is left for good
struct Point {
    std::string topology;
    double message, delay;
    std::string collective = rhd;
    double nodes = 128;
    std::string links = "full";
    double stay_away = 0;

    std::optional<std::size_t> cell_in(const FigurePanel& panel,
                                       const std::string& scheduler) const;
};

/// The algorithms that the paper sets beside PCCL for the primitive of that collective.
std::vector<std::string> fixed_algorithms(const std::string& collective);
/// The least of their times on the point's topology, left as it is.
struct Fixed {
    double seconds;
    std::string algorithm;  ///< "Ring", "S2D"
};
Fixed best_fixed(const FigureData& data, Point point);
/// That time over PCCL's.
double over_pccl(const FigureData& data, const Point& point);
/// Transmission with shared links over the one at full rate, of an algorithm on its topology.
double congestion_factor(const FigureData& data, const Point& point);

/// "Ring", "B2D" (bucket), "S2D" (Swing) of "reduce-scatter/swing-2d": short for a line of numbers.
std::string title_of(const std::string& collective);
/// "256 MB, 5 us".
std::string describe(const Point& point);

}  // namespace lightsweep::analysis::pccl_points
