#pragma once
// Common parts of all execution plans: facts about the collective, and the cutting of byte streams.

#include <functional>

#include "kernels/collectives/collective.hpp"
#include "kernels/execution/execution_plan.hpp"
#include "kernels/execution/step_payload.hpp"

namespace lightsweep::kernels {

/// Six digits, for messages.
std::string text_of(double value);

/// The message in bytes; throws std::invalid_argument where it is no whole number up to 2^53.
std::int64_t whole_message(double message);

/// The collectives of a sequence in order, whatever their nesting; one that is none by itself.
std::vector<const Collective*> parts_of_sequence(const Collective& collective);

/// Throws std::invalid_argument where a step says nothing of its peers.
void require_peers(const Collective& collective);

/// What a plan says of a sequence before its steps: name, nodes, message and what is known of
/// blocks. message [B]; `ways`: times that every block is sent on. Throws std::invalid_argument
/// where the plan would be too large (most_plan_blocks, plane_execution.hpp), or offsets cannot
/// count the message.
void begin_plan(const Collective& collective, const std::vector<const Collective*>& parts,
                double message, double ways, ExecutionPlan& plan);

/// Adds the steps, one after the other through all parts, and what every rank copies by itself and
/// needs of buffers. step_bytes: of each [B]; payloads as StepPayloads::next() has them.
using AddStep =
    std::function<void(std::size_t step, std::size_t part, const std::vector<Payload>& payloads)>;
void lay_out(const std::vector<const Collective*>& parts, const std::vector<double>& step_bytes,
             const AddStep& add_step, ExecutionPlan& plan);

/// Bytes begin .. end - 1 of the stream.
std::vector<ByteRange> piece_of(const std::vector<ByteRange>& stream, std::int64_t begin,
                                std::int64_t end);

/// Ends of pieces in proportion to their weights, cumulative, of a stream of so many bytes; `whole`
/// is the sum of all weights.
std::vector<std::int64_t> piece_ends(const std::vector<double>& weights, double whole,
                                     std::int64_t bytes);

}  // namespace lightsweep::kernels
