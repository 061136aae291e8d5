#pragma once
// Journal records besides results: manifest, start and timing of each process.

#include <cstdint>
#include <string>

#include "engine/journal/archive.hpp"
#include "engine/journal/layout.hpp"
#include "engine/journal/task_space.hpp"
#include "engine/journal/workload.hpp"

namespace lightsweep::engine {

/// Identity and layout of a journal's sweep: enough to finalize without the workload.
struct Manifest {
    std::string fingerprint;
    Shard shard;
    Layout layout;
};

/// One process that wrote to the journal.
struct Start {
    std::uint32_t generation = 0;  ///< counts the runs on one journal, from 0
    std::int32_t rank = 0, ranks = 1, threads = 1;
    std::string host;
    bool operator==(const Start&) const = default;
};

/// Times of a process, written when it ended in order.
struct Timing {
    Start process;
    double computing_s = 0, encoding_s = 0, waiting_s = 0;  ///< summed over its threads
    std::uint64_t tasks = 0;
};

// As bytes: packed() and unpacked() of archive.hpp.
template <class A>
void fields(A& archive, Coordinate& c) {
    archive(c.name, c.units, c.long_name, c.values);
}
template <class A>
void fields(A& archive, Axis& axis) {
    archive(axis.index, axis.auxiliary);
}
template <class A>
void fields(A& archive, Column& c) {
    archive(c.name, c.units, c.long_name, c.type, c.fill, c.flags, c.width, c.width_name);
}
template <class A>
void fields(A& archive, ArrayGroup& group) {
    archive(group.path, group.axes, group.columns, group.chunk, group.attributes);
}
template <class A>
void fields(A& archive, RaggedGroup& group) {
    archive(group.path, group.axes, group.columns, group.attributes);
}
template <class A>
void fields(A& archive, Layout& layout) {
    archive(layout.attributes, layout.arrays, layout.ragged);
}
template <class A>
void fields(A& archive, Shard& shard) {
    archive(shard.index, shard.count);
}
template <class A>
void fields(A& archive, Manifest& manifest) {
    archive(manifest.fingerprint, manifest.shard, manifest.layout);
}
template <class A>
void fields(A& archive, Start& start) {
    archive(start.generation, start.rank, start.ranks, start.threads, start.host);
}
template <class A>
void fields(A& archive, Timing& timing) {
    archive(timing.process, timing.computing_s, timing.encoding_s, timing.waiting_s, timing.tasks);
}

/// A 64-bit hash of fingerprint and structure (paths, axes, columns, chunks; no attributes). Every
/// journal record carries it, so that a record of another sweep is never taken.
std::uint64_t identity_of(const std::string& fingerprint, const Layout& layout);

/// The value as 16 hex digits.
std::string to_hex(std::uint64_t value);

}  // namespace lightsweep::engine
