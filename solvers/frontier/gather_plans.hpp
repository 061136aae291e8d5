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
//                     mixed topology, breadth first before and after
//   of an all-to-all  the circuits and peers of a plan of the table (mixed_gathers.cpp)
//   alternating       the planes form two groups that send in turn; a group of k/2 planes serves up
//                     to k peers over two hops
//
// All-reduces: a reduce-scatter and then an all-gather of one family; sums over the walks of a de
// Bruijn digraph (walks.cpp); `whole vectors`, where every
// node adds vectors of windows of nodes until the window is the whole network; and `hybrids` (if
// the windows differ in length: uneven_hybrids.hpp), which reduce-scatter over near windows,
// exchange whole sub-vectors between them, and gather back.
//
// Windows of whole vectors. With digits r_i <= k + 1 a node v holds W, the sum over w_i consecutive
// nodes, w_i = r_1 .. r_{i-1}. It receives W from r_i - 1 others whose windows lie side by side.
// If the product of the digits is not n, write n = sum c_i w_i, c_i < r_i. The node holds besides
// V, the sum over the last v_i = sum_{j<i} c_j w_j nodes of its window. It receives W from the
// nodes -p w_i .. -w_i and w_i .. c_i w_i with p = r_i - 1 - c_i; W' is the sum of all, V' the sum
// of V and of the windows ahead. Both end at the same node, so that no node sends two vectors. The
// last step forms V' alone.
//
// Cut windows, on a base. A node v knows the window of the nodes v - back .. v + ahead in parts: it
// holds the sum of each part by itself. The window of the next step begins and ends farther away.
// It is cut from both ends inwards into parts as wide as the window before; the last part on a side
// is what is left. Each part comes from the node whose window ends where the part ends, which is
// the nearest one that has it, so that all steps together take as many hops as the diameter. A part
// is a sum of parts of the window before, and so that window must be cut where one of them begins
// or ends (`cuts`). Where a later cut falls inside of a part, its two sums are sent apart. On a
// torus both dimensions do this at once, and a node gets a box of sums from another.

#include <functional>

#include "kernels/permutations/permutation.hpp"
#include "solvers/frontier/plan.hpp"

namespace lightsweep::solvers::frontier {

/// What a switch may be set to at the start.
struct FrontierBase {
    enum class Kind : std::uint8_t { ring_uni, ring, torus };
    Kind kind;
    Node rows = 1, columns = 1;  ///< of a torus
    Node lanes = 1;              ///< k; even on a ring, a multiple of 4 on a torus
    bool stays = false;          ///< no other topology is set up
    Node nodes() const { return rows * columns; }
    Node diameter() const;
    /// Whether so many lanes make the base: each of its directions takes equally many.
    bool can_stand() const {
        return lanes % (kind == Kind::ring_uni ? 1 : kind == Kind::ring ? 2 : 4) == 0;
    }
};

/// What a node receives in one step of windows ahead: vectors[j] from the node at j weight; [0]
/// counts its own.
struct WindowStep {
    Node weight;
    std::vector<int> vectors;
};

/// What a node knows along one dimension: the offsets -back .. ahead. The sums of the parts between
/// the cuts are held apart; a part begins at every cut.
struct CutWindow {
    Node back, ahead;
    std::vector<Node> cuts;
    Node size() const { return back + 1 + ahead; }
};

/// A part of a window: the sums over these first .. last offsets, one vector each, which the node
/// at offset `peer` holds.
struct WindowPart {
    Node peer;
    std::vector<std::pair<Node, Node>> sums;
};

/// The parts of a window that the window `before` does not have, the farthest ahead first and then
/// the farthest back. Sets the cuts that the window before must have. No part if both are equal.
std::vector<WindowPart> parts_of(const CutWindow& window, CutWindow& before);
/// The window before as a part of the window, whose cuts divide it too: the node's own part, of
/// peer 0. On a torus others send the same sums along the other dimension.
WindowPart own_part(const CutWindow& window, const CutWindow& before);

/// Why such windows, and gathered vectors, have no movement.
inline constexpr const char* several_sums =
    "execution plan: a node keeps several sums or vectors, and a plan has one vector";

/// Why plans on Kautz and de Bruijn digraphs have no movement.
inline constexpr const char* differing_circuits =
    "execution plan: the circuits of arithmetic digraphs (Kautz, de Bruijn) differ from node to "
    "node";

/// Whole vectors where nothing comes from behind (a directed ring): V' = W(v) + .. + W(v + (c - 1)
/// w) + V(v + c w), so that one peer sends two vectors. Empty if the digits cannot make n.
std::vector<WindowStep> windows_ahead(Node n, const std::vector<Node>& digits);

/// Plans of an all-gather on that base; `backwards`: of a reduce-scatter.
std::vector<FrontierPlan> gather_plans(const FrontierBase& base, bool backwards, double effort);

std::vector<FrontierPlan> all_reduce_plans(const FrontierBase& base, double effort);

// The families, one by one, and lists of digits that they share.

Node product_of(const std::vector<Node>& digits);
/// The c_i < r_i with n = sum c_i w_i, from the top; w_i is the product of the digits before r_i.
/// Empty if there are none.
std::vector<Node> coefficients(Node n, const std::vector<Node>& digits);

/// All lists of `length` digits of 2..most whose product is at least n and would be less than n
/// with any digit one smaller.
void for_each_digits(Node n, Node most, std::int64_t length,
                     const std::function<void(const std::vector<Node>&)>& use);

/// A reduce-scatter along one movement backwards, steps between, and an all-gather along another.
Moving both_movements(Moving scatter, Moving gather, std::vector<MovementStep> between = {});
/// An all-gather in which every node sends all that it holds over all lanes of a stretch.
Movement breadth_first_movement(const Group& group, const std::vector<Stretch>& stretches);

void append(std::vector<FrontierPlan>& plans, std::vector<FrontierPlan> more);

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
/// Some lanes are set up while the others send on the base, breadth first before and after; on the
/// base, a reduce-scatter (`backwards`) has its first steps, an all-gather too.
std::vector<FrontierPlan> mixed_gathers(const FrontierBase& base, bool backwards, double effort);
/// All-reduces of that kind: the reduce-scatter, then an all-gather on the mixed topology.
std::vector<FrontierPlan> mixed_all_reduces(const FrontierBase& base, double effort);
/// One change to a de Bruijn digraph: sums of whole vectors over all walks, or of their parts.
std::vector<FrontierPlan> walk_all_reduces(Node n, Node lanes);
/// All-reduces that are no pair of a reduce-scatter and an all-gather.
std::vector<FrontierPlan> whole_vectors(const FrontierBase& base);
std::vector<FrontierPlan> hybrids(const FrontierBase& base);
/// Hybrids whose near windows differ in length (uneven_hybrids.hpp).
std::vector<FrontierPlan> uneven_hybrids(const FrontierBase& base);
/// Whole vectors and hybrids on a torus, one half of the vector by either dimension
/// (uneven_hybrids.hpp).
std::vector<FrontierPlan> torus_hybrids(const FrontierBase& base);

}  // namespace lightsweep::solvers::frontier
