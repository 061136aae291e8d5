#pragma once
// The points of one L1 norm in Z^T by orbits of the twisted shift b -> b + d mod 2T of the bins.

#include <functional>

#include "solvers/optree/broadcast_vectors.hpp"

namespace lightsweep::solvers::optree {

/// All points of Z^T with L1 norm <= radius.
void for_ball(std::int32_t dimensions, std::int32_t radius,
              const std::function<void(const SparseVector&)>& visit);

/// The point moved by d bins, 0 <= d < 2T.
SparseVector twisted(const SparseVector& point, std::int32_t dimensions, std::int32_t d);

/// Calls visit with every orbit of that norm, all its points, until it returns false. Points with
/// few coordinates come first; the orbit of (norm) e_0 is the first.
void for_orbits(std::int32_t dimensions, std::int32_t norm,
                const std::function<bool(const std::vector<SparseVector>&)>& visit);

/// Ones in `norm` bins in a row from bin b on; norm <= T.
SparseVector window(std::int32_t dimensions, std::int32_t norm, std::int32_t b);

}  // namespace lightsweep::solvers::optree
