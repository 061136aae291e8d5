#pragma once
// Congestion of Swing on its own torus by two counts: transfers on the busiest link, as a file has
// them, and hops of a transfer.

#include <vector>

#include "analysis/claims/claim.hpp"

namespace lightsweep::analysis::pccl_swing {

/// One torus.
///
/// by_links  congestion over transmission in the file
/// by_hops   the same if hops were what divides a link's rate, in closed form
/// links     that all rounds pass one after the other, in the file
/// expected  the same by the closed form
struct Torus {
    int dimensions;
    double nodes;
    double by_links, by_hops, links, expected;
};

/// Tori of that many dimensions in the file that run their Swing's reduce-scatter, by nodes.
std::vector<Torus> tori(const FigureData& data, int dimensions);

/// Sum of |rho| over the rounds on a torus of n = 2^m nodes whose dimensions are powers of two as
/// equal as can be, ascending: rho = 1, 1, 3, 5, 11, ... along each, in turn; and the share that
/// hops would add to a reduce-scatter's transmission. 8 x 16: 15 links and 12.6 %.
struct Hops {
    double links, share;
};
Hops hops_of_swing(double nodes, int dimensions);

/// Adds the torus to the findings, with the reference's shares where it gives some.
void describe(const Torus& torus, Judgement& result);

}  // namespace lightsweep::analysis::pccl_swing
