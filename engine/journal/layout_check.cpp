#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>

#include "engine/io/errors.hpp"
#include "engine/journal/layout.hpp"

namespace lightsweep::engine {
namespace {

constexpr std::size_t largest_chunk_bytes = std::size_t{1} << 30;

// Collects the faults of one layout, so that all are reported together.
class Faults {
  public:
    void add(const std::string& place, const std::string& what) {
        text_ += (text_.empty() ? "" : "\n") + place + ": " + what;
    }
    void throw_if_any() const {
        if (!text_.empty()) throw BadInput(text_);
    }

  private:
    std::string text_;
};

bool representable(double fill, ElementType type) {
    if (type == ElementType::f64) return true;
    if (std::isnan(fill) || fill != std::floor(fill)) return false;
    switch (type) {
        case ElementType::i32:
            return std::abs(fill) <= std::numeric_limits<std::int32_t>::max();
        case ElementType::i8:
            return fill >= -128 && fill <= 127;
        default:
            return fill >= 0 && fill < 18446744073709551616.0;
    }
}

void check_column(const Column& column, const std::string& place, Faults& faults) {
    if (column.width == 0) faults.add(place, "width = 0: at least 1 element per point is needed");
    if (column.width > 1 && column.width_name.empty())
        faults.add(place, "width = " + std::to_string(column.width) +
                              " without a width_name: name the trailing dimension");
    if (!representable(column.fill, column.type))
        faults.add(place, "fill = " + std::to_string(column.fill) +
                              " does not fit the column's type: choose an integer in its range");
    if (!column.flags.empty() && column.type != ElementType::i8 && column.type != ElementType::i32)
        faults.add(place, "flags need an i8 or i32 column");
    for (const auto& flag : column.flags)
        if (flag.second.empty() || flag.second.find(' ') != std::string::npos)
            faults.add(place, "flag '" + flag.second + "': write it as one word (CF)");
}

class NameCheck {
  public:
    NameCheck(const std::string& group, Faults& faults) : group_(group), faults_(faults) {}

    void add(const std::string& name) {
        if (name.empty() || name.find('/') != std::string::npos)
            faults_.add(group_, "name '" + name + "': must not be empty nor hold a slash");
        if (!names_.insert(name).second)
            faults_.add(group_, "name '" + name + "' is used twice: rename one of them");
    }
    // Columns may share a trailing dimension of one length.
    void add_width(const Column& column) {
        if (!column.has_width_dimension()) return;
        const auto [known, is_new] = widths_.try_emplace(column.width_name, column.width);
        if (is_new) add(column.width_name);
        if (known->second != column.width)
            faults_.add(group_ + "." + column.name, "width = " + std::to_string(column.width) +
                                                        ", but dimension '" + column.width_name +
                                                        "' has " + std::to_string(known->second) +
                                                        ": use another width_name");
    }

  private:
    const std::string& group_;
    Faults& faults_;
    std::set<std::string> names_;
    std::map<std::string, std::size_t> widths_;
};

template <class Group>
void check_names(const Group& group, bool ragged, Faults& faults) {
    NameCheck names(group.path, faults);
    if (ragged)
        for (const char* name : {"offset", "count", "element"}) names.add(name);
    for (const auto& axis : group.axes) {
        names.add(axis.index.name);
        for (const auto& coordinate : axis.auxiliary) names.add(coordinate.name);
    }
    for (const auto& column : group.columns) {
        names.add(column.name);
        names.add_width(column);
        check_column(column, group.path + "." + column.name, faults);
    }
}

void check_axes(const std::vector<Axis>& axes, const std::string& place, Faults& faults) {
    for (const auto& axis : axes) {
        if (axis.size() == 0) faults.add(place + "." + axis.index.name, "has no values: give one");
        for (const auto& coordinate : axis.auxiliary)
            if (coordinate.size() != axis.size())
                faults.add(place + "." + coordinate.name,
                           "has " + std::to_string(coordinate.size()) + " values, its axis '" +
                               axis.index.name + "' " + std::to_string(axis.size()) +
                               ": zipped keys need equal lengths");
    }
}

void check_chunk(const ArrayGroup& group, Faults& faults) {
    if (group.chunk.size() != group.axes.size()) {
        faults.add(group.path, "chunk has " + std::to_string(group.chunk.size()) +
                                   " dimensions, the group " + std::to_string(group.axes.size()));
        return;
    }
    for (std::size_t axis = 0; axis < group.axes.size(); ++axis)
        if (group.chunk[axis] == 0 || group.chunk[axis] > group.axes[axis].size())
            faults.add(group.path + "." + group.axes[axis].index.name,
                       "chunk = " + std::to_string(group.chunk[axis]) + ": choose 1 to " +
                           std::to_string(group.axes[axis].size()));
    for (const auto& column : group.columns)
        if (product(group.chunk) >
            largest_chunk_bytes / std::max<std::size_t>(1, column.point_bytes()))
            faults.add(group.path + "." + column.name,
                       "a chunk is larger than 1 GiB: choose a smaller chunk");
}

void check_path(const std::string& path, std::set<std::string>& paths, Faults& faults) {
    if (path.empty() || path.front() == '/' || path.back() == '/' ||
        path.find("//") != std::string::npos)
        faults.add("group '" + path + "'", "write the path as a/b, without slashes at its ends");
    if (path == "timing")
        faults.add("group '" + path + "'",
                   "timing is the engine's own group: choose timing/<name> or another one");
    if (!paths.insert(path).second)
        faults.add("group '" + path + "'", "is declared twice: rename one of them");
}

// Beyond it, numbers of points and tasks would not be exact.
void check_size(const Layout& layout, Faults& faults) {
    constexpr double most_points = 9007199254740992.0;  // 2^53
    double points = 0;
    const auto add = [&](const auto& group) {
        double product = 1;
        for (const auto& axis : group.axes) product *= static_cast<double>(axis.size());
        points += product;
    };
    std::ranges::for_each(layout.arrays, add);
    std::ranges::for_each(layout.ragged, add);
    if (points > most_points)
        faults.add("the sweep", "has " + std::to_string(points) +
                                    " points, at most 2^53 can be counted: choose smaller axes");
}

}  // namespace

void check(const Layout& layout) {
    Faults faults;
    std::set<std::string> paths;
    for (const auto& group : layout.arrays) {
        check_path(group.path, paths, faults);
        if (group.columns.empty()) faults.add(group.path, "has no columns: declare one");
        check_axes(group.axes, group.path, faults);
        check_names(group, false, faults);
        check_chunk(group, faults);
    }
    for (const auto& group : layout.ragged) {
        check_path(group.path, paths, faults);
        if (group.columns.empty()) faults.add(group.path, "has no columns: declare one");
        if (group.axes.empty()) faults.add(group.path, "a ragged group needs at least one axis");
        check_axes(group.axes, group.path, faults);
        check_names(group, true, faults);
    }
    check_size(layout, faults);
    faults.throw_if_any();
}

}  // namespace lightsweep::engine
