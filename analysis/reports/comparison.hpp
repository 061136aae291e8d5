#pragma once
// What a report compares in a grid: the axes of its maps, the axes over which the best is taken,
// and the values that the reader chose.

#include <string>
#include <vector>

#include "analysis/read/grid_view.hpp"
#include "analysis/reports/table_report.hpp"

namespace lightsweep::analysis {

/// What the reader asks for.
///
///   best_over  axes over which the best is taken: "algorithm" or "collective", "topology", ...;
///              "scheduler" alone takes the best scheduler only. Empty: the axes that the stored
///              `best` was taken over, and the algorithms where a primitive has several
///   where      one value of an axis: topology=ring
///   solved_for a key whose axis is left out, because the answer holds for many of its values
///   colour     whether maps are coloured
///   grid       empty: every grid of the file
///   all        every map and every cell; otherwise at most 12 maps per file, thinned to a screen
struct ComparisonOptions {
    std::string grid;
    bool all = false;
    std::vector<std::string> best_over{};
    std::vector<RowCondition> where{};
    std::string solved_for{};
    bool colour = false;
};

/// The axes of one grid, sorted by what becomes of them. Panels point into `shown`.
struct Comparison {
    std::vector<engine::Axis> shown, over;
    Place fixed;

    Comparison(const GridView& grid, const ComparisonOptions& options);
    Comparison(const Comparison&) = delete;
    Comparison& operator=(const Comparison&) = delete;

    /// One panel per map, over the default rows and columns of `shown`.
    std::vector<Panel> panels() const;
    /// One panel per table, whose rows are the last parametric axis of `shown`.
    std::vector<Panel> tables() const;
    /// The panel at every combination of the values of `over`.
    std::vector<Panel> parts(const Panel& panel) const;
    /// The values of `over` at a part: "swing", "swing,ring"; empty if there are none.
    std::string name_of(const Panel& part) const;
    /// ", best over algorithm and topology"; empty if the best is taken over the schedulers alone.
    std::string text() const;

  private:
    std::vector<Panel> with_fixed(std::vector<Panel> panels) const;
};

/// Whether a value of an axis meets the condition: a name, or a number within 1e-9.
bool meets(const RowCondition& condition, const engine::Coordinate& coordinate, std::size_t i);

/// The coordinates that tell the values of an axis: its keys if several are zipped.
std::vector<engine::Coordinate> coordinates_of(const engine::Axis& axis);

}  // namespace lightsweep::analysis
