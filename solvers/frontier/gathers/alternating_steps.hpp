#pragma once
// Steps of planes that form two groups and change in turn.

#include <algorithm>
#include <array>
#include <vector>

#include "solvers/frontier/plans/base.hpp"

namespace lightsweep::solvers::frontier {

/// Growth of one step on k/2 planes: peers -a .. r-1-a around a node, hops, and the blocks on the
/// busiest plane per block that every peer is sent.
struct Growth {
    Node radix;
    double hops, load;
};

/// With circuits of equally many lanes per peer; one plane serves two peers over one and two hops.
/// Otherwise over two hops of circuits +-1 (two planes), +-1 and +-2 (four planes, up to 7), +-1
/// and +-3: each half of a block by the peers and by their mirror image, so that the farthest peer
/// of an even radix is on either side.
std::vector<Growth> growths(Node planes);

/// Growth on the base's own lanes of the first group: hops and the load of the busiest direction.
std::vector<Growth> base_growths(const FrontierBase& base);

/// The digit of a step off the base, within the columns of every row or within the rows.
struct TorusDigit {
    bool down;
    Node radix;
};
using TorusDigits = std::vector<TorusDigit>;

/// Peers of one step, in units along one dimension, and the lanes to them. The second half of a
/// block takes the mirror image where the peers are `mirrored`.
struct Reach {
    bool down;
    Node unit, behind, ahead;
    bool mirrored;
    std::vector<Node> lanes;

    /// Offsets of the peers, in nodes along the dimension; `second`: of the second half.
    std::vector<Node> peers(bool second) const;
};

/// The nodes of a base as columns and rows; a ring is one row. Offsets need not lie within them.
class Places {
  public:
    explicit Places(const FrontierBase& base) : size_{base.columns, base.rows} {}

    /// The node so many units along one dimension from node 0.
    Node along(bool down, Node offset) const { return down ? at(0, offset) : at(offset, 0); }
    Node at(Node across, Node down) const {
        return wrapped(down, size_[1]) * size_[0] + wrapped(across, size_[0]);
    }

  private:
    static Node wrapped(Node offset, Node size) { return (offset % size + size) % size; }
    std::array<Node, 2> size_;
};

Reach reach_on_base(const FrontierBase& base, Node radix);
/// On so many planes, of a digit whose values lie `unit` nodes apart.
Reach reach_off_base(const Places& places, Node planes, Node unit, TorusDigit digit);

/// Shares of a block that move apart: halves that are mirror images, or one on a plane per group.
inline std::vector<double> alternating_parts(const FrontierBase& base) {
    return base.lanes > 2 ? std::vector{0.5, 0.5} : std::vector{1.0};
}

}  // namespace lightsweep::solvers::frontier
