#include "engine/journal/layout.hpp"

#include <algorithm>

namespace lightsweep::engine {
namespace {

std::vector<std::size_t> shape_of(const std::vector<Axis>& axes) {
    std::vector<std::size_t> shape;
    for (const auto& axis : axes) shape.push_back(axis.size());
    return shape;
}

// Length of equal parts of `length`, each at most `limit`.
std::size_t equal_part(std::size_t length, std::size_t limit) {
    const std::size_t n_parts = (length + limit - 1) / limit;
    return (length + n_parts - 1) / n_parts;
}

}  // namespace

std::size_t size_of(ElementType type) {
    switch (type) {
        case ElementType::i32:
            return 4;
        case ElementType::i8:
            return 1;
        default:
            return 8;
    }
}

std::size_t Coordinate::size() const {
    return std::visit([](const auto& list) { return list.size(); }, values);
}

std::size_t Axis::size() const {
    return index.size();
}

std::vector<std::size_t> ArrayGroup::shape() const {
    return shape_of(axes);
}

std::vector<std::size_t> ArrayGroup::chunk_grid() const {
    std::vector<std::size_t> grid = shape();
    for (std::size_t axis = 0; axis < grid.size(); ++axis)
        grid[axis] = (grid[axis] + chunk[axis] - 1) / chunk[axis];
    return grid;
}

std::vector<std::size_t> RaggedGroup::shape() const {
    return shape_of(axes);
}

bool is_timing(const std::string& path) {
    return path == "timing" || path.starts_with("timing/");
}

std::size_t product(const std::vector<std::size_t>& extents) {
    std::size_t result = 1;
    for (const std::size_t extent : extents) result *= extent;
    return result;
}

std::vector<std::size_t> choose_chunk(std::vector<std::size_t> shape, std::size_t structural_axes,
                                      std::size_t target_points) {
    std::vector<std::size_t> chunk(shape.size(), 1);
    std::size_t points = 1;
    for (std::size_t axis = shape.size(); axis-- > 0;) {
        const bool structural = axis < structural_axes;
        const std::size_t budget =
            std::max<std::size_t>(1, structural ? target_points / 16 : target_points);
        const std::size_t room = budget / points;
        if (shape[axis] == 1) continue;
        if (room <= 1) break;
        chunk[axis] = shape[axis] <= room ? shape[axis] : equal_part(shape[axis], room);
        points *= chunk[axis];
        if (chunk[axis] < shape[axis]) break;
    }
    return chunk;
}

double raw_bytes(const Layout& layout) {
    double bytes = 0;
    for (const auto& group : layout.arrays)
        for (const auto& column : group.columns)
            bytes += static_cast<double>(product(group.shape())) *
                     static_cast<double>(column.point_bytes());
    for (const auto& group : layout.ragged)
        bytes += 16.0 * static_cast<double>(product(group.shape()));
    return bytes;
}

}  // namespace lightsweep::engine
