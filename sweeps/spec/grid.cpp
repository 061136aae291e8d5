#include "sweeps/spec/grid.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <set>

namespace lightsweep::sweeps {
namespace {

std::uint64_t saturating_product(std::uint64_t a, std::uint64_t b) {
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    return b != 0 && a > most / b ? most : a * b;
}

std::uint64_t product(std::span<const GridDimension> dimensions) {
    std::uint64_t points = 1;
    for (const GridDimension& dimension : dimensions) {
        points = saturating_product(points, dimension.size());
    }
    return points;
}

const AxisValues* axis_of(const GridDimension& dimension, std::string_view key) {
    const auto found = std::ranges::find_if(
        dimension.axes, [&](const AxisValues& axis) { return axis.key == key; });
    return found == dimension.axes.end() ? nullptr : &*found;
}

void put(Point& point, const AxisValues& axis, std::size_t i) {
    if (is_numeric(axis.kind)) {
        point.numbers[axis.key] = axis.numbers[i];
    } else if (axis.kind == Kind::tuple) {
        point.tuples[axis.key] = axis.tuples[i];
    } else if (axis.key != "collective" && axis.key != "primitive" && axis.key != "algorithm") {
        point.texts[axis.key] = axis.labels[i];
    }
}

}  // namespace

double Point::number(const std::string& key, double fallback) const {
    const auto found = numbers.find(key);
    return found == numbers.end() ? fallback : found->second;
}

std::string Point::text(const std::string& key, const std::string& fallback) const {
    const auto found = texts.find(key);
    return found == texts.end() ? fallback : found->second;
}

std::uint64_t GridSpec::points() const {
    return product(dimensions);
}

std::uint64_t GridSpec::structures() const {
    return product(std::span(dimensions).first(n_structural_dimensions()));
}

std::size_t GridSpec::n_structural_dimensions() const {
    const auto n =
        std::ranges::count_if(dimensions, [](const GridDimension& d) { return d.structural; });
    return static_cast<std::size_t>(n);
}

std::vector<std::size_t> GridSpec::indices(std::uint64_t point) const {
    std::vector<std::size_t> out(dimensions.size());
    for (std::size_t d = dimensions.size(); d-- > 0;) {
        out[d] = static_cast<std::size_t>(point % dimensions[d].size());
        point /= dimensions[d].size();
    }
    return out;
}

std::uint64_t GridSpec::flat(std::span<const std::size_t> at) const {
    assert(at.size() == dimensions.size());
    std::uint64_t point = 0;
    for (std::size_t d = 0; d < dimensions.size(); ++d) {
        point = point * dimensions[d].size() + at[d];
    }
    return point;
}

const AxisValues* GridSpec::find(std::string_view key) const {
    for (const GridDimension& dimension : dimensions) {
        if (const AxisValues* axis = axis_of(dimension, key)) return axis;
    }
    const auto constant = constants.find(std::string(key));
    return constant == constants.end() ? nullptr : &constant->second;
}

std::optional<std::size_t> GridSpec::dimension_of(std::string_view key) const {
    for (std::size_t d = 0; d < dimensions.size(); ++d) {
        if (axis_of(dimensions[d], key) != nullptr) return d;
    }
    return std::nullopt;
}

std::size_t GridSpec::value_index(std::string_view key, std::span<const std::size_t> at) const {
    const std::optional<std::size_t> dimension = dimension_of(key);
    return dimension ? at[*dimension] : 0;
}

namespace {

std::int64_t whole_at(const GridSpec& grid, std::string_view key, std::span<const std::size_t> at,
                      std::int64_t otherwise) {
    const AxisValues* axis = grid.find(key);
    const std::size_t i = axis ? grid.value_index(key, at) : open_index;
    if (i == open_index || std::isnan(axis->numbers[i])) return otherwise;
    return static_cast<std::int64_t>(axis->numbers[i]);
}

}  // namespace

Groups GridSpec::groups(std::span<const std::size_t> at) const {
    return {whole_at(*this, "group_size", at, 0), whole_at(*this, "group_stride", at, 1),
            group_lists};
}

std::int64_t GridSpec::members(std::span<const std::size_t> at) const {
    return groups(at).members(whole_at(*this, "nodes", at, 0));
}

const char* GridSpec::members_key() const {
    if (!group_lists.empty()) return "groups";
    return find("group_size") ? "group_size" : "nodes";
}

std::vector<std::string> GridSpec::collectives() const {
    if (const AxisValues* axis = find("collective")) return axis->labels;
    std::vector<std::string> names;
    for (const auto& pair : pairs)
        if (!pair.empty()) names.push_back(pair);
    return names;
}

std::string_view GridSpec::collective(std::span<const std::size_t> at) const {
    if (const AxisValues* axis = find("collective")) {
        const std::size_t i = value_index("collective", at);
        return i == open_index ? std::string_view() : std::string_view(axis->labels[i]);
    }
    const AxisValues* algorithm = find("algorithm");
    if (algorithm == nullptr || pairs.empty()) return {};
    const std::size_t p = value_index("primitive", at);
    const std::size_t a = value_index("algorithm", at);
    if (p == open_index || a == open_index) return {};
    return pairs[p * algorithm->size() + a];
}

bool GridSpec::applicable(std::span<const std::size_t> at) const {
    if (pairs.empty() || !collective(at).empty()) return true;
    return value_index("primitive", at) == open_index || value_index("algorithm", at) == open_index;
}

Point GridSpec::at(std::span<const std::size_t> at) const {
    Point point;
    point.collective = collective(at);
    for (const auto& [key, axis] : constants) put(point, axis, 0);
    const std::size_t which = value_index("trace", at);
    if (which < traces.size()) point.trace = traces[which];
    for (std::size_t d = 0; d < dimensions.size(); ++d) {
        if (at[d] == open_index) continue;
        for (const AxisValues& axis : dimensions[d].axes) put(point, axis, at[d]);
    }
    return point;
}

void for_each_combination(const GridSpec& grid, const std::vector<std::string>& keys,
                          const std::function<bool(const std::vector<std::size_t>&)>& visit) {
    std::set<std::size_t> varied;
    for (const std::string& key : keys) {
        if (const auto dimension = grid.dimension_of(key)) varied.insert(*dimension);
    }
    std::uint64_t total = 1;
    for (const std::size_t d : varied) {
        total = std::min(total * grid.dimensions[d].size(), most_combinations);
    }
    for (std::uint64_t i = 0; i < total; ++i) {
        std::vector<std::size_t> indices(grid.dimensions.size(), open_index);
        std::uint64_t rest = i;
        for (const std::size_t d : varied) {
            indices[d] = static_cast<std::size_t>(rest % grid.dimensions[d].size());
            rest /= grid.dimensions[d].size();
        }
        if (!visit(indices)) return;
    }
}

}  // namespace lightsweep::sweeps
