#pragma once
// Points of SWOT's evaluation in a sweep: times of its schedulers there, with what is proven.

#include <optional>
#include <string>
#include <vector>

#include "analysis/claims/claim.hpp"
#include "analysis/read/figure_panel.hpp"

namespace lightsweep::analysis::swot_points {

inline constexpr double us = 1e-6, ms = 1e-3, mb = 1e6;
inline constexpr const char* scatter = "reduce-scatter/halving-doubling-near";
inline constexpr const char* reduce = "allreduce/halving-doubling-near";
inline constexpr const char* recursive = "allreduce/recursive-doubling";
inline constexpr const char* ring = "allreduce/ring";
/// The trees of NCCL as steps, with the best number of chunks; the study of their formulas apart.
inline constexpr const char* trees = "allreduce/double-binary-tree";
inline constexpr const char* pairwise = "alltoall/shift";
inline constexpr const char* bruck = "alltoall/bruck";

/// Optima are proven to 2.5e-6: what is above its bound by less than this is none above it.
inline constexpr double proof_slack = 3e-6;

inline constexpr double node_bandwidth = 100e9;  ///< [B/s]

/// A node has 100 GB/s, shared by its planes; a step costs 20 us, as everywhere but in figure 5.
struct Point {
    std::string collective;
    double nodes, planes, message;  ///< [B]
    double delay = 200 * us;        ///< [s]

    /// All-to-alls count with the volumes of the release only.
    std::optional<std::size_t> cell_in(const FigurePanel& panel,
                                       const std::string& scheduler) const;
};

/// The 13 sizes of figures 7 and 9: 0.125 MB, 0.25 MB, ..., 512 MB; the 7 of figures 10 and 11.
std::vector<double> sizes_of_figure_7();
std::vector<double> sizes_of_figure_10();

/// A schedule's time and what no schedule beats [s].
struct Certified {
    double value, bound;
};
Certified swot_at(const FigureData& data, const Point& point);

/// The least of Strawman and, where planes suffice, One-shot [s].
double best_baseline(const FigureData& data, const Point& point);

/// 1 - value / other: the part of a time that is gone.
double reduction(double value, double other);

/// A share that SWOT saves as the paper prints it: reproduced if it rounds to that, beaten if it is
/// more, close within 10 % of it.
Verdict as_printed(double value, double paper, double digit = 0.001);

/// "256 nodes, 8 planes, 512 MB"; without the message if that is 0.
std::string describe(const Point& point);
std::string bytes(double value);

/// A line: the baseline's time, SWOT's with its bound, and what is saved of the former, at most.
/// Times of 0 have no reference; those of SWOT are given where the reference is proven.
struct Line {
    std::string place, baseline;
    double seconds;
    Certified own;
    double reference = 0, own_reference = 0, unit = 0;  ///< [s]
};
void add_line(const Line& line, Judgement& result);

}  // namespace lightsweep::analysis::swot_points
