#pragma once
// A collective operation: the ordered steps of one algorithm on n nodes. It also knows which blocks
// every node sends, so that broken_promise() can check the algorithm against its post-condition.
//
// The message m is the whole vector of an all-reduce or reduce-scatter, the whole result of an
// all-gather, the whole send buffer of one node (its own block included) of an all-to-all.
// A step's volume is given as a share of m; a custom list has m = 1 byte and shares in bytes.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "kernels/permutations/demand.hpp"

namespace lightsweep::kernels {

/// First distance of the reduce-scatter of halving-doubling; the all-gather mirrors it.
///   near  1, 2, 4, ...: the large volumes travel the short way (distance doubling)
///   far   n/2, n/4, ...: distance halving
enum class Order { near, far };

enum class Primitive { reduce_scatter, all_gather, all_reduce, all_to_all, custom, sequence };

/// The name used on the command line and in files: "reduce-scatter", "allgather", ...
const char* name_of(Primitive primitive);

/// The transfers between two barriers: a permutation, or a union of several at the same time.
struct Step {
    Permutation peer;
    double share;  ///< bytes each sender sends to each peer / message, >= 0; [B] in a custom list
    /// Further peers served at the same time, each with the same share.
    std::vector<Permutation> other_peers{};
    /// True: belongs to the step before, so no computation runs between the two.
    bool continues = false;

    Demand demand() const { return {peer, other_peers}; }
    /// Whether both steps have the same transfers; their bytes may differ.
    bool sends_like(const Step& other) const {
        return peer == other.peer && other_peers == other.other_peers;
    }
    /// Text for people: "shift +1", "shift +1 | shift +2".
    std::string describe_peers() const;
};

/// Which blocks a node sends in a step, and what the receiver does with them.
///
/// The vector is cut into n equal blocks. In an all-to-all the block from node o to node t has the
/// number o * n + t. Where Collective::pieces is above 1, every block is cut again: piece q of
/// block b has the number b * pieces + q. In a union of permutations the blocks are listed in the
/// order of the permutations, `per_peer` blocks for each; if `per_peer` is empty, every peer gets
/// the same number.
struct BlockTransfer {
    std::vector<std::int64_t> blocks;
    /// True: the receiver adds the blocks to its own; false: it replaces its own.
    bool reduce = false;
    std::vector<std::size_t> per_peer{};
};

/// Number of optical transmitters of a node (and of receivers); see
/// kernels/collectives/transmitters.hpp.
struct Transmitters {
    enum class Beyond : std::uint8_t { rounds, circuits };
    Node count = 0;  ///< 0: not known
    Beyond beyond = Beyond::rounds;
    /// True: circuits share the bandwidth even if there are enough transmitters.
    bool always_shared = false;
};

struct Collective {
    Primitive primitive;
    std::string algorithm;
    Node n;
    std::vector<Step> steps;
    /// Empty for a custom collective.
    std::function<BlockTransfer(std::size_t step, Node sender)> blocks;
    /// Collectives of a sequence, in order; empty for a single one.
    std::vector<Collective> parts{};
    std::int64_t pieces = 1;  ///< pieces that each block is cut into; 1 in an all-to-all
    /// Optical ports of a node that carry a step's own matching (kernels/cost/step_costs.hpp). 0
    /// stands for the size of the largest union of permutations.
    Node ports = 0;
    /// True if every transfer has a mirror image: a node sends the other half of its bytes at the
    /// same time to the node as far back as the peer is ahead, over the opposite direction of the
    /// links. Steps and shares then describe one half (kernels/collectives/free_orders.hpp).
    bool mirrored = false;
    /// Collectives that may run in its place where the algorithm is left open
    /// ("reduce-scatter/any"); such a collective has no steps of its own. Empty otherwise.
    std::vector<Collective> alternatives{};
    /// If the count is known, b is the bandwidth of one link, and a node sends at b to every peer.
    Transmitters transmitters{};

    std::string name() const;
    /// `ports`, or the number that 0 stands for; at least 1. O(steps).
    Node matching_ports() const;
    /// Bytes of the busiest node that share b, divided by the bytes of one transfer: the demand's
    /// width, or 1 if every link has b for itself, or 0 if nobody sends.
    double sharing_width(const Demand& demand) const;
};

/// The share of the message that so many of its n blocks are.
inline double share_of_blocks(std::int64_t blocks, Node n) {
    return static_cast<double>(blocks) / n;
}

/// A reduce-scatter, then an all-gather that cuts its blocks alike.
Collective all_reduce_of(const Collective& scatter, const Collective& gather);

/// Runs the collectives one after the other on the same nodes, each with the whole message. Throws
/// std::invalid_argument if `parts` is empty or the numbers of nodes differ.
Collective sequence(std::vector<Collective> parts);

/// Moves the blocks step by step and returns the first fault, or nothing if the algorithm keeps its
/// promise: a sender holds the blocks that it sends, no contribution is added twice, the most data
/// that goes to one peer is the step's share, and every node ends with the result of the primitive.
/// In a sequence every part is checked by itself, and the steps must be the steps of the parts in
/// order. Memory O(n^3 / 8) bytes; n <= 256.
std::optional<std::string> broken_promise(const Collective& collective);

}  // namespace lightsweep::kernels
