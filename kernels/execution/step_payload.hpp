#pragma once
// Where the bytes lie that each rank sends in each step of a collective, and where they go.
//
// Steps are asked for in order, because the blocks of an all-to-all move: a block that is not yet
// at its target waits in the lowest slot of the transit buffer that is free throughout the step.
// Everything else works in place, on a vector of n * pieces blocks; what a rank receives into bytes
// that it sends, or receives from another peer, in the same step goes to the scratch buffer first.

#include "kernels/collectives/collective.hpp"
#include "kernels/execution/execution_plan.hpp"

namespace lightsweep::kernels {

/// What one rank sends to its peer in one step: the ranges of either side, one after the other,
/// are the same stream of bytes. Empty ranges are left out, adjacent ones joined.
struct Payload {
    Node to = -1;
    bool reduce = false;
    std::vector<ByteRange> source, target;
    std::int64_t bytes = 0;  ///< of the stream [B]
};

/// First byte of block b when `message` bytes are cut into `count` blocks [B].
std::int64_t block_begin(std::int64_t message, std::int64_t count, std::int64_t block);

/// The payloads of one collective without parts.
class StepPayloads {
  public:
    /// The collective must outlive it; message in whole bytes.
    StepPayloads(const Collective& collective, std::int64_t message);

    /// Per permutation of the next step and rank, at [permutation * n + rank]. step_bytes [B], of
    /// the largest permutation, counts, rounded, where the collective knows no blocks. Throws
    /// std::invalid_argument if the step's blocks are not its share.
    std::vector<Payload> next(double step_bytes);

    /// What the steps so far need.
    const BufferSizes& sizes() const { return sizes_; }
    /// Of an all-to-all: own block, input to output. Else empty.
    std::vector<LocalCopy> copies(Node rank, std::size_t part) const;

  private:
    struct Transit {                      ///< of one rank
        std::vector<std::int64_t> slots;  ///< block in each, -1: free
    };
    Payload sent_by(Node sender, std::size_t peer, double step_bytes);
    void add_vector_blocks(std::vector<std::int64_t> blocks, Payload& payload);
    void add_moving_blocks(Node sender, const std::vector<std::int64_t>& blocks, Payload& payload);
    void add_unknown(std::size_t peer, double step_bytes, Payload& payload);
    ByteRange place_of(Node holder, std::int64_t block) const;
    ByteRange new_place(Node receiver, std::int64_t block);
    void stage_conflicts(std::vector<Payload>& payloads);
    void settle();

    const Collective& collective_;
    std::int64_t message_, count_;
    std::size_t step_ = 0;
    BufferSizes sizes_{};
    std::vector<Transit> transit_;
    std::vector<std::pair<Node, std::size_t>> leaving_;  ///< slots that the step empties
};

}  // namespace lightsweep::kernels
