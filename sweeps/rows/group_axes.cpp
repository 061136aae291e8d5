#include "sweeps/rows/group_axes.hpp"

#include <algorithm>
#include <cmath>

#include "sweeps/studies/study.hpp"

namespace lightsweep::sweeps {

namespace {

using engine::Coordinate;

std::string meaning_of(const std::string& key) {
    for (const auto& entry : standard_keys())
        if (entry.name == key) return entry.description;
    for (const auto& study : study_table())
        for (const auto& entry : study.entry.keys)
            if (entry.name == key) return entry.description;
    return key;
}

/// Whether a count is stored as an integer; a few counts are fractions.
bool is_whole(const AxisValues& axis) {
    if (axis.kind != Kind::count && axis.kind != Kind::flag) return false;
    return std::all_of(axis.numbers.begin(), axis.numbers.end(),
                       [](double value) { return value == std::trunc(value); });
}

Coordinate coordinate(const AxisValues& axis) {
    Coordinate result{axis.key, std::string(texts_of(axis.kind).unit), meaning_of(axis.key), {}};
    if (!is_numeric(axis.kind))
        result.values = axis.labels;
    else if (is_whole(axis))
        result.values = std::vector<std::int64_t>(axis.numbers.begin(), axis.numbers.end());
    else
        result.values = axis.numbers;
    return result;
}

}  // namespace

engine::Axis axis_of(const GridDimension& dimension) {
    if (dimension.axes.size() == 1) return {coordinate(dimension.axes.front()), {}};
    engine::Axis axis;
    std::vector<std::int64_t> index(dimension.size());
    for (std::size_t i = 0; i < index.size(); ++i) index[i] = static_cast<std::int64_t>(i);
    axis.index = {dimension.name, "1", "index of keys that vary together", std::move(index)};
    for (const auto& zipped : dimension.axes) axis.auxiliary.push_back(coordinate(zipped));
    return axis;
}

engine::Attributes constants_of(const Sweep& sweep, const GridSpec& grid) {
    engine::Attributes attributes;
    if (!sweep.rules.empty()) attributes["rules"] = sweep.rules;
    for (const auto& [key, axis] : grid.constants) {
        if (is_whole(axis))
            attributes[key] = static_cast<std::int64_t>(axis.numbers.front());
        else if (is_numeric(axis.kind))
            attributes[key] = axis.numbers.front();
        else
            attributes[key] = axis.labels.front();
    }
    std::string pool;
    for (const auto& member : grid.pool) pool += (pool.empty() ? "" : ", ") + member.text;
    if (!pool.empty()) attributes["pool"] = pool;
    if (!pool.empty()) attributes["switching"] = grid.switching.word;
    if (grid.where) attributes["where"] = grid.where->text();
    return attributes;
}

}  // namespace lightsweep::sweeps
