#include "sweeps/farm/row_walk.hpp"

#include <algorithm>
#include <numeric>

namespace lightsweep::sweeps {

Indices grid_indices(const GridSpec& grid, const FileGroup& plan,
                     const std::vector<std::size_t>& at) {
    Indices indices(grid.dimensions.size(), open_index);
    for (std::size_t i = 0; i < plan.dimensions.size(); ++i) indices[plan.dimensions[i]] = at[i];
    return indices;
}

TileStructures::TileStructures(std::size_t count) : count_(count), left_(count) {
    std::iota(left_.begin(), left_.end(), std::size_t{0});
}

std::size_t TileStructures::next(const std::function<bool(std::size_t)>& is_being_made) {
    const std::scoped_lock lock(mutex_);
    auto chosen = std::ranges::find_if_not(left_, is_being_made);
    if (chosen == left_.end()) chosen = left_.begin();
    const std::size_t number = *chosen;
    left_.erase(chosen);
    return number;
}

std::size_t RowWalk::structural_axes(const GridSpec& grid, const FileGroup& plan) {
    const auto first = std::ranges::find_if(
        plan.dimensions, [&](std::size_t d) { return d >= grid.n_structural_dimensions(); });
    return static_cast<std::size_t>(first - plan.dimensions.begin());
}

std::size_t RowWalk::structures(const GridSpec& grid, const FileGroup& plan,
                                const engine::Tile& tile) {
    const auto axes = static_cast<std::ptrdiff_t>(structural_axes(grid, plan));
    return engine::product({tile.extent.begin(), tile.extent.begin() + axes});
}

RowWalk::RowWalk(const GridPoints& points, const FileGroup& plan, const engine::Tile& tile,
                 std::size_t structure)
    : points_(&points),
      plan_(&plan),
      tile_(&tile),
      structural_(structural_axes(points.grid(), plan)),
      within_(tile.extent.size(), 0),
      delays_(plan.delay_is_last ? tile.extent.back() : 1, 0.0) {
    for (std::size_t i = structural_; i-- > 0; structure /= tile.extent[i])
        within_[i] = structure % tile.extent[i];
    if (!plan.delay_is_last) return;
    // All rows of the tile have the same delays.
    Indices at = indices();
    for (double& delay : delays_) {
        delay = points_->delay(at);
        ++at[plan.dimensions.back()];
    }
}

Indices RowWalk::indices() const {
    std::vector<std::size_t> at(within_.size());
    for (std::size_t i = 0; i < at.size(); ++i) at[i] = tile_->origin[i] + within_[i];
    return grid_indices(points_->grid(), *plan_, at);
}

std::span<const double> RowWalk::delays() {
    if (!plan_->delay_is_last) delays_.front() = points_->delay(indices());
    return delays_;
}

bool RowWalk::next() {
    std::size_t i = within_.size() - (plan_->delay_is_last ? 1 : 0);
    while (i-- > structural_) {
        if (++within_[i] < tile_->extent[i]) return true;
        within_[i] = 0;
    }
    return false;
}

RowSelection::RowSelection(const GridSpec& grid, const RowWalk& walk, const Indices& first)
    : grid_(&grid),
      delay_dimension_(walk.delay_dimension()),
      first_delay_(delay_dimension_ == open_index ? 0 : first[delay_dimension_]),
      at_(grid.where ? first : Indices{}) {}

bool RowSelection::is_selected(std::size_t point) {
    if (delay_dimension_ != open_index) at_[delay_dimension_] = first_delay_ + point;
    return grid_->selected(at_);
}

}  // namespace lightsweep::sweeps
