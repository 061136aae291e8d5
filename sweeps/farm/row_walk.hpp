#pragma once
// Walks over the rows of one structure in a tile: runs along the last axis if that is the
// reconfiguration delay alone, otherwise single points.

#include <deque>
#include <functional>
#include <mutex>

#include "engine/journal/workload.hpp"
#include "sweeps/farm/sweep_layout.hpp"
#include "sweeps/points/grid_points.hpp"

namespace lightsweep::sweeps {

/// Indices of a grid at a multi-index of a group's axes; dimensions that are not axes stay open.
Indices grid_indices(const GridSpec& grid, const FileGroup& plan,
                     const std::vector<std::size_t>& at);

/// The structures of a tile, by their numbers, for the threads that compute it. Other tiles may
/// have the same ones: those that are being made elsewhere come last.
class TileStructures {
  public:
    explicit TileStructures(std::size_t count);
    std::size_t count() const { return count_; }
    /// One that was not given yet; is_being_made(number).
    std::size_t next(const std::function<bool(std::size_t)>& is_being_made);

  private:
    const std::size_t count_;
    std::mutex mutex_;
    std::deque<std::size_t> left_;
};

class RowWalk {
  public:
    /// Structures that a tile of this group touches; they differ along its leading axes.
    static std::size_t structures(const GridSpec& grid, const FileGroup& plan,
                                  const engine::Tile& tile);
    /// structure: its number among those of the tile.
    RowWalk(const GridPoints& points, const FileGroup& plan, const engine::Tile& tile,
            std::size_t structure);

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
    /// Moves to the structure's next row; false after the last.
    bool next();

  private:
    static std::size_t structural_axes(const GridSpec& grid, const FileGroup& plan);

    const GridPoints* points_;
    const FileGroup* plan_;
    const engine::Tile* tile_;
    std::size_t structural_;  ///< axes along which the walk stays
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
