#pragma once
// One grid of a result file as a set of maps: the groups of its schedulers, read by the names of
// their axes, so that a group that lacks an axis is repeated along it.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/result_file.hpp"

namespace lightsweep::analysis {

/// Index along axes, by the name of the dimension.
using Place = std::map<std::string, std::size_t>;

/// True if every coordinate of the axis is a physical quantity (seconds, bytes, bytes/s): such axes
/// are swept within one structure, all others (names, counts) are structural.
bool is_parametric(const engine::Axis& axis);

/// The i-th value along a coordinate as text for people: "8 MiB", "ring-uni", "64".
std::string label(const engine::Coordinate& coordinate, std::size_t i);

/// The unit in which `readable` writes all its values: sizes in powers of 1000 if some were given
/// so.
std::string unit_for(const engine::Coordinate& coordinate);

/// The i-th value of a numeric coordinate in SI; nothing for names.
std::optional<double> number_at(const engine::Coordinate& coordinate, std::size_t i);

/// One rectangle of a grid: fixed on all axes but two (or one, or none).
///
/// outer    index along every other axis
/// rows     the slower axis of the map, null if there is none (n_rows is then 1)
/// columns  the faster one
struct Panel {
    Place outer;
    const engine::Axis* rows = nullptr;
    const engine::Axis* columns = nullptr;

    std::size_t n_rows() const { return rows ? rows->size() : 1; }
    std::size_t n_columns() const { return columns ? columns->size() : 1; }
    std::size_t size() const { return n_rows() * n_columns(); }
};

/// Code of a status by its name, -1 if the group has none.
double status_code(const engine::ArrayGroup& group, const std::string& name);

/// Names of the grids of a file, in its order; those of lists alone are known by their /points.
std::vector<std::string> grid_names(const engine::ResultFile& file);
/// The same; throws BadInput where there is none, as in files of studies alone.
std::vector<std::string> need_grids(const engine::ResultFile& file);

/// A view on a grid; the file must outlive it.
class GridView {
  public:
    /// Throws BadInput when the file has no such grid, and names those that it has.
    GridView(const engine::ResultFile& file, const std::string& name);

    const std::string& name() const { return name_; }
    const engine::ResultFile& file() const { return *file_; }

    /// Schedulers with results, in the order of ties: static, every-step, threshold, addanki,
    /// addanki-milp, then the others as they stand in the file.
    const std::vector<std::string>& schedulers() const { return schedulers_; }
    bool has(const std::string& scheduler) const;
    /// The group of a scheduler (or "best"), or null.
    const engine::ArrayGroup* group(const std::string& scheduler) const;

    /// Schedulers with schedules in /envelopes, in the order of ties; formulas, which nobody can
    /// carry out, are left out.
    std::vector<std::string> listed_schedulers() const;
    /// Whether the file holds lists of schedules and no scheduler's times (results = false).
    bool is_of_lists() const { return schedulers_.empty(); }
    /// 1 where the panel's point is part of the sweep; empty if the file does not say (all are).
    std::vector<double> selected(const Panel& panel) const;

    /// Every axis that some scheduler reads, outermost first.
    const std::vector<engine::Axis>& axes() const { return axes_; }

    /// The panels over all combinations of the axes other than `rows` and `columns` (both may be
    /// null; otherwise they point into `axes`).
    static std::vector<Panel> panels(const std::vector<engine::Axis>& axes,
                                     const engine::Axis* rows, const engine::Axis* columns);
    /// As above with the last parametric axis that has more than one value (the delay, where it
    /// varies) along the columns, and along the rows the message size or, without one, the
    /// parametric axis before.
    static std::vector<Panel> panels(const std::vector<engine::Axis>& axes);
    /// The panels would point into axes that are gone.
    static std::vector<Panel> panels(std::vector<engine::Axis>&&) = delete;

    /// A column of a scheduler's group (or of "best") over the panel, row by row; reads the slab
    /// that it needs and no more. Throws BadInput for a column that the file does not hold.
    std::vector<double> read(const Panel& panel, const std::string& scheduler,
                             const std::string& column) const;

    /// A key's number [SI] or text at a cell: from an axis or from the constants of the grid.
    std::optional<double> number(const Panel& panel, const std::string& key, std::size_t row = 0,
                                 std::size_t column = 0) const;
    std::string text(const Panel& panel, const std::string& key) const;

    /// "allreduce/swing, ring-uni, per_step_latency 100 ns": what tells this panel from the others;
    /// the name of the grid if nothing does.
    std::string title(const Panel& panel) const;
    /// "nodes 64, topology ring-uni, bandwidth 800 Gbps": what all points of the grid share.
    std::string constants() const;

  private:
    std::vector<double> read(const Panel& panel, const engine::ArrayGroup& source,
                             const std::string& column) const;
    /// Its attributes are those of the grid.
    const engine::ArrayGroup& any_group() const;

    const engine::ResultFile* file_;
    std::string name_;
    std::vector<std::string> schedulers_;
    std::vector<engine::Axis> axes_;
};

}  // namespace lightsweep::analysis
