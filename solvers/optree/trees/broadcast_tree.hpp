#pragma once
// Turns N points of Z^T into a tree that informs N consecutive offsets in T steps.
//
// expand(root, side, H), where H are the points whose first coordinate points to that side: let t
// be their least step and m the largest |z_t|. The root calls m nodes in step t. Between the
// (c-1)-th and the c-th of them lie the points with |z_t| = c: those whose rest continues outward
// hang on the node nearer to the root, those whose rest turns back on the farther one. Points
// without step t hang on the outermost called node. A point with |z_t| = c lies where exactly c
// arcs of step t pass, so step t uses the wire of its bins. Condition: subtracting 1 from a point's
// last coordinate gives another of the points. This holds for a ball with any part of the next
// shell.

#include "solvers/optree/trees/broadcast_vectors.hpp"

namespace lightsweep::solvers::optree {

/// A call: the holder at offset `from` calls offset `to` in a step (0-based). Every item u travels
/// along all calls, from node u + from to node u + to.
struct TreeEdge {
    std::int32_t from, to, step;

    std::int32_t hop() const { return to > from ? to - from : from - to; }
    bool clockwise() const { return to > from; }
    bool operator==(const TreeEdge&) const = default;
};

struct BroadcastTree {
    std::vector<TreeEdge> edges{};
    /// Lowest offset, <= 0; the highest is lowest + nodes - 1.
    std::int32_t lowest = 0;
    /// Step of arrival per offset from the lowest on; -1 at offset 0.
    std::vector<std::int32_t> arrival{};
};

/// The tree of these points, which must include the zero vector. Throws std::logic_error if the
/// points are not closed under subtracting 1 from the last coordinate.
BroadcastTree broadcast_tree(const VectorSet& points);

}  // namespace lightsweep::solvers::optree
