// Grids that ask a study's question: their keys, and files that describe what is asked about.
#pragma once

#include <optional>

#include "sweeps/spec/grid_reader.hpp"

namespace lightsweep::sweeps {

/// Whether a grid's plans are asked for: it has no study, or one that uses schedulers. A study that
/// is not known counts as one that does not.
bool asks_for_plans(const Value& grid, const Vocabulary& vocabulary);

/// Reads a grid with the key `study`; nullopt after at least one fault. What [fabric] says counts
/// where the study uses schedulers.
///
/// path  of the grid, as for merged_grid
std::optional<GridSpec> read_study(const Value& grid, const Value* fabric, const std::string& path,
                                   const ReadContext& context);

}  // namespace lightsweep::sweeps
