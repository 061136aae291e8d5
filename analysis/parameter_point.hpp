#pragma once
// The parameters of a cell of a grid, as its cost planes need them, and the axes that are left when
// one of them is solved for instead of read.

#include <string>
#include <vector>

#include "analysis/cost_planes.hpp"

namespace lightsweep::analysis {

/// A key's number at a cell of the panel; throws BadInput with a remedy if the file has none.
double needed(const GridView& grid, const Panel& panel, const char* key, std::size_t row,
              std::size_t column = 0);

/// Latency of a link [s], times hop_cost where the grid has it.
double per_hop_latency(const GridView& grid, const Panel& panel, std::size_t row,
                       std::size_t column = 0);

/// Message [B]; the steps of a custom collective carry their bytes, so that it is 1 there.
double message_of(const GridView& grid, const Panel& panel, std::size_t row,
                  std::size_t column = 0);

/// Of a node [B/s].
double bandwidth_of(const GridView& grid, const Panel& panel, std::size_t row,
                    std::size_t column = 0);

/// What planes are multiplied with at the cell, but for the delay.
LatencyPoint point_of(const GridView& grid, const Panel& panel, std::size_t row,
                      std::size_t column = 0);

/// Whether the axis holds the key, by itself or zipped with others.
bool has_key(const engine::Axis& axis, const std::string& key);

/// All of them at the cell but for what grows, which stays 0.
AxisPoint axis_point_of(const GridView& grid, const Panel& panel, Growing growing, std::size_t row,
                        std::size_t column = 0);

/// All axes but the one of this key; zipped ones stay.
std::vector<engine::Axis> axes_without(const GridView& grid, const std::string& key);

/// The last parametric axis that varies: its values are the rows of a table. Null if none does.
const engine::Axis* row_axis(const std::vector<engine::Axis>& axes);

}  // namespace lightsweep::analysis
