#pragma once
// Steps of planes that form two groups and change in turn.

#include <algorithm>
#include <array>
#include <string>
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
/// of an even radix is on either side. Over both dimensions two planes serve 2 x 2 places over
/// circuits along either, four planes 3 x 3 places, with the same hops and load.
std::vector<Growth> growths(Node planes);

/// Growth on the base's own lanes of the first group: hops and the load of the busiest direction.
std::vector<Growth> base_growths(const FrontierBase& base);

/// Nodes along the rows and down the columns of a base; a ring is one row.
using Place = std::array<Node, 2>;

/// The digit of a step off the base: so many values along the rows, and down the columns.
struct TorusDigit {
    Place size;

    Node radix() const { return size[0] * size[1]; }
};
using TorusDigits = std::vector<TorusDigit>;
/// A digit along one dimension.
inline TorusDigit digit_along(bool down, Node radix) {
    return {down ? Place{1, radix} : Place{radix, 1}};
}
/// "3", "3 down", "2 x 2"
std::string in_words(const TorusDigit& digit);
/// Whether so many planes serve a digit over both dimensions as one of `growths`.
bool spans_both(Node planes, const TorusDigit& digit);

/// Peers of one step, in units along either dimension, and the lanes to them. The second half of a
/// block takes the mirror image where the peers are `mirrored`.
struct Reach {
    Place unit, behind, ahead;
    bool mirrored;
    std::vector<Node> lanes;

    /// Offsets of the peers; `second`: of the second half.
    std::vector<Place> peers(bool second) const;
};

/// The nodes of a base as columns and rows; a ring is one row. Offsets need not lie within them.
class Places {
  public:
    explicit Places(const FrontierBase& base) : size_{base.columns, base.rows} {}

    Node at(const Place& offset) const {
        return wrapped(offset[1], size_[1]) * size_[0] + wrapped(offset[0], size_[0]);
    }

  private:
    static Node wrapped(Node offset, Node size) { return (offset % size + size) % size; }
    Place size_;
};

Reach reach_on_base(const FrontierBase& base, Node radix);
/// On so many planes, of a digit whose values lie `unit` nodes apart.
Reach reach_off_base(const Places& places, Node planes, const Place& unit, const TorusDigit& digit);

/// Shares of a block that move apart: halves that are mirror images, or one on a plane per group.
inline std::vector<double> alternating_parts(const FrontierBase& base) {
    return base.lanes > 2 ? std::vector{0.5, 0.5} : std::vector{1.0};
}

}  // namespace lightsweep::solvers::frontier
