#pragma once
// The rows of one tile: runs along the last axis where that is the reconfiguration delay alone,
// single points otherwise.

#include "engine/workload.hpp"
#include "sweeps/grid_points.hpp"
#include "sweeps/sweep_layout.hpp"

namespace lightsweep::sweeps {

/// Indices of a grid at a multi-index of a group's axes; dimensions that are no axes stay open.
Indices grid_indices(const GridSpec& grid, const GroupPlan& plan,
                     const std::vector<std::size_t>& at);

class RowWalk {
  public:
    RowWalk(const GridPoints& points, const GroupPlan& plan, const engine::Tile& tile);

    /// The grid's indices at the row's first point.
    Indices indices() const;
    /// The row's reconfiguration delays [s]; one value, 0, where the grid has none.
    std::span<const double> delays();
    /// Where the row begins in the tile's buffers.
    std::size_t offset() const { return tile_->offset(within_); }
    std::size_t length() const { return delays_.size(); }
    /// The delay axis in the grid if the row runs along it, or open_index.
    std::size_t delay_dimension() const {
        return plan_->delay_is_last ? plan_->dimensions.back() : open_index;
    }
    /// Goes to the next row; false after the last.
    bool next();

  private:
    const GridPoints* points_;
    const GroupPlan* plan_;
    const engine::Tile* tile_;
    std::vector<std::size_t> within_;
    std::vector<double> delays_;
};

/// Which points of a row the sweep's `where` selects.
class RowSelection {
  public:
    /// first: the grid's indices at the row's first point.
    RowSelection(const GridSpec& grid, const RowWalk& walk, const Indices& first);
    bool operator()(std::size_t point) { return !grid_->where || is_selected(point); }

  private:
    bool is_selected(std::size_t point);
    const GridSpec* grid_;
    std::size_t delay_dimension_, first_delay_;
    Indices at_;
};

}  // namespace lightsweep::sweeps
