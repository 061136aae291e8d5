#include "analysis/reports/group_rows.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "analysis/read/grid_view.hpp"
#include "analysis/reports/comparison.hpp"
#include "engine/io/errors.hpp"

namespace lightsweep::analysis {

namespace {

Field field_of(const engine::Coordinate& coordinate, std::size_t i) {
    const auto number = number_at(coordinate, i);
    if (!number) return {0, "", label(coordinate, i), false};
    return {*number, coordinate.units, "",
            std::holds_alternative<std::vector<std::int64_t>>(coordinate.values)};
}

/// A code as its name; a code without a name as a number.
Field flag_field(const engine::Column& column, double code) {
    for (const auto& [value, name] : column.flags)
        if (value == static_cast<int>(code)) return {code, "", name, false};
    return {code, "1", "", true};
}

/// Words of a bit mask, the last word first: 0x1f, or 0x1:0000000000000000 for bit 64.
Field mask_field(const std::uint64_t* words, std::size_t width) {
    std::string text;
    for (std::size_t w = width; w-- > 0;) {
        char digits[24];
        const bool leading = text.empty();
        if (leading && words[w] == 0 && w > 0) continue;
        std::snprintf(digits, sizeof digits, leading ? "0x%llx" : ":%016llx",
                      static_cast<unsigned long long>(words[w]));
        text += digits;
    }
    return {0, "", text, false};
}

}  // namespace

std::string find_group(const engine::ResultFile& file, std::string name) {
    while (!name.empty() && name.front() == '/') name.erase(0, 1);
    while (!name.empty() && name.back() == '/') name.pop_back();
    for (const auto& path : {name, "grids/" + name})
        if (file.array(path) || file.ragged(path)) return path;
    std::vector<std::string> known;
    for (const auto& group : file.layout().arrays) known.push_back(group.path);
    for (const auto& group : file.layout().ragged) known.push_back(group.path);
    throw engine::BadInput(file.path() + ": no group '" + name + "'; give one of " + joined(known));
}

GroupRows::GroupRows(const engine::ResultFile& file, const TableOptions& options)
    : file_(&file), path_(find_group(file, options.group)), where_(options.where) {
    const auto* array = file.array(path_);
    const auto* list = file.ragged(path_);
    ragged_ = array == nullptr;
    axes_ = array ? array->axes : list->axes;
    for (const auto& axis : axes_)
        for (const auto& one : coordinates_of(axis)) {
            header_.push_back(one.name);
            units_.push_back(number_at(one, 0) && one.units != "1" ? one.units : "");
        }
    choose_columns(array ? array->columns : list->columns, options);
    check_conditions(options);
}

void GroupRows::choose_columns(const std::vector<engine::Column>& columns,
                               const TableOptions& options) {
    std::vector<std::string> known;
    for (const auto& column : columns) known.push_back(column.name);
    for (const auto& name : options.columns.empty() ? known : options.columns) {
        const auto* found = column_called(columns, name);
        if (!found)
            throw engine::BadInput("--columns " + name + ": no such column in /" + path_ +
                                   "; it has " + joined(known));
        columns_.push_back(*found);
        header_.push_back(name);
        units_.push_back(columns_.back().units == "1" ? "" : columns_.back().units);
    }
}

void GroupRows::check_conditions(const TableOptions& options) const {
    for (const auto& condition : options.where) {
        const auto* column = column_called(columns_, condition.key);
        const auto end = header_.begin() + static_cast<std::ptrdiff_t>(n_axes());
        if ((column && !column->flags.empty()) ||
            std::find(header_.begin(), end, condition.key) != end)
            continue;
        throw engine::BadInput(
            "--where " + condition.key + "=" + condition.text + ": /" + path_ +
            " has no axis and shows no column of names called so; its axes are " +
            joined({header_.begin(), end}));
    }
}

bool GroupRows::allowed(const engine::Axis& axis, std::size_t i) const {
    for (const auto& one : coordinates_of(axis))
        for (const auto& condition : where_)
            if (condition.key == one.name && !meets(condition, one, i)) return false;
    return true;
}

bool GroupRows::allowed(const engine::Column& column, const Field& field) const {
    return std::ranges::all_of(where_, [&](const RowCondition& condition) {
        return condition.key != column.name || column.flags.empty() || field.name == condition.text;
    });
}

std::vector<Field> GroupRows::labels(const std::vector<std::size_t>& indices) const {
    std::vector<Field> fields;
    for (std::size_t a = 0; a < axes_.size(); ++a)
        for (const auto& one : coordinates_of(axes_[a]))
            fields.push_back(field_of(one, indices[a]));
    return fields;
}

/// A number; equal to the fill value means missing.
Field number_field(const engine::Column& column, double value) {
    const bool whole = column.type != engine::ElementType::f64;
    if (whole && value == column.fill)
        return {std::numeric_limits<double>::quiet_NaN(), column.units, "", false};
    return {value, column.units, "", whole};
}

/// Fields of every chosen column over a slab of points or list elements.
std::vector<std::vector<Field>> GroupRows::read_fields(const engine::Slab& points) const {
    std::vector<std::vector<Field>> all;
    for (const auto& column : columns_) {
        engine::Slab slab = points;
        if (column.has_width_dimension()) {
            slab.start.push_back(0);
            slab.count.push_back(column.width);
        }
        std::vector<Field> fields;
        if (column.has_width_dimension()) {
            if (column.type != engine::ElementType::u64)
                throw engine::IoError(file_->path() + ": " + path_ + "/" + column.name +
                                      " does not hold words of bits: another program has altered "
                                      "the file; restore a copy");
            const auto words = file_->read_u64(path_, column.name, slab);
            for (std::size_t i = 0; i < words.size(); i += column.width)
                fields.push_back(mask_field(words.data() + i, column.width));
        } else {
            for (const double value : file_->read_f64(path_, column.name, slab))
                fields.push_back(column.flags.empty() ? number_field(column, value)
                                                      : flag_field(column, value));
        }
        all.push_back(std::move(fields));
    }
    return all;
}

void GroupRows::for_each(const Act& act) const {
    std::vector<std::size_t> indices(axes_.size(), 0);
    visit(indices, 0, act);
}

/// Visits all axes of a list, and all but the last axis of an array, which is read as a whole.
bool GroupRows::visit(std::vector<std::size_t>& indices, std::size_t axis, const Act& act) const {
    const std::size_t walked = ragged_ || axes_.empty() ? axes_.size() : axes_.size() - 1;
    if (axis == walked) return ragged_ ? visit_list(indices, act) : visit_points(indices, act);
    for (std::size_t i = 0; i < axes_[axis].size(); ++i) {
        indices[axis] = i;
        if (allowed(axes_[axis], i) && !visit(indices, axis + 1, act)) return false;
    }
    return true;
}

bool GroupRows::visit_points(const std::vector<std::size_t>& indices, const Act& act) const {
    engine::Slab slab{indices, std::vector<std::size_t>(indices.size(), 1)};
    if (!axes_.empty()) slab.count.back() = axes_.back().size();
    const auto columns = read_fields(slab);
    auto place = indices;
    for (std::size_t i = 0; i < engine::product(slab.count); ++i) {
        if (!axes_.empty()) place.back() = i;
        if (!axes_.empty() && !allowed(axes_.back(), i)) continue;
        auto row = labels(place);
        bool wanted = true;
        for (std::size_t c = 0; c < columns.size(); ++c) {
            wanted = wanted && allowed(columns_[c], columns[c][i]);
            row.push_back(columns[c][i]);
        }
        if (wanted && !act(row)) return false;
    }
    return true;
}

bool GroupRows::visit_list(const std::vector<std::size_t>& indices, const Act& act) const {
    const engine::Slab place{indices, std::vector<std::size_t>(indices.size(), 1)};
    const auto offset = file_->read_i64(path_, "offset", place).front();
    const auto count = file_->read_i64(path_, "count", place).front();
    if (count <= 0) return true;
    const auto columns =
        read_fields({{static_cast<std::size_t>(offset)}, {static_cast<std::size_t>(count)}});
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
        auto row = labels(indices);
        for (const auto& column : columns) row.push_back(column[i]);
        if (!act(row)) return false;
    }
    return true;
}

}  // namespace lightsweep::analysis
