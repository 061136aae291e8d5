#include "sweeps/farm/row_walk.hpp"

namespace lightsweep::sweeps {

Indices grid_indices(const GridSpec& grid, const FileGroup& plan,
                     const std::vector<std::size_t>& at) {
    Indices indices(grid.dimensions.size(), open_index);
    for (std::size_t i = 0; i < plan.dimensions.size(); ++i) indices[plan.dimensions[i]] = at[i];
    return indices;
}

RowWalk::RowWalk(const GridPoints& points, const FileGroup& plan, const engine::Tile& tile)
    : points_(&points),
      plan_(&plan),
      tile_(&tile),
      within_(tile.extent.size(), 0),
      delays_(plan.delay_is_last ? tile.extent.back() : 1, 0.0) {
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
    while (i-- > 0) {
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
