#pragma once
// One grid of a result file as a set of maps. The groups of its schedulers are read by the names of
// their axes, so a group without some axis is repeated along it.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/file/result_file.hpp"

namespace lightsweep::analysis {

/// Index along axes, by the name of the dimension.
using Place = std::map<std::string, std::size_t>;

/// Whether every coordinate of the axis is a physical quantity (seconds, bytes, bytes/s). Such axes
/// are swept within one structure; all others (names, counts) are structural.
bool is_parametric(const engine::Axis& axis);

/// The i-th value along a coordinate as text for people: "8 MiB", "ring-uni", "64".
std::string label(const engine::Coordinate& coordinate, std::size_t i);

/// The unit in which `readable` writes all values of the coordinate: sizes in powers of 1000 if
/// some value was given in them.
std::string unit_for(const engine::Coordinate& coordinate);

/// The i-th value of a numeric coordinate in SI units; nothing for names.
std::optional<double> number_at(const engine::Coordinate& coordinate, std::size_t i);

/// The attribute of that key as a number, or as text (empty if it is none).
std::optional<double> number_in(const engine::Attributes& attributes, const std::string& key);
std::string text_in(const engine::Attributes& attributes, const std::string& key);

/// "a, b, c".
std::string joined(const std::vector<std::string>& names);

/// One rectangle of a grid: fixed on all axes except two (or one, or none).
///
///   outer    index along every other axis
///   rows     the slower axis of the map; null if there is none (n_rows is then 1)
///   columns  the faster axis; null if there is none
struct Panel {
    Place outer;
    const engine::Axis* rows = nullptr;
    const engine::Axis* columns = nullptr;

    std::size_t n_rows() const { return rows ? rows->size() : 1; }
    std::size_t n_columns() const { return columns ? columns->size() : 1; }
    std::size_t size() const { return n_rows() * n_columns(); }
};

/// The column of that name, or null.
const engine::Column* column_called(const std::vector<engine::Column>& columns,
                                    const std::string& name);
/// Code of a status name; -1 if the group has none.
double status_code(const engine::ArrayGroup& group, const std::string& name);

/// Names of the grids of a file, in its order; grids with lists only are found by their /points.
std::vector<std::string> grid_names(const engine::ResultFile& file);
/// The grid `only`, or all of them if that is empty; throws BadInput if there is none, for example
/// in a file of studies.
std::vector<std::string> need_grids(const engine::ResultFile& file, const std::string& only);

/// A view of one grid; the file must outlive it.
class GridView {
  public:
    /// Throws BadInput if the file has no such grid, and names its grids.
    GridView(const engine::ResultFile& file, const std::string& name);

    const std::string& name() const { return name_; }
    const engine::ResultFile& file() const { return *file_; }

    /// Schedulers with results, in the order of ties: static, every-step, threshold, addanki,
    /// addanki-milp, then the others as they stand in the file.
    const std::vector<std::string>& schedulers() const { return schedulers_; }
    bool has(const std::string& scheduler) const;
    /// The group of a scheduler (or "best"), or null.
    const engine::ArrayGroup* group(const std::string& scheduler) const;

    /// Schedulers with schedules in /envelopes, in the order of ties. Formulas are left out,
    /// because they cannot be carried out.
    std::vector<std::string> listed_schedulers() const;
    /// Whether the file holds lists of schedules but no times of schedulers (results = false).
    bool is_of_lists() const { return schedulers_.empty(); }
    /// 1 where the panel's point is part of the sweep; empty if the file does not say so (then all
    /// points are).
    std::vector<double> selected(const Panel& panel) const;

    /// Every axis that some scheduler reads, the outermost first.
    const std::vector<engine::Axis>& axes() const { return axes_; }

    /// The panels over all combinations of the axes other than `rows` and `columns`, which may be
    /// null and otherwise point into `axes`.
    static std::vector<Panel> panels(const std::vector<engine::Axis>& axes,
                                     const engine::Axis* rows, const engine::Axis* columns);
    /// The panels with a default choice. Columns: the last parametric axis with several values (the
    /// delay if it varies). Rows: the message size, or otherwise the parametric axis before.
    static std::vector<Panel> panels(const std::vector<engine::Axis>& axes);
    /// Deleted, because the panels would point into axes that no longer exist.
    static std::vector<Panel> panels(std::vector<engine::Axis>&&) = delete;

    /// A column of a scheduler's group (or of "best") over the panel, row by row. Reads only the
    /// slab that it needs. Throws BadInput if the file does not have the column.
    std::vector<double> read(const Panel& panel, const std::string& scheduler,
                             const std::string& column) const;

    /// A slab of a column of a list group, or of its offset or count.
    std::vector<double> read_list(const std::string& path, const std::string& column,
                                  const engine::Slab& slab) const;

    /// A key's number [SI] or text at a cell, from an axis or from the grid's constants.
    std::optional<double> number(const Panel& panel, const std::string& key, std::size_t row = 0,
                                 std::size_t column = 0) const;
    std::string text(const Panel& panel, const std::string& key) const;

    /// Text that distinguishes this panel from the others: "allreduce/swing, ring-uni,
    /// per_step_latency 100 ns"; the name of the grid if there is none.
    std::string title(const Panel& panel) const;
    /// Text of the values that all points of the grid share: "nodes 64, topology ring-uni,
    /// bandwidth 800 Gbps".
    std::string constants() const;

  private:
    std::vector<double> read(const Panel& panel, const engine::ArrayGroup& source,
                             const std::string& column) const;
    /// A slab of a column; small columns, and the parts that next panels share, are read once.
    std::vector<double> read_kept(const std::string& path, const std::string& column,
                                  const std::vector<std::size_t>& shape,
                                  const engine::Slab& slab) const;
    /// Any group of the grid; its attributes are those of the grid.
    const engine::ArrayGroup& any_group() const;

    const engine::ResultFile* file_;
    std::string name_;
    std::vector<std::string> schedulers_;
    std::vector<engine::Axis> axes_;
    struct Kept {
        engine::Slab slab;
        std::vector<double> values;
    };
    mutable std::map<std::pair<std::string, std::string>, Kept> kept_;
    mutable std::size_t kept_numbers_ = 0;
};

}  // namespace lightsweep::analysis
