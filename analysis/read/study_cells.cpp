#include "analysis/read/study_cells.hpp"

#include <algorithm>
#include <limits>

#include "analysis/read/grid_view.hpp"

namespace lightsweep::analysis {

namespace {

StudyCell constants_of(const engine::ArrayGroup& group) {
    StudyCell cell{{}, {}, 0};
    for (const auto& [key, value] : group.attributes)
        if (const auto number = number_in(group.attributes, key))
            cell.numbers[key] = *number;
        else
            cell.names[key] = text_in(group.attributes, key);
    return cell;
}

void note(StudyCell& cell, const engine::Coordinate& coordinate, std::size_t i) {
    if (const auto number = number_at(coordinate, i))
        cell.numbers[coordinate.name] = *number;
    else
        cell.names[coordinate.name] = label(coordinate, i);
}

/// Sets the keys of the flat index along every axis; the last axis is the fastest.
void place(StudyCell& cell, const std::vector<engine::Axis>& axes, std::size_t flat) {
    for (std::size_t a = axes.size(); a-- > 0;) {
        const std::size_t i = flat % axes[a].size();
        flat /= axes[a].size();
        note(cell, axes[a].index, i);
        for (const auto& one : axes[a].auxiliary) note(cell, one, i);
    }
}

}  // namespace

double StudyCell::number(const std::string& key) const {
    const auto found = numbers.find(key);
    return found == numbers.end() ? std::numeric_limits<double>::quiet_NaN() : found->second;
}

std::string StudyCell::name(const std::string& key) const {
    const auto found = names.find(key);
    return found == names.end() ? "" : found->second;
}

std::vector<StudyCell> study_cells(const engine::ResultFile& file, const std::string& group,
                                   const std::string& column) {
    const auto* array = file.array(group);
    const auto is_it = [&](const engine::Column& one) { return one.name == column; };
    if (!array || std::none_of(array->columns.begin(), array->columns.end(), is_it)) return {};
    const StudyCell constants = constants_of(*array);
    const auto values = file.read_f64(group, column);
    std::vector<StudyCell> cells;
    for (std::size_t i = 0; i < values.size(); ++i) {
        cells.push_back(constants);
        cells.back().value = values[i];
        place(cells.back(), array->axes, i);
    }
    return cells;
}

std::vector<std::string> studies_of(const engine::ResultFile& file, const std::string& kind) {
    std::vector<std::string> paths;
    for (const auto& group : file.layout().arrays)
        if (group.path.rfind("studies/", 0) == 0 && text_in(group.attributes, "study") == kind)
            paths.push_back(group.path);
    return paths;
}

}  // namespace lightsweep::analysis
