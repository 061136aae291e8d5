#pragma once
// The dual-track execution plan of a collective over switch planes (SWOT, section 3.3): what the
// network controller does, and what every rank does. Plain data, complete enough to run from.
//
// Controller track. A plane begins with `held` circuits and then makes its setups in order, number
// 1, 2, ...; number 0 stands for what it held. Setup c begins when setup c - 1 is done and every
// transfer on this plane of steps <= after_step has ended, at all ranks.
//
// Rank track. An exchange is what one rank sends and receives in one step over its port of one
// plane. Both ends take part: a transfer begins when sender and receiver have what they wait for,
//   after_step             every exchange of that rank in steps <= after_step has ended
//   after_reconfiguration  the plane's setup of that number is done
// so that nothing arrives before there is room for it. The bytes travel as one stream: the sender's
// ranges one after the other are the receiver's ranges one after the other.
//
// Buffers of a rank, one set for each part of a sequence (m bytes the message):
//   vector    m: all collectives but all-to-all, in place. Block b of N is the bytes
//             floor(b m / N) .. floor((b + 1) m / N) - 1, for N = n blocks (times their pieces).
//             An all-gather finds rank b's item at block b, a reduce-scatter leaves its result
//             there
//   scratch   m: where a received byte of the vector waits, at its own offset, because the rank
//             still sends that byte in the same step. At the end of the step it is added to the
//             vector (reduce) or replaces it
//   input     m: all-to-all, block t goes to rank t; cut as above
//   output    all-to-all, rank t: the block from rank o at o times the size of block t
//   transit   all-to-all: slots of ceil(m / n) bytes for blocks on their way
//   outgoing, incoming  of one step: where nothing is known about blocks. Offsets count within the
//             step's bytes, the plan then says how much goes where and when, not which data
//
// Units: bytes [B] as whole numbers, times [s], ranks, planes and steps from 0.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kernels/permutation.hpp"

namespace lightsweep::kernels {

enum class Buffer : std::uint8_t { vector, scratch, input, output, transit, outgoing, incoming };
inline constexpr std::size_t n_buffers = 7;
inline constexpr std::array<const char*, n_buffers> buffer_names{
    "vector", "scratch", "input", "output", "transit", "outgoing", "incoming"};

struct ByteRange {
    Buffer buffer;
    std::int64_t offset;  ///< of its first byte in the buffer, >= 0 [B]
    std::int64_t bytes;   ///< > 0 [B]
    bool operator==(const ByteRange&) const = default;
};

struct CircuitSetup {
    Permutation circuits;               ///< the port of rank r leads to circuits(r); itself: dark
    std::size_t for_step;               ///< the first step that uses it
    std::ptrdiff_t after_step;          ///< transfers up to this step end first; -1: none
    double planned_start, planned_end;  ///< [s]
};

struct PlaneTrack {
    std::optional<Permutation> held;  ///< at the start; nothing: no circuit (cold, or never used)
    std::vector<CircuitSetup> setups;
};

struct Exchange {
    std::size_t step, part;  ///< step counts over all parts of a sequence; part 0 if there is one
    int plane;
    Node send_to = -1, receive_from = -1;  ///< -1: nobody
    std::vector<ByteRange> send{}, receive{};
    bool reduce = false;             ///< add what is received to what is there; else copy
    std::ptrdiff_t after_step = -1;  ///< -1: nothing to wait for
    int after_reconfiguration = 0;   ///< setup number of the plane
    double planned_start = 0, planned_end = 0;  ///< [s]
};

/// Within a rank, at any time: an all-to-all's own block.
struct LocalCopy {
    std::size_t part;
    ByteRange from, to;
};

struct RankTrack {
    std::vector<LocalCopy> copies;
    std::vector<Exchange> exchanges;  ///< by step, then by plane
};

/// Largest size of each buffer at any rank, by Buffer [B].
using BufferSizes = std::array<std::int64_t, n_buffers>;

struct ExecutionPlan {
    std::string collective;  ///< name
    Node n = 0;
    std::int64_t message = 0;          ///< of each part; 0 where nothing is known about blocks [B]
    bool knows_blocks = false;         ///< false: only outgoing and incoming are used
    std::vector<BufferSizes> buffers;  ///< per part
    std::vector<PlaneTrack> planes;
    std::vector<RankTrack> ranks;
    double planned_end = 0;    ///< [s]
    double rounding_time = 0;  ///< whole bytes change the end by at most this [s]
};

}  // namespace lightsweep::kernels
