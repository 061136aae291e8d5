#pragma once
// Windows of nodes whose sums a node holds, and the digits by which they grow.
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

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "kernels/permutations/permutation.hpp"

namespace lightsweep::solvers::frontier {

using kernels::Node;

Node product_of(const std::vector<Node>& digits);
/// The c_i < r_i with n = sum c_i w_i, from the top; w_i is the product of the digits before r_i.
/// Empty if there are none.
std::vector<Node> coefficients(Node n, const std::vector<Node>& digits);

/// All lists of `length` digits of 2..most whose product is at least n and would be less than n
/// with any digit one smaller.
void for_each_digits(Node n, Node most, std::int64_t length,
                     const std::function<void(const std::vector<Node>&)>& use);

/// All ordered lists of two to six factors >= 2 whose product is n.
void for_each_factors(Node n, const std::function<void(const std::vector<Node>&)>& use);

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

/// Whole vectors where nothing comes from behind (a directed ring): V' = W(v) + .. + W(v + (c - 1)
/// w) + V(v + c w), so that one peer sends two vectors. Empty if the digits cannot make n.
std::vector<WindowStep> windows_ahead(Node n, const std::vector<Node>& digits);

}  // namespace lightsweep::solvers::frontier
