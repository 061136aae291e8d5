#pragma once
// Walks over the rows of one tile: runs along the last axis if that is the reconfiguration delay
// alone, otherwise single points.

#include "engine/journal/workload.hpp"
#include "sweeps/farm/sweep_layout.hpp"
#include "sweeps/points/grid_points.hpp"

namespace lightsweep::sweeps {

/// Indices of a grid at a multi-index of a group's axes; dimensions that are not axes stay open.
Indices grid_indices(const GridSpec& grid, const FileGroup& plan,
                     const std::vector<std::size_t>& at);

class RowWalk {
  public:
    RowWalk(const GridPoints& points, const FileGroup& plan, const engine::Tile& tile);

    /// The grid's indices at the row's first point.
    Indices indices() const;
    /// The row's reconfiguration delays [s]; a single 0 if the grid has none.
    std::span<const double> delays();
    /// Offset of the row's start in the tile's buffers.
    std::size_t offset() const { return tile_->offset(within_); }
    std::size_t length() const { return delays_.size(); }
    /// The grid's dimension of the delay if the row runs along it, otherwise open_index.
    std::size_t delay_dimension() const {
        return plan_->delay_is_last ? plan_->dimensions.back() : open_index;
    }
    /// Moves to the next row; false after the last.
    bool next();

  private:
    const GridPoints* points_;
    const FileGroup* plan_;
    const engine::Tile* tile_;
    std::vector<std::size_t> within_;
    std::vector<double> delays_;
};

/// The points of a row that the sweep's `where` selects.
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
