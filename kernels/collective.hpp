#pragma once
// A collective operation as the ordered steps of one algorithm on n nodes, with the rule that says
// which blocks every node sends, so that the algorithm can be checked against what it promises.
//
// The message m is the whole vector of an all-reduce or reduce-scatter, the whole result of an
// all-gather, the whole send buffer of one node (its own block included) of an all-to-all.
// A step's volume is given as a share of m; a custom list has m = 1 byte and shares in bytes.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "kernels/demand.hpp"

namespace lightsweep::kernels {

/// Which distance the reduce-scatter of halving-doubling begins with; the all-gather mirrors it.
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
    std::vector<Permutation> also{};  ///< sent at the same time, with the same share each
    bool continues = false;           ///< goes on with the step before: no computation between them

    Demand demand() const { return {peer, also}; }
    /// The same transfers, whatever their bytes.
    bool sends_like(const Step& other) const { return peer == other.peer && also == other.also; }
    /// For people: "shift +1", "shift +1 | shift +2".
    std::string describe_peers() const;
};

/// Which blocks a node sends in a step, and what the receiver does with them.
///
/// The vector is cut into n equal blocks; in an all-to-all the block for node t that starts at
/// node o has the number o * n + t.
///
/// Where the vector is cut finer (Collective::pieces), piece q of block b has the number
/// b * pieces + q. In a union of permutations the blocks stand in the order of the permutations,
/// `per_peer` of each; if that is empty, every peer gets as many as the others.
struct BlockTransfer {
    std::vector<std::int64_t> blocks;
    bool reduce = false;  ///< add to what is there (true) or replace it (false)
    std::vector<std::size_t> per_peer{};
};

/// Optical transmitters of a node, and as many receivers (kernels/transmitters.hpp).
struct Transmitters {
    enum class Beyond : std::uint8_t { rounds, circuits };
    Node count = 0;  ///< 0: not known
    Beyond beyond = Beyond::rounds;
    bool always_shared = false;  ///< circuits share the bandwidth even if these are enough
};

struct Collective {
    Primitive primitive;
    std::string algorithm;
    Node n;
    std::vector<Step> steps;
    std::function<BlockTransfer(std::size_t step, Node sender)> blocks;  ///< empty if custom
    std::vector<Collective> parts{};  ///< of a sequence, in order; else empty
    std::int64_t pieces = 1;          ///< of a block, for `blocks`; 1 in an all-to-all
    /// Optical ports of a node that carry a step's own matching (kernels/matched_step.hpp); 0: as
    /// many as the largest union has permutations.
    Node ports = 0;
    /// Every transfer has a mirror image: from j as far back as the peer is ahead, the other half
    /// of the bytes, at the same time on the links' other direction. Steps and shares are those of
    /// one half (kernels/mirrored_halves.hpp).
    bool mirrored = false;
    /// What may be run in its place, where the algorithm is left open ("reduce-scatter/any"): it
    /// has no steps of its own then. Else empty.
    std::vector<Collective> alternatives{};
    /// Where they are known, b is the bandwidth of a link, and a node sends at b to every peer.
    Transmitters transmitters{};

    std::string name() const;
    /// `ports`, or what stands for 0; at least 1. O(steps).
    Node matching_ports() const;
    /// The bytes of the busiest node over those of one transfer, as far as they share b: the
    /// demand's width, or 1 on links of b each; 0 if nobody sends.
    double sharing_width(const Demand& demand) const;
};

/// A reduce-scatter, then an all-gather that cuts its blocks alike.
Collective all_reduce_of(const Collective& scatter, const Collective& gather);

/// One collective after the other on the same nodes, each with the whole message. Throws
/// std::invalid_argument if there is none, or if they differ in nodes.
Collective sequence(std::vector<Collective> parts);

/// Moves blocks step by step and says what is wrong, or nothing if the algorithm keeps its promise:
/// a sender holds what it sends, no contribution is added twice, the most that goes to one peer is
/// the step's share,
/// and at the end every node has the result of its primitive. A sequence:
/// every part by itself, and the steps are the parts' in order. Memory O(n^3 / 8) bytes; n <= 256.
std::optional<std::string> broken_promise(const Collective& collective);

}  // namespace lightsweep::kernels
