#pragma once
// From N points of Z^T to a tree that informs N consecutive offsets in T steps.
//
// expand(root, side, H), H the points whose first coordinate points to that side: let t be their
// least step and m the largest |z_t|. The root calls m nodes in step t; between the (c-1)-th and
// the c-th lie, hung on the node nearer to the root, the points with |z_t| = c whose rest goes on
// outward, and, hung on the farther one, those whose rest turns back. Points without step t hang on
// the outermost node called. A point with |z_t| = c lies where exactly c arcs of step t pass, so
// step t uses the wire of its bins. What is needed: taking 1 off a point's last coordinate gives
// another of the points; true for a ball with any part of the next shell.

#include "solvers/optree/broadcast_vectors.hpp"

namespace lightsweep::solvers::optree {

/// The holder at offset `from` calls offset `to` in a step (0-based); every item u travels along
/// all of them, from node u + from to node u + to.
struct TreeEdge {
    std::int32_t from, to, step;

    std::int32_t hop() const { return to > from ? to - from : from - to; }
    bool clockwise() const { return to > from; }
    bool operator==(const TreeEdge&) const = default;
};

struct BroadcastTree {
    std::vector<TreeEdge> edges{};
    std::int32_t lowest = 0;              ///< offset, <= 0; the highest is lowest + nodes - 1
    std::vector<std::int32_t> arrival{};  ///< step per offset from the lowest on; -1 at offset 0
};

/// The tree of these points, the zero vector among them. std::logic_error if they are not closed
/// under taking 1 off the last coordinate.
BroadcastTree broadcast_tree(const VectorSet& points);

}  // namespace lightsweep::solvers::optree
