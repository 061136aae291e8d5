#pragma once
// An algorithm of MSCCL in XML (microsoft/msccl, src/graph/topo.cc; ROCm/rccl,
// src/misc/msccl/msccl_parser.cc): per GPU thread blocks, which run steps in order. The reader
// finds everything that the runtimes demand of a file and that can be said before it runs.
//
// (sender, receiver, channel) is one connection, first in first out, used by one thread block at
// each end. A step may wait for a step of another thread block of its GPU, which must announce
// itself (hasdep). A chunk is the message / nchunksperloop.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "sweeps/spec/documents/fault.hpp"

namespace lightsweep::sweeps {

enum class MscclType : std::uint8_t { s, r, rcs, rrc, rrcs, rrs, cpy, re, nop };
inline constexpr std::array<const char*, 9> msccl_type_names{"s",   "r",   "rcs", "rrc", "rrcs",
                                                             "rrs", "cpy", "re",  "nop"};
/// What a type does: receive, send, read its source, read its target, write its target.
struct MscclEffect {
    bool receives, sends, reads_source, reads_target, writes;
};
MscclEffect effect_of(MscclType type);

/// Most chunks of one step.
inline constexpr std::int64_t most_msccl_count = 71;

/// A range of chunks; buffer 0 input, 1 output, 2 scratch.
struct MscclPlace {
    int buffer;
    std::int64_t offset;
};

struct MscclStep {
    MscclType type;
    MscclPlace source, target;
    std::int64_t count;
    int wait_block, wait_step;  ///< -1: none
    bool announces;
};

struct MscclBlock {
    int send, receive, channel;  ///< peers, -1: none
    std::vector<MscclStep> steps;
};

struct MscclGpu {
    std::array<std::int64_t, 3> chunks;  ///< of input, output, scratch
    std::vector<MscclBlock> blocks;
};

struct MscclProgram {
    std::string name, collective;  ///< allreduce, allgather, alltoall, reducescatter, ...
    std::int64_t chunks = 0;       ///< nchunksperloop
    bool in_place = false;
    int channels = 1;
    std::vector<MscclGpu> gpus;

    /// Chunks of one rank's part of an all-gather or reduce-scatter.
    std::int64_t part() const { return chunks / static_cast<std::int64_t>(gpus.size()); }
    /// Buffers that are one in place: where a place really lies.
    MscclPlace resolved(int gpu, MscclPlace place) const;
    /// Chunks of a buffer, under the name that a step uses, among so many ranks.
    std::int64_t size_of_when(int gpu, int buffer, std::int64_t ranks) const;
};

enum class MscclDialect : std::uint8_t { msccl, rccl };
inline MscclDialect dialect_of(const std::string& name) {
    return name == "msccl" ? MscclDialect::msccl : MscclDialect::rccl;
}

/// What the runtimes hold: thread blocks of a GPU, under RCCL of one of its channels, steps of a
/// thread block, and elements of a GPU (itself, its thread blocks and their steps).
inline constexpr std::size_t most_msccl_blocks = 216, most_rccl_channel_blocks = 32,
                             most_msccl_elements = 4096;
inline std::size_t most_msccl_steps(MscclDialect dialect) {
    return dialect == MscclDialect::rccl ? 64 : 256;
}

/// The program; incomplete where there are faults.
MscclProgram read_msccl(const std::string& text, MscclDialect dialect, Faults& faults);

}  // namespace lightsweep::sweeps
