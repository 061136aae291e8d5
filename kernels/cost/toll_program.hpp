#pragma once
// The best tolls for the bound of path_tolls.hpp, for one number of steps on a ring or torus: a
// linear program.
//
// Let h be the height of a node of the network, at most the toll of the cheapest path to it. The
// program raises the sum of the ends' heights:
//
//     c_i >= 0,  c_i >= h(to) - h(from) for way i,  sum count_i c_i <= length for every move,
//     h(to) <= h(from) for every free way.
//
// Its dual are the shares P_i of the paths that take each way, and the messages M >= P_i / count_i
// of each move, whose links are fewest. Mehrotra's predictor-corrector method (Mehrotra 1992)
// solves both. The tolls of a move meet in one sum, so that they can be eliminated; what is left is
// one system in the heights, in which a layer meets its neighbours alone (layered_system.hpp).
//
// Both start within their limits: tolls spread evenly under falling heights, and all paths at once,
// where a move of j links is taken 1/j^2 times as often as one of one link. So the links of the
// messages are never below the best sum of heights, and the method ends when they are close.
// Rounding errors cannot spoil the bound: it is the cheapest path for the last tolls, scaled to
// the lengths of their moves.

#include "kernels/cost/toll_network.hpp"

namespace lightsweep::kernels {

/// The sum of the ends' cheapest paths with the best tolls [links / n], less this share of it at
/// most.
double best_tolls(const TollNetwork& network, double missing = 2e-3);

}  // namespace lightsweep::kernels
