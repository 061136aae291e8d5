#pragma once
// Plans of all-to-alls on a switch of k lanes per node.
//
//   static digits   on a directed ring: step t has the offsets c (k+1)^(t-1), the last step the
//                   offsets that are left; every block walks its distance and no more, so that X
//                   meets the bound
//   static sets     on a ring or a square torus: sets of offsets that are closed under the
//                   symmetries of the base, so that all directions carry alike and X is the mean
//                   over the blocks of the shortest way in S steps
//   prefix          some lanes are set up while the others send on the base, in single-hop steps;
//                   then all of them send, in single-hop steps: for large messages
//   late groups     the same with one step on the base and steps of several hops: for small ones
//   together        b single-hop steps on the base, then S - b single-hop steps over R topologies
//                   of k generators each; all lanes change together
//   digit by digit  mixed radices, over circuits of their own or in stretches, by all lanes or by
//                   two groups that send in turn (digit_exchanges.cpp)
//   walks           one change to a de Bruijn or Kautz digraph; every block goes ceil(log_k n)
//                   single-hop steps (walk_exchanges.cpp)
//
// Blocks choose words of a group, and a linear program shares them (plans/shares.hpp).

#include "solvers/frontier/plans/base.hpp"
#include "solvers/frontier/plans/plan.hpp"

namespace lightsweep::solvers::frontier {

/// One step over lightpaths of a WDM ring, after one reconfiguration. 8 to 128 nodes, each with at
/// least as many transmitters (two per wavelength) as others; else none.
std::vector<FrontierPlan> lightpath_exchanges(Node n, Node wavelengths);

std::vector<FrontierPlan> exchange_plans(const FrontierBase& base, double effort);

/// All-to-alls that stay on the base: those in closed form, and those that a search finds.
std::vector<FrontierPlan> static_digit_exchanges(const FrontierBase& base);
std::vector<FrontierPlan> static_set_exchanges(const FrontierBase& base, double effort);
/// Every pair in a step of its own circuits.
FrontierPlan shifts_in_turn(Node n, Node lanes);
/// Single-hop steps over topologies that all lanes change together.
std::vector<FrontierPlan> together(const FrontierBase& base, double effort);
/// Digit by digit, for any n; on rings of two lanes, or of a multiple of four, also by two groups
/// in turn.
std::vector<FrontierPlan> digit_exchanges(const FrontierBase& base);
/// One change to a digraph with few steps for any n; none on one lane, and for large n k^steps.
std::vector<FrontierPlan> walk_exchanges(Node n, Node lanes);
/// Some lanes are set up while the others send on the base: for large messages, single-hop steps
/// before and after.
std::vector<FrontierPlan> prefix_exchanges(const FrontierBase& base, double effort);
/// For small messages: one step on the base over several hops, then steps over several hops of the
/// mixed topology to any peers.
std::vector<FrontierPlan> late_exchanges(const FrontierBase& base, double effort);
/// All four searches; where the base stays, those of static sets.
std::vector<FrontierPlan> searched_exchanges(const FrontierBase& base, double effort);

}  // namespace lightsweep::solvers::frontier
