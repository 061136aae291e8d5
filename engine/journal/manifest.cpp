#include "engine/journal/manifest.hpp"

#include <xxhash.h>
#include <algorithm>
#include <cstdio>

namespace lightsweep::engine {

std::uint64_t identity_of(const std::string& fingerprint, const Layout& layout) {
    Layout structure = layout;
    structure.attributes.clear();
    for (auto& group : structure.arrays) group.attributes.clear();
    for (auto& group : structure.ragged) group.attributes.clear();
    const std::string bytes = packed(std::pair(fingerprint, structure));
    return XXH3_64bits(bytes.data(), bytes.size());
}

std::string to_hex(std::uint64_t value) {
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(value));
    return text;
}

TaskSpace::TaskSpace(const Layout& layout) : layout_(layout), first_{0} {
    for (const auto& group : layout.arrays)
        first_.push_back(first_.back() + product(group.chunk_grid()));
    for (const auto& group : layout.ragged)
        first_.push_back(first_.back() + product(group.shape()));
}

Task TaskSpace::task(std::uint64_t number) const {
    const auto next = std::ranges::upper_bound(first_, number);
    const auto group = static_cast<std::uint32_t>(next - first_.begin() - 1);
    return {group, number - first_[group]};
}

bool TaskSpace::contains(Task task) const {
    return task.group < first_.size() - 1 &&
           task.index < first_[task.group + 1] - first_[task.group];
}

const std::vector<Column>& TaskSpace::columns(Task task) const {
    return is_ragged(task) ? ragged(task).columns : array(task).columns;
}

std::vector<std::size_t> TaskSpace::origin(Task task) const {
    const auto grid = is_ragged(task) ? ragged(task).shape() : array(task).chunk_grid();
    std::vector<std::size_t> result(grid.size());
    std::uint64_t rest = task.index;
    for (std::size_t axis = grid.size(); axis-- > 0; rest /= grid[axis])
        result[axis] = rest % grid[axis] * (is_ragged(task) ? 1 : array(task).chunk[axis]);
    return result;
}

std::vector<std::size_t> TaskSpace::extent(Task task) const {
    auto result = origin(task);
    if (is_ragged(task)) return std::vector<std::size_t>(result.size(), 1);
    const ArrayGroup& group = array(task);
    for (std::size_t axis = 0; axis < result.size(); ++axis)
        result[axis] = std::min(group.chunk[axis], group.axes[axis].size() - result[axis]);
    return result;
}

std::size_t TaskSpace::points(Task task) const {
    return product(extent(task));
}

}  // namespace lightsweep::engine
