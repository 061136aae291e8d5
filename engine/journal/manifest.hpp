#pragma once
// Journal records besides results: manifest, start and timing of each process.

#include <cstdint>
#include <string>
#include <string_view>

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

std::string to_bytes(const Manifest& manifest);
std::string to_bytes(const Start& start);
std::string to_bytes(const Timing& timing);
std::string to_bytes(const Preparation& preparation);
/// Read the records back. Throw std::out_of_range for bytes that are not such a record.
Manifest manifest_from(std::string_view bytes);
Start start_from(std::string_view bytes);
Timing timing_from(std::string_view bytes);
Preparation preparation_from(std::string_view bytes);

/// A 64-bit hash of fingerprint and structure (paths, axes, columns, chunks; no attributes). Every
/// journal record carries it, so that a record of another sweep is never taken.
std::uint64_t identity_of(const std::string& fingerprint, const Layout& layout);

/// The value as 16 hex digits.
std::string to_hex(std::uint64_t value);

}  // namespace lightsweep::engine
