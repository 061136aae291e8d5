#pragma once
// Reads the rows of a group one after another: labels of the axes, then the columns.

#include <functional>
#include <string>
#include <vector>

#include "analysis/reports/table_report.hpp"

namespace lightsweep::analysis {

/// One field of a row: a number with the unit of its column, or a name.
struct Field {
    double number = 0;
    std::string unit, name;  ///< name is empty for numbers
    bool whole = false;      ///< true: an integer, printed in full
};

/// Reads a group row by row, with one row of the fastest axis in memory.
class GroupRows {
  public:
    /// Throws BadInput for an unknown group, column or key.
    GroupRows(const engine::ResultFile& file, const TableOptions& options);

    /// Names of the fields: the axes (a zipped axis gives its keys), then the columns.
    const std::vector<std::string>& header() const { return header_; }
    /// Number of the fields that are axes.
    std::size_t n_axes() const { return header_.size() - columns_.size(); }
    /// Units of the fields, "" for names and counts.
    const std::vector<std::string>& units() const { return units_; }

    using Act = std::function<bool(const std::vector<Field>& row)>;
    /// Calls act for every row that meets the conditions, until it returns false.
    void for_each(const Act& act) const;

  private:
    void choose_columns(const std::vector<engine::Column>& columns, const TableOptions& options);
    void check_conditions(const TableOptions& options) const;
    bool allowed(const engine::Axis& axis, std::size_t i) const;
    bool allowed(const engine::Column& column, const Field& field) const;
    std::vector<Field> labels(const std::vector<std::size_t>& indices) const;
    bool visit(std::vector<std::size_t>& indices, std::size_t axis, const Act& act) const;
    bool visit_points(const std::vector<std::size_t>& indices, const Act& act) const;
    bool visit_list(const std::vector<std::size_t>& indices, const Act& act) const;
    std::vector<std::vector<Field>> read_fields(const engine::Slab& slab) const;

    const engine::ResultFile* file_;
    std::string path_;
    bool ragged_ = false;
    std::vector<engine::Axis> axes_;
    std::vector<engine::Column> columns_;
    std::vector<RowCondition> where_;
    std::vector<std::string> header_, units_;
};

/// The path of the group that a user's name means: the name itself, or the name under grids/.
/// Throws BadInput with the groups of the file.
std::string find_group(const engine::ResultFile& file, std::string name);

}  // namespace lightsweep::analysis
