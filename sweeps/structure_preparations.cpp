#include "sweeps/structure_preparations.hpp"

#include <algorithm>
#include <cstdio>
#include <stdexcept>

#include "engine/archive.hpp"
#include "sweeps/spec/vocabulary.hpp"

namespace lightsweep::kernels {

template <class A>
void fields(A& archive, StepCosts& costs) {
    archive(costs.share, costs.hops, costs.stretch, costs.least_stretch, costs.active,
            costs.matched_stretch, costs.rounds, costs.least_rounds, costs.volume);
}

}  // namespace lightsweep::kernels

namespace lightsweep::sweeps {

namespace {

constexpr double expensive_s = 0.05;

bool is_structural(const std::string& name) {
    const auto& keys = standard_keys();
    return std::any_of(keys.begin(), keys.end(),
                       [&](const KeyEntry& key) { return key.name == name && key.structural; });
}

std::string exact_text(double number) {
    char text[32];
    std::snprintf(text, sizeof text, "%.17g", number);
    return text;
}

/// Every structural value, and the grid where that does not say all.
std::string key_of(const GridSpec& grid, const Indices& indices) {
    const Point point = grid.at(indices);
    std::string key = point.collective;
    for (const auto& [name, number] : point.numbers)
        if (is_structural(name)) key += " " + name + "=" + exact_text(number);
    for (const auto& [name, text] : point.texts) key += " " + name + "=" + text;
    for (const auto& [name, tuple] : point.tuples) {
        key += " " + name + "=";
        for (const auto value : tuple) key += std::to_string(value) + ",";
    }
    return grid.edges || point.collective == "custom" ? grid.name + ": " + key : key;
}

}  // namespace

Indices structural_part(const GridSpec& grid, Indices indices) {
    for (std::size_t d = grid.n_structural_dimensions(); d < indices.size(); ++d)
        indices[d] = open_index;
    return indices;
}

StructurePreparations::StructurePreparations(const std::vector<GridPoints>& points)
    : points_(points) {
    for (std::size_t g = 0; g < points.size(); ++g) {
        const GridSpec& grid = points[g].grid();
        const std::uint64_t parametric = grid.points() / grid.structures();
        for (std::uint64_t s = 0; s < grid.structures(); ++s) {
            const Indices indices = structural_part(grid, grid.indices(s * parametric));
            if (points[g].build_seconds(indices) < expensive_s) continue;
            if (grid.applicable(indices) && grid.verdict(indices) != Verdict::no)
                add(g, s, indices);
        }
    }
}

void StructurePreparations::add(std::size_t grid, std::uint64_t structure, const Indices& indices) {
    try {
        points_[grid].make_topology(indices);
    } catch (const NotApplicable&) {
        return;
    }
    const auto [place, is_new] =
        by_key_.emplace(key_of(points_[grid].grid(), indices), places_.size());
    by_structure_[{grid, structure}] = place->second;
    if (!is_new) return;
    places_.push_back({grid, indices});
    keys_.push_back(place->first);
}

double StructurePreparations::estimate(std::size_t preparation) const {
    const Place& place = places_[preparation];
    return points_[place.grid].build_seconds(place.indices);
}

std::optional<std::size_t> StructurePreparations::of(std::size_t grid,
                                                     std::uint64_t structure) const {
    const auto found = by_structure_.find({grid, structure});
    return found == by_structure_.end() ? std::nullopt : std::optional(found->second);
}

std::string StructurePreparations::prepare(std::size_t preparation) const {
    const Place& place = places_[preparation];
    engine::Saver saver;
    saver(points_[place.grid].make_costs(place.indices));
    return saver.take();
}

void StructurePreparations::adopt(std::size_t preparation, const engine::Preparation& result) {
    const std::scoped_lock lock(mutex_);
    adopted_[preparation] = result;
}

kernels::StepCosts StructurePreparations::costs(std::size_t preparation) const {
    engine::Preparation result;
    {
        const std::scoped_lock lock(mutex_);
        const auto adopted = adopted_.find(preparation);
        if (adopted != adopted_.end()) result = adopted->second;
    }
    if (!result.failure.empty()) throw std::runtime_error(result.failure);
    if (result.bytes.empty()) result.bytes = prepare(preparation);
    kernels::StepCosts costs;
    engine::Loader loader(result.bytes);
    loader(costs);
    return costs;
}

std::set<std::uint64_t> structures_of(const GridSpec& grid, const GroupPlan& plan,
                                      const std::vector<std::size_t>& at,
                                      const std::vector<std::size_t>& extent) {
    std::vector<std::uint64_t> numbers{0};
    for (std::size_t d = 0; d < grid.n_structural_dimensions(); ++d) {
        std::size_t first = 0, count = grid.dimensions[d].size();
        for (std::size_t i = 0; i < plan.dimensions.size(); ++i) {
            if (plan.dimensions[i] != d) continue;
            first = at[i];
            count = extent[i];
        }
        std::vector<std::uint64_t> next;
        for (const std::uint64_t number : numbers)
            for (std::size_t i = 0; i < count; ++i)
                next.push_back(number * grid.dimensions[d].size() + first + i);
        numbers = std::move(next);
    }
    return {numbers.begin(), numbers.end()};
}

}  // namespace lightsweep::sweeps
