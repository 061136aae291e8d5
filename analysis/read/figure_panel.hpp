#pragma once
// Panels of a figure: times over message size (rows) and reconfiguration delay (columns), one for
// every combination of the other values in any grid of a file.

#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analysis/read/grid_view.hpp"
#include "engine/file/result_file.hpp"

namespace lightsweep::analysis {

/// One panel with its identifying values.
///
///   collective  "allreduce/swing"; halving-doubling always with its order, "-near" or "-far"
///   messages    [B], ascending as in the file; one value if it does not vary (NaN for custom
///               steps)
///   delays      [s], in the same form
struct FigurePanel {
    const GridView* grid = nullptr;
    Panel cells;
    std::string collective, topology;
    double nodes = 0, per_step_latency = 0, per_hop_latency = 0;
    /// Bandwidth of a node [B/s]; NaN if the file gives it per link or plane.
    double bandwidth = 0;
    std::vector<double> messages, delays;

    bool has(const std::string& scheduler, const std::string& column = "completion_time") const;
    /// A column over the panel, row by row: value(message, delay) is at [message * delays.size() +
    /// delay].
    std::vector<double> read(const std::string& scheduler,
                             const std::string& column = "completion_time") const;
    /// The cell of a message [B] and a delay [s], but for round-off; nothing if the panel lacks it.
    std::optional<std::size_t> cell(double message, double delay) const;
};

/// All panels of a file. Panels point into `grids`. Studies have no panels (figure_panel.hpp).
struct FigureData {
    const engine::ResultFile& file;
    std::vector<GridView> grids;
    std::vector<FigurePanel> panels;

    explicit FigureData(const engine::ResultFile& source);
    FigureData(const FigureData&) = delete;
    FigureData& operator=(const FigureData&) = delete;
};

/// A column of a scheduler at a point: the first value in a panel that has the column and that
/// `cell_of` gives a cell for. Values that are missing, which are stored as NaN or -1, are passed
/// over.
std::optional<double> first_value(
    const FigureData& data, const std::string& scheduler, const std::string& column,
    const std::function<std::optional<std::size_t>(const FigurePanel&)>& cell_of);

/// Equal but for round-off.
bool same(double a, double b);
/// Index of the value in a list, up to round-off; nothing if it is not there.
std::optional<std::size_t> index_of(const std::vector<double>& values, double wanted);
/// Value of a key, or of a scheduler's option, at the panel; `otherwise` if it is not there.
double key_of(const FigurePanel& panel, const char* key, double otherwise = 0);
double option_of(const FigurePanel& panel, const std::string& scheduler, const char* option);

// Rows of a study (/studies/<grid> and /timing/<grid>): the keys of each row, and a value.

/// Values of several keys.
///
/// numbers  keys with numbers [SI]
/// names    keys with names: "topology", "collective"
struct KeyedValues {
    std::map<std::string, double> numbers{};
    std::map<std::string, std::string> names{};

    /// The value under a key; `otherwise`, or an empty text, if the key is absent.
    double number(const std::string& key, double otherwise = std::nan("")) const;
    std::string name(const std::string& key) const;
};

/// One value of a column, with every key of its axes and every constant of its group.
struct StudyCell : KeyedValues {
    double value = 0;
};

/// All cells of a column in the order of the file; empty if the file has no such group or column.
/// Rows without a value are NaN or -1, as stored.
std::vector<StudyCell> study_cells(const engine::ResultFile& file, const std::string& group,
                                   const std::string& column);

/// Paths of the groups below /studies whose attribute study is `kind`: "studies/training/pccl".
std::vector<std::string> studies_of(const engine::ResultFile& file, const std::string& kind);

}  // namespace lightsweep::analysis
