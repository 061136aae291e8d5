#pragma once
// Parameters of a cell of a grid, as schedule costs need them, and the axes that remain when one
// parameter is solved for instead of read.

#include <string>
#include <vector>

#include "analysis/envelopes/regimes.hpp"

namespace lightsweep::analysis {

/// Number of a key at a cell of the panel; throws BadInput with a remedy if the file has none.
double needed(const GridView& grid, const Panel& panel, const char* key, std::size_t row,
              std::size_t column = 0);

/// Latency of a link [s], times hop_cost if the grid has it.
double per_hop_latency(const GridView& grid, const Panel& panel, std::size_t row,
                       std::size_t column = 0);

/// Message [B]; 1 for a custom collective, because its steps carry their bytes.
double message_of(const GridView& grid, const Panel& panel, std::size_t row,
                  std::size_t column = 0);

/// Bandwidth of a node [B/s].
double bandwidth_of(const GridView& grid, const Panel& panel, std::size_t row,
                    std::size_t column = 0);

/// Factors of a schedule cost at the cell, except the delay.
LatencyPoint point_of(const GridView& grid, const Panel& panel, std::size_t row,
                      std::size_t column = 0);

/// Whether the axis holds the key, alone or zipped with others.
bool has_key(const engine::Axis& axis, const std::string& key);

/// All parameters at the cell; the growing one stays 0.
AxisPoint axis_point_of(const GridView& grid, const Panel& panel, Growing growing, std::size_t row,
                        std::size_t column = 0);

/// All axes of the optimum (optimum_of) except the one of this key; zipped axes stay. The best of
/// all schedulers lacks the axes over which it is the minimum.
std::vector<engine::Axis> axes_without(const GridView& grid, const std::string& key);

/// The last parametric axis with several values; its values become the rows of a table. Null if
/// there is none.
const engine::Axis* row_axis(const std::vector<engine::Axis>& axes);

}  // namespace lightsweep::analysis
