#pragma once
// Plans of reduce-scatters, all-gathers and all-reduces on a switch of k lanes per node.
//
// Families of all-gathers; a reduce-scatter is an all-gather backwards in time, on the reversed
// topology:
//
//   static levels     far-first levels on a ring (ring_levels.hpp)
//   static balls      on a torus: step t brings the blocks at distance t, from distance t - 1
//   static halves     on a torus: one half of a block by the levels of the rows and then of the
//                     columns, the other half the other way round
//   leave once        one digraph of small diameter, breadth first (cayley.hpp)
//   strides           one lane: stretch i runs on circuits +l_1 .. l_{i-1}, over l_i positions; the
//                     stretch of stride 1 stands on the base
//   direct            new circuits for every step: the known window grows (k+1)-fold, every lane
//                     carries an equal share of the new offsets
//   prefix            some lanes are set up while the others send on the base; then all send on the
//                     mixed topology, breadth first before and after; new circuits are translations
//                     of the base, or chords (chord_gathers.cpp)
//   of an all-to-all  the circuits and peers of a plan of the table (mixed_gathers.cpp)
//   alternating       the planes form two groups that send in turn; a group of k/2 planes serves up
//                     to k peers over two hops
//
// All-reduces: a reduce-scatter and then an all-gather of one family; sums over the walks of a de
// Bruijn digraph (walk_all_reduces.cpp); `whole vectors`, where every node adds vectors of windows
// of nodes until the window is the whole network (windows.hpp), or of sets of shifts (tilings.hpp);
// and `hybrids` (if the windows differ in length: uneven_hybrids.hpp), which reduce-scatter over
// near windows, exchange whole sub-vectors between them, and gather back (over two groups of
// planes: alternating_hybrids.cpp).

#include "solvers/frontier/plans/base.hpp"
#include "solvers/frontier/plans/plan.hpp"

namespace lightsweep::solvers::frontier {

/// Plans of an all-gather on that base; `backwards`: of a reduce-scatter.
std::vector<FrontierPlan> gather_plans(const FrontierBase& base, bool backwards, double effort);

std::vector<FrontierPlan> all_reduce_plans(const FrontierBase& base, double effort);

// The families, one by one, and what they share.

/// A reduce-scatter along one movement backwards, steps between, and an all-gather along another.
Moving both_movements(Moving scatter, Moving gather, std::vector<MovementStep> between = {});
/// An all-gather in which every node sends all that it holds over all lanes of a stretch.
Movement breadth_first_movement(const Group& group, const std::vector<Stretch>& stretches);

/// Far-first levels over so many positions of a ring, with that many shifts per level (both ways:
/// in each direction).
std::vector<FrontierPlan> ring_plans(const FrontierBase& base, Node positions, Node peers);
/// Adds levels over positions that lie `stride` apart, from all known offsets, which grow. Both
/// ways the second part of every block takes the mirror image. Offsets beyond the group are left
/// out.
void add_levels(Movement& movement, const std::vector<Node>& lanes,
                const std::vector<std::vector<Node>>& levels, Node positions, Node stride,
                std::vector<Node>& known);
/// All-gathers that stay on the base.
std::vector<FrontierPlan> static_plans(const FrontierBase& base, double effort);
std::vector<FrontierPlan> leave_once(Node n, Node lanes, double effort);
/// All-gathers on one lane, stretch by stretch in the order of time; of a stretch of l positions
/// that run over `stride` nodes each, l - 1 steps of one hop or fewer of several. The base is the
/// stretch of stride 1: the first one, or the last one for a reduce-scatter, which passes the
/// stretches backwards.
std::vector<FrontierPlan> strides(Node n, bool base_last);
/// positions: of a window, within n nodes.
std::vector<FrontierPlan> direct(Node n, Node positions, Node lanes);
/// Planes in two groups, for every list of digits; x of a step by its growth and the windows known
/// before it. Of plans with equal steps the slower ones are left out.
std::vector<FrontierPlan> alternating(const FrontierBase& base, bool backwards, bool whole);
/// Scatter over near digits, whole parts over far digits, gather over near digits.
std::vector<FrontierPlan> alternating_hybrids(const FrontierBase& base);
/// Some lanes are set up while the others send on the base, breadth first before and after; on the
/// base, a reduce-scatter (`backwards`) has its first steps, an all-gather too.
std::vector<FrontierPlan> mixed_gathers(const FrontierBase& base, bool backwards, double effort);
/// All-reduces of that kind: the reduce-scatter, then an all-gather on the mixed topology.
std::vector<FrontierPlan> mixed_all_reduces(const FrontierBase& base, double effort);
/// The same over chords, circuits from every node v to a v + b, which do not commute with the base:
/// on 8 to 128 nodes with two to four lanes; more lanes use them as groups.
std::vector<FrontierPlan> chord_gathers(const FrontierBase& base, bool backwards, double effort);
std::vector<FrontierPlan> chord_all_reduces(const FrontierBase& base, double effort);
/// One change to a de Bruijn digraph: sums of whole vectors over all walks, or of their parts.
std::vector<FrontierPlan> walk_all_reduces(Node n, Node lanes);
/// All-reduces that are no pair of a reduce-scatter and an all-gather.
std::vector<FrontierPlan> whole_vectors(const FrontierBase& base);
/// All-reduces over sets of shifts that tile the network (tilings.hpp): of the torus that stands,
/// and of a circulant digraph after one change, to 256 nodes and 12 lanes.
std::vector<FrontierPlan> torus_tilings(const FrontierBase& base);
std::vector<FrontierPlan> circulant_tilings(Node n, Node lanes, double effort);
std::vector<FrontierPlan> hybrids(const FrontierBase& base);
/// Hybrids whose near windows differ in length (uneven_hybrids.hpp).
std::vector<FrontierPlan> uneven_hybrids(const FrontierBase& base);
/// Whole vectors and hybrids on a torus, one half of the vector by either dimension
/// (torus_hybrids.cpp).
std::vector<FrontierPlan> torus_hybrids(const FrontierBase& base);

}  // namespace lightsweep::solvers::frontier
