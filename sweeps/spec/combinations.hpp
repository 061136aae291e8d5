// Combinations of some of a grid's dimensions, the others left open.
#pragma once

#include <functional>

#include "sweeps/spec/grid.hpp"

namespace lightsweep::sweeps {

/// Checks that look at combinations one by one stop after so many.
inline constexpr std::uint64_t most_combinations = 1'000'000;

/// Calls visit for the combinations of the dimensions that hold these keys, the others open, at
/// most most_combinations of them; stops when visit says false.
void for_each_combination(const GridSpec& grid, const std::vector<std::string>& keys,
                          const std::function<bool(const std::vector<std::size_t>&)>& visit);

}  // namespace lightsweep::sweeps
