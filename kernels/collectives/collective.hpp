#pragma once
// A collective operation: the ordered steps of one algorithm on n nodes. It also knows which blocks
// every node sends, so that broken_promise() can check the algorithm against its post-condition.
//
// The message m is the whole vector of an all-reduce or reduce-scatter, the whole result of an
// all-gather, the whole send buffer of one node (its own block included) of an all-to-all.
// A step's volume is given as a share of m; a custom list has m = 1 byte and shares in bytes.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernels/permutations/demand.hpp"

namespace lightsweep::kernels {

/// First distance of the reduce-scatter of halving-doubling; the all-gather mirrors it.
///   near  1, 2, 4, ...: the large volumes travel the short way (distance doubling)
///   far   n/2, n/4, ...: distance halving
enum class Order { near, far };

/// The rooted ones (broadcast, reduce, gather, scatter) have Collective::root.
enum class Primitive {
    reduce_scatter,
    all_gather,
    all_reduce,
    all_to_all,
    custom,
    sequence,
    broadcast,
    reduce,
    gather,
    scatter
};

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
    /// Bytes of every permutation relative to `share`, in (0, 1], where they differ; then `share`
    /// is the largest. Empty: all 1.
    std::vector<double> weights{};

    Demand demand() const { return {peer, other_peers, weights}; }
    double weight(std::size_t i) const { return weights.empty() ? 1.0 : weights[i]; }
    /// Largest number of bytes that one node sends or receives, relative to `share`.
    double width() const;
    /// Whether both steps have the same transfers; their bytes may differ by one factor.
    bool sends_like(const Step& other) const {
        return peer == other.peer && other_peers == other.other_peers && weights == other.weights;
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
/// the same number. A permutation's share is the most that one of its senders sends.
struct BlockTransfer {
    std::vector<std::int64_t> blocks;
    /// True: the receiver adds the blocks to its own; false: it replaces its own.
    bool reduce = false;
    std::vector<std::size_t> per_peer{};
    /// Per block whether the receiver adds it, where that differs; empty: `reduce` holds for all.
    std::vector<char> reduces{};

    bool adds(std::size_t i) const { return reduces.empty() ? reduce : reduces[i] != 0; }
};

/// What of a transfer goes to one of so many peers.
BlockTransfer blocks_to(const BlockTransfer& all, std::size_t peer, std::size_t peers);

/// Number of optical transmitters of a node (and of receivers); see
/// kernels/collectives/transmitters.hpp.
struct Transmitters {
    enum class Beyond : std::uint8_t { rounds, circuits };
    Node count = 0;  ///< 0: not known
    Beyond beyond = Beyond::rounds;
    /// True: circuits share the bandwidth even if there are enough transmitters, or if their number
    /// is not known.
    bool always_shared = false;

    /// Whether steps of several peers get a circuit per transfer (own_circuits).
    bool make_circuits() const { return count > 0 || always_shared; }
};

struct Collective;

/// A collective whose message runs through a tree or chain in chunks that follow each other. On own
/// circuits, k planes that carry b together, it takes
///
///     t(c) = (lead + c) (L + share m / (b floor(k / peers) / k c))
///
/// which is convex in the number of chunks c, so that c* is next to sqrt(lead z / L).
struct Pipeline {
    std::int64_t lead;  ///< steps besides one per chunk
    Node peers;         ///< permutations of a full step
    double share;       ///< bytes of all chunks of a permutation / message
    std::function<Collective(std::int64_t chunks)> build;

    /// The best number of chunks, at least 1: the smaller one of equally good ones. message_time:
    /// message / bandwidth of all planes [s]; latency [s].
    std::int64_t best_chunks(double message_time, double latency, int planes) const;
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
    /// True: in some step some nodes send less than the step's share, or nothing.
    bool has_idle_senders = false;
    /// Set where chunks = "best" leaves their number to the scheduler (switch planes); the steps
    /// then are those of one chunk.
    std::shared_ptr<const Pipeline> pipeline{};
    Node root = 0;  ///< of a rooted primitive

    std::string name() const;
    /// `ports`, or the number that 0 stands for; at least 1. O(steps).
    Node matching_ports() const;
    /// The same where steps have several peers; 0 where none has.
    Node union_ports() const;
    /// Bytes of the busiest node that share b, divided by the bytes of one transfer: the step's
    /// width, or 1 if every link has b for itself, or 0 if nobody sends.
    double sharing_width(const Step& step) const;
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
