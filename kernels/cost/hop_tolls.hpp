#pragma once
// Tolls for steps whose hops are limited (path_tolls.hpp): the fewest links that the messages of an
// all-reduce need in so many steps of so many hops in all.
//
// A step of h hops moves a contribution by h links at most. Let h_1 + .. + h_S = H. Then a path has
// come at most h_1 + .. + h_t links after step t, and has at most the others to go. So every
// division of H has a network of its own, with fewer ways, and tolls of its own. The least over all
// divisions is found by branch and bound: a box of divisions, low_t <= h_t <= high_t, has the ways
// of all of them, so that its tolls hold for each. The box with the least bound is cut in two,
// until it is one division or the searches are used up; its bound holds for all divisions then. A
// division and the same backwards in time need the same links.

#include <cstdint>

#include "kernels/cost/toll_network.hpp"

namespace lightsweep::kernels {

/// [links / n]; infinite if the ends cannot be reached. steps >= 1, hops >= steps; searches: boxes
/// that are measured.
double tolls_within_hops(const TollPattern& pattern, std::int64_t steps, std::int64_t hops,
                         int searches);

}  // namespace lightsweep::kernels
