#pragma once
// Reads grids that ask a study: their keys, and files that describe the subject of the study.

#include <optional>

#include "sweeps/spec/grid_reader.hpp"

namespace lightsweep::sweeps {

/// Whether a grid needs its schedulers' results: it has no study, or a study that uses schedulers.
/// An unknown study counts as one that does not.
bool asks_for_plans(const Value& grid, const Vocabulary& vocabulary);

/// Reads a grid with the key `study`; nullopt after at least one fault. Keys of [fabric] apply if
/// the study uses schedulers.
///
///   path  path of the grid, as for merged_grid
std::optional<GridSpec> read_study(const Value& grid, const Value* fabric, const std::string& path,
                                   const ReadContext& context);

}  // namespace lightsweep::sweeps
