#pragma once
// What execution plans of all kinds need to know of a collective, and how they cut streams.

#include "kernels/collective.hpp"
#include "kernels/execution_plan.hpp"

namespace lightsweep::kernels {

/// Six digits, for messages.
std::string text_of(double value);

/// The collectives of a sequence in order, whatever their nesting; one that is none by itself.
std::vector<const Collective*> parts_of_sequence(const Collective& collective);

/// Whether all of them know which blocks they send.
bool all_know_blocks(const std::vector<const Collective*>& parts);

/// Throws std::invalid_argument where a step says nothing of its peers.
void require_peers(const Collective& collective);

/// Throws std::invalid_argument where more than most_plan_blocks (plane_execution.hpp) would be
/// planned; `ways`: times that every block is sent on.
void require_plan_size(const Collective& collective, bool knows_blocks, double ways = 1);

/// Throws std::invalid_argument unless offsets can count it.
std::int64_t whole_message(double message);

/// Bytes begin .. end - 1 of the stream.
std::vector<ByteRange> piece_of(const std::vector<ByteRange>& stream, std::int64_t begin,
                                std::int64_t end);

/// Ends of pieces in proportion to their weights, cumulative, of a stream of so many bytes; `whole`
/// is the sum of all weights.
std::vector<std::int64_t> piece_ends(const std::vector<double>& weights, double whole,
                                     std::int64_t bytes);

}  // namespace lightsweep::kernels
