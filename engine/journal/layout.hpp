#pragma once
// Layout of a result file: its groups, axes, columns and chunks, known before any work is done.
// `fields` are what journal records hold of each (archive.hpp).

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

namespace lightsweep::engine {

/// Type of one stored element.
enum class ElementType { f64, i32, i8, u64 };

/// Bytes of one element: 8, 4, 1, 8.
std::size_t size_of(ElementType type);

/// A one-dimensional list of labels along an axis. Units are CF strings ("s", "B", "B/s", "1").
struct Coordinate {
    std::string name, units, long_name;
    std::variant<std::vector<double>, std::vector<std::int64_t>, std::vector<std::string>> values;

    /// Number of labels.
    std::size_t size() const;
    bool operator==(const Coordinate&) const = default;
    friend auto fields(Coordinate& c) { return std::tie(c.name, c.units, c.long_name, c.values); }
};

/// One dimension of a group. Keys that vary together (zipped) share it; `index` then counts 0 ..
/// k-1, and every key is an auxiliary coordinate of the same length.
struct Axis {
    Coordinate index;
    std::vector<Coordinate> auxiliary;

    /// Length of the dimension, >= 1 in a valid layout.
    std::size_t size() const;
    bool operator==(const Axis&) const = default;
    friend auto fields(Axis& axis) { return std::tie(axis.index, axis.auxiliary); }
};

/// One array of a group.
///
///   fill    value of every element that was not computed. It must be representable in `type`; for
///           f64 and i32 no result may have it (readers show it as missing)
///   flags   codes and their names (CF flag_values / flag_meanings); for i8 and i32 only
///   width   elements per point. Above 1, or with a width_name, the array has a trailing dimension
///           of that length and name (for instance words of a bit mask)
struct Column {
    std::string name, units, long_name;
    ElementType type = ElementType::f64;
    double fill = 0;
    std::vector<std::pair<int, std::string>> flags;
    std::size_t width = 1;
    std::string width_name;

    bool has_width_dimension() const { return width > 1 || !width_name.empty(); }
    /// Bytes of one point: element size times width.
    std::size_t point_bytes() const { return size_of(type) * width; }
    bool operator==(const Column&) const = default;
    friend auto fields(Column& c) {
        return std::tie(c.name, c.units, c.long_name, c.type, c.fill, c.flags, c.width,
                        c.width_name);
    }
};

using Attribute = std::variant<std::string, double, std::int64_t>;
using Attributes = std::map<std::string, Attribute>;

/// Arrays over the same axes, stored in chunks. A chunk is the unit of work: one task fills one
/// chunk of every column.
///
///   path    "grids/first/second", without a leading slash
///   axes    the outermost first; no axes means a single point
///   chunk   points per chunk along each axis, same rank as axes, 1 <= chunk[i] <= axes[i].size()
struct ArrayGroup {
    std::string path;
    std::vector<Axis> axes;
    std::vector<Column> columns;
    std::vector<std::size_t> chunk;
    Attributes attributes;

    std::vector<std::size_t> shape() const;
    /// Number of chunks along each axis: ceil(shape / chunk).
    std::vector<std::size_t> chunk_grid() const;
    bool operator==(const ArrayGroup&) const = default;
    friend auto fields(ArrayGroup& g) {
        return std::tie(g.path, g.axes, g.columns, g.chunk, g.attributes);
    }
};

/// One list of variable length per point of the axes: offset and count per point, and the lists of
/// all points one after the other in row-major order of the points. One list is one task.
struct RaggedGroup {
    std::string path;
    std::vector<Axis> axes;
    std::vector<Column> columns;
    Attributes attributes;

    std::vector<std::size_t> shape() const;
    bool operator==(const RaggedGroup&) const = default;
    friend auto fields(RaggedGroup& g) { return std::tie(g.path, g.axes, g.columns, g.attributes); }
};

/// The complete content of a result file, except the values.
struct Layout {
    Attributes attributes;  ///< attributes of the root group
    std::vector<ArrayGroup> arrays;
    std::vector<RaggedGroup> ragged;

    bool operator==(const Layout&) const = default;
    friend auto fields(Layout& l) { return std::tie(l.attributes, l.arrays, l.ragged); }
};

/// Whether a group lies in /timing. Such groups hold wall-clock times, which may differ from run to
/// run and are left out of digests. The group "timing" itself belongs to the engine; workloads may
/// have others in it.
bool is_timing(const std::string& path);

/// Product of the extents; 1 for an empty list.
std::size_t product(const std::vector<std::size_t>& extents);

/// Throws BadInput if the layout cannot be written, and lists every fault with the group, the value
/// and the remedy.
void check(const Layout& layout);

/// Chunk shape of about target_points points.
///
/// Trailing axes are taken whole first. The next axis is cut into equal parts, so that the last
/// chunk is nearly full; the axes before it get 1. Between the first `structural_axes` axes the
/// cost of a point jumps, so a chunk extends over them only while it stays below target_points / 16
/// points.
///
/// Check by hand: shape {10, 1000}, 1 structural axis and target 400 give {1, 334} (three parts,
/// 0.2 % padding).
std::vector<std::size_t> choose_chunk(std::vector<std::size_t> shape, std::size_t structural_axes,
                                      std::size_t target_points);

/// Bytes of all arrays before compression; ragged groups count only with their offset and count.
double raw_bytes(const Layout& layout);

}  // namespace lightsweep::engine
