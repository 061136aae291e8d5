#pragma once
// The dual-track execution plan of a collective over switch planes (SWOT, section 3.3): what the
// network controller does, and what every rank does. Plain data, complete enough to run from.
//
// Controller track. A plane begins with `held` circuits and then makes its setups in order, number
// 1, 2, ...; number 0 stands for what it held. Setup c begins when setup c - 1 is done and every
// transfer on this plane of steps <= after_step has ended, at all ranks.
//
// Rank track. A group of planes carries streams of bytes from rank to rank. The stream's ranges at
// its origin, one after the other, are its ranges at its target, one after the other. There are two
// kinds of plans:
//
//   by rank    every group is one plane and every way one circuit. A stream begins when its origin
//              and its target have ended their streams in steps <= after_step, and the plane's
//              setup number after_reconfiguration is done. It takes
//              per_step + per_hop + bytes / plane bandwidth
//   together   streams pass through relays and share circuits. All streams of a group begin when
//              every group of the steps <= after_step has ended and its planes' setups are done,
//              and flow evenly: a relay forwards what arrives while it arrives. The group takes
//              per_step + hops per_hop + max over its circuits of (bytes / plane bandwidth),
//              where hops counts the links of the group's longest way. The accounting counts those
//              between the farthest pair; where a flow takes longer ways, the plan ends later
//
// Buffers of a rank, one set for each part of a sequence (m bytes the message):
//   vector    m: all collectives but all-to-all, in place. Block b of N is the bytes
//             floor(b m / N) .. floor((b + 1) m / N) - 1, for N = n blocks (times their pieces).
//             An all-gather finds rank b's item at block b, a reduce-scatter leaves its result
//             there
//   scratch   a multiple of m: where a received byte of the vector waits, at its own offset plus a
//             multiple of m, because in the same step the rank still sends that byte or receives
//             it from another peer. At the end of the step it is added to the vector (reduce) or
//             replaces it
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

#include "kernels/permutations/permutation.hpp"
#include "kernels/planes/plane_groups.hpp"

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

/// Planes that send together in one step; in a plan by rank one plane.
struct GroupRun {
    std::size_t step;
    std::vector<int> planes;
    std::vector<int> after_reconfiguration;  ///< per plane: number of its setup
    std::ptrdiff_t after_step;               ///< -1: nothing to wait for
    double planned_start, planned_end;       ///< [s]
};

/// From the node before, over the circuit of this plane.
struct RelayHop {
    int plane;
    Node to;
};

struct Stream {
    std::size_t step, part;  ///< step counts over all parts of a sequence; part 0 if there is one
    std::size_t group;       ///< of the plan
    Node origin;
    std::vector<RelayHop> way;             ///< to relays, and last to the rank that receives
    std::vector<ByteRange> send, receive;  ///< at the origin, at the target
    bool reduce = false;                   ///< add what is received to what is there; else copy

    Node target() const { return way.back().to; }
};

/// Within a rank, at any time: an all-to-all's own block.
struct LocalCopy {
    std::size_t part;
    ByteRange from, to;
};

/// Largest size of each buffer at any rank, by Buffer [B].
using BufferSizes = std::array<std::int64_t, n_buffers>;

inline std::int64_t bytes_of(const std::vector<ByteRange>& ranges) {
    std::int64_t sum = 0;
    for (const auto& range : ranges) sum += range.bytes;
    return sum;
}

struct ExecutionPlan {
    std::string collective;  ///< name
    Node n = 0;
    std::int64_t message = 0;          ///< of each part; 0 where nothing is known about blocks [B]
    bool knows_blocks = false;         ///< false: only outgoing and incoming are used
    std::vector<BufferSizes> buffers;  ///< per part
    std::vector<PlaneTrack> planes;
    bool together = false;                       ///< the streams of a group; else by rank
    std::vector<GroupRun> groups;                ///< by step
    std::vector<Stream> streams;                 ///< by group, then by origin
    std::vector<std::vector<LocalCopy>> copies;  ///< per rank
    double planned_end = 0;                      ///< [s]
    double rounding_time = 0;                    ///< whole bytes change the end by at most this [s]
};

/// A plan with what it is carried out on, and the collective whose result it promises.
struct PlannedExecution {
    ExecutionPlan plan;
    GroupProblem problem;
    Collective promise;
};

// What can be said about an execution plan before it runs: whether the planes may begin as they do,
// and whether both ends of every stream mean the same bytes, within their buffers.

/// The first thing that is wrong with the plan, or "".
std::string fault_in(const ExecutionPlan& plan, const GroupProblem& problem);

}  // namespace lightsweep::kernels
