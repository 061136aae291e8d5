#pragma once
// The panels of a figure: times over message size (rows) and reconfiguration delay (columns), for
// every other combination of values in any grid of a file.

#include <optional>
#include <string>
#include <vector>

#include "analysis/grid_view.hpp"

namespace lightsweep::analysis {

/// One panel with what identifies it.
///
/// collective  "allreduce/swing"; halving/doubling always with its order, "-near" or "-far"
/// messages    [B], ascending as in the file; one value where it does not vary (NaN for custom
///             steps)
/// delays      [s], likewise
struct FigurePanel {
    const GridView* grid = nullptr;
    Panel cells;
    std::string collective, topology;
    double nodes = 0, per_step_latency = 0, per_hop_latency = 0;
    double bandwidth = 0;  ///< of a node [B/s]; NaN if the file gives it per link or plane
    std::vector<double> messages, delays;

    bool has(const std::string& scheduler, const std::string& column = "completion_time") const;
    /// A column over the panel, row by row: value(message, delay) is at message * delays.size() +
    /// delay.
    std::vector<double> read(const std::string& scheduler,
                             const std::string& column = "completion_time") const;
    /// Time of `scheduler` over that of addanki per cell; 1 for 0 / 0.
    std::vector<double> speedup_over(const std::string& scheduler) const;
    /// The better of static and every-step over addanki per cell: figure 2 of the paper.
    std::vector<double> speedup_over_both() const;
    /// "HD near", "Swing", "all-to-all": short for a line of numbers.
    std::string short_name() const;
};

/// All panels of a file. Panels point into `grids`; studies have no panels (study_cells.hpp).
struct FigureData {
    const engine::ResultFile& file;
    std::vector<GridView> grids;
    std::vector<FigurePanel> panels;

    explicit FigureData(const engine::ResultFile& source);
    FigureData(const FigureData&) = delete;
    FigureData& operator=(const FigureData&) = delete;

    /// The panels of figures 1 and 2: 64 nodes, halving/doubling, Swing or the all-to-all, messages
    /// at least from 1 KiB to 1 GiB, delays at least from 10 ns to 10 ms, with times of static,
    /// every-step and addanki. Smaller pieces of the grid cannot carry the claims.
    std::vector<const FigurePanel*> figure() const;
};

/// Equal but for round-off.
bool same(double a, double b);
/// Where the value stands in a list, but for round-off; nothing if it does not.
std::optional<std::size_t> index_of(const std::vector<double>& values, double wanted);
/// A key or a scheduler's option of the panel; `otherwise` (0) if it is not there.
double key_of(const FigurePanel& panel, const char* key, double otherwise = 0);
double option_of(const FigurePanel& panel, const std::string& scheduler, const char* option);

/// other / best; 1 for 0 / 0.
double speedup(double other, double best);

}  // namespace lightsweep::analysis
