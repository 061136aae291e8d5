#include "sweeps/cli/file_estimate.hpp"

#include <cmath>
#include <variant>

namespace lightsweep::sweeps {

namespace {

constexpr double file_bytes = 20e3;  // root, timing, intermediate groups
constexpr double group_bytes = 3e3, dataset_bytes = 0.9e3;
constexpr double best_compression = 0.05;
// Nodes of the tree are seldom full: new chunks split the last one.
constexpr double children = 64, filled = 48;

double count(const std::vector<std::size_t>& shape) {
    return static_cast<double>(engine::product(shape));
}

double index_bytes(double chunks, double rank) {
    const double node = 24 + 8 * children + (children + 1) * 8 * (rank + 2);
    return node * std::ceil(chunks / filled);
}

double text_bytes(const engine::Attributes& attributes) {
    double bytes = 0;
    for (const auto& [name, value] : attributes)
        if (const auto* text = std::get_if<std::string>(&value))
            bytes += static_cast<double>(text->size());
    return bytes;
}

double axis_bytes(const std::vector<engine::Axis>& axes) {
    double bytes = 0;
    for (const auto& axis : axes) {
        const double scales = 1 + static_cast<double>(axis.auxiliary.size());
        bytes += scales * (dataset_bytes + 8 * static_cast<double>(axis.size()));
    }
    return bytes;
}

void add_array(const engine::ArrayGroup& group, FileEstimate& sum) {
    double fixed = group_bytes + axis_bytes(group.axes), data = 0;
    const double chunks = count(group.chunk_grid());
    for (const auto& column : group.columns) {
        const double rank =
            static_cast<double>(group.axes.size()) + (column.has_width_dimension() ? 1 : 0);
        fixed += dataset_bytes + (rank > 0 ? index_bytes(chunks, rank) : 0);
        data += count(group.shape()) * static_cast<double>(column.point_bytes());
    }
    sum.least += fixed + best_compression * data;
    sum.most += fixed + data;
}

void add_lists(const engine::RaggedGroup& group, FileEstimate& sum) {
    double fixed = group_bytes + axis_bytes(group.axes), element = 0, steps = 1;
    for (const auto& column : group.columns) {
        fixed += dataset_bytes + index_bytes(1, column.has_width_dimension() ? 2 : 1);
        element += static_cast<double>(column.point_bytes());
        // A bit per step: words tell how many steps there can be.
        if (column.has_width_dimension()) steps = 64 * static_cast<double>(column.width);
    }
    const double lists = count(group.shape());
    fixed += 2 * (dataset_bytes + 8 * lists);
    sum.least += fixed + best_compression * lists * element;
    sum.most += fixed + lists * (steps + 1) * element;
}

}  // namespace

FileEstimate estimate_file(const engine::Layout& layout) {
    const double root = file_bytes + text_bytes(layout.attributes);
    FileEstimate sum{root, root};
    for (const auto& group : layout.arrays) add_array(group, sum);
    for (const auto& group : layout.ragged) add_lists(group, sum);
    return sum;
}

}  // namespace lightsweep::sweeps
