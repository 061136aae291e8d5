#pragma once
// Visits combinations of some of a grid's dimensions, with the others left open.

#include <functional>

#include "sweeps/spec/grid.hpp"

namespace lightsweep::sweeps {

/// Largest number of combinations that a check visits one by one.
inline constexpr std::uint64_t most_combinations = 1'000'000;

/// Calls visit for the combinations of the dimensions that hold these keys, with the others open.
/// Stops after most_combinations, or when visit returns false.
void for_each_combination(const GridSpec& grid, const std::vector<std::string>& keys,
                          const std::function<bool(const std::vector<std::size_t>&)>& visit);

}  // namespace lightsweep::sweeps
