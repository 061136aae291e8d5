#pragma once
// Trees and chains: the double binary tree of NCCL as an all-reduce, and broadcast, reduce, scatter
// and gather with node 0 as root, or any other (with_root).
//
// Double binary tree (NCCL's ncclGetBtree and ncclGetDtree). In the first tree the parent of v > 0
// is (v xor bit) or (2 bit), with bit the lowest bit of v, or v xor bit where that is no node; its
// root is 0. The second tree is its mirror image for even n and its shift by one for odd n. Every
// tree has half of the message in c chunks of m / (2c). With h the height of a node over its
// farthest leaf, d its depth and H = ceil(log2 n) the height of the tree,
//
//     v sends chunk x up    in step h(v) + x                 (the sum of its subtree)
//     v gets chunk x        in step H + d(parent of v) + x   (the sum of all)
//
// which makes 2 H + c - 1 steps: 31 for 256 nodes and 16 chunks. All 4 (n - 1) edges are coloured
// once, by alternating paths (Koenig 1916), with as many permutations as the largest degree, at
// most 4. A step has the permutations of which some edge is active.

#include <vector>

#include "kernels/collectives/collective.hpp"

namespace lightsweep::kernels {

/// Parents of either tree; -1 of the root.
std::vector<Node> first_tree(Node n);
std::vector<Node> second_tree(Node n);

/// A message of the all-reduce: one chunk from node to node, up or down one of the two trees.
struct TreeMessage {
    Node tree, from, to;
    std::int64_t chunk;
    auto operator<=>(const TreeMessage&) const = default;
};
/// The messages of every step, in ascending order.
std::vector<std::vector<TreeMessage>> tree_messages(Node n, std::int64_t chunks);

/// All of them for n >= 1 and chunks >= 1. Without a number of chunks: 16, and a pipeline.
Collective double_binary_tree(Node n, Node chunks);
Collective broadcast_by_two_trees(Node n, Node chunks);
/// The edge v -> v + 1 sends chunk x in step v + x: n - 2 + chunks steps.
Collective chain_broadcast(Node n, Node chunks);
/// ceil(log2 n) steps of the whole message; of halves, quarters, ... of it.
Collective binomial_broadcast(Node n);
Collective binomial_scatter(Node n);

/// A reduce from a broadcast, a gather from a scatter: time and arrows reversed.
Collective reversed(const Collective& collective);
/// The same from or to another root: node v becomes v + root (mod n). In a sequence all rooted
/// parts are moved.
Collective with_root(Collective collective, Node root);
/// The second collective after the first on the same nodes, as one of this primitive.
Collective one_after_other(Primitive primitive, const Collective& first, const Collective& second);

/// Steps of each, without building it.
std::int64_t double_tree_steps(std::int64_t n, std::int64_t chunks);
std::int64_t broadcast_tree_steps(std::int64_t n, std::int64_t chunks);
std::int64_t chain_steps(std::int64_t n, std::int64_t chunks);

}  // namespace lightsweep::kernels
