#pragma once
// The points of one L1 norm in Z^T, grouped into orbits of the twisted shift b -> b + d mod 2T of
// the bins.

#include <functional>

#include "solvers/optree/trees/broadcast_vectors.hpp"

namespace lightsweep::solvers::optree {

/// Visits all points of Z^T with L1 norm <= radius.
void for_ball(std::int32_t dimensions, std::int32_t radius,
              const std::function<void(const SparseVector&)>& visit);

/// The point shifted by d bins, 0 <= d < 2T.
SparseVector twisted(const SparseVector& point, std::int32_t dimensions, std::int32_t d);

/// Calls visit with all points of every orbit of that norm, until it returns false. Points with few
/// coordinates come first; the first orbit is that of (norm) e_0.
void for_orbits(std::int32_t dimensions, std::int32_t norm,
                const std::function<bool(const std::vector<SparseVector>&)>& visit);

/// The point with ones in `norm` consecutive bins from bin b on; norm <= T.
SparseVector window(std::int32_t dimensions, std::int32_t norm, std::int32_t b);

}  // namespace lightsweep::solvers::optree
