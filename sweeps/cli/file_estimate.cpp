#include "sweeps/cli/file_estimate.hpp"

#include <cmath>
#include <numeric>
#include <variant>

namespace lightsweep::sweeps {

namespace {

constexpr double fixed_bytes = 20e3;  // root, timing, intermediate groups
constexpr double group_bytes = 3e3, dataset_bytes = 0.9e3;
constexpr double compression = 0.2, wide_compression = 0.03;
// Nodes of the tree are rarely full, because a new chunk splits the last one.
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

double bytes_of(const engine::ArrayGroup& group) {
    double bytes = group_bytes + axis_bytes(group.axes);
    const double chunks = count(group.chunk_grid());
    for (const auto& column : group.columns) {
        const bool wide = column.has_width_dimension();
        const double rank = static_cast<double>(group.axes.size()) + (wide ? 1 : 0);
        bytes += dataset_bytes + (rank > 0 ? index_bytes(chunks, rank) : 0) +
                 (wide ? wide_compression : compression) * count(group.shape()) *
                     static_cast<double>(column.point_bytes());
    }
    return bytes;
}

/// Bytes of a ragged group without the content of its lists.
double bytes_of(const engine::RaggedGroup& group) {
    double bytes = group_bytes + axis_bytes(group.axes);
    for (const auto& column : group.columns)
        bytes += dataset_bytes + index_bytes(1, column.has_width_dimension() ? 2 : 1);
    return bytes + 2 * (dataset_bytes + 8 * count(group.shape()));
}

}  // namespace

double estimate_file(const engine::Layout& layout, const std::vector<double>& list_bytes) {
    double bytes = fixed_bytes + text_bytes(layout.attributes);
    for (const auto& group : layout.arrays) bytes += bytes_of(group);
    for (const auto& group : layout.ragged) bytes += bytes_of(group);
    return std::accumulate(list_bytes.begin(), list_bytes.end(), bytes);
}

}  // namespace lightsweep::sweeps
