#pragma once
// Run record: what the engine adds to a result file, as root attributes and as the group `timing`.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/file/finalize.hpp"
#include "engine/journal/codec.hpp"
#include "engine/journal/journal_scan.hpp"
#include "engine/journal/manifest.hpp"

namespace lightsweep::engine {

/// Values that the engine writes to the root of a result file, besides the workload's attributes.
struct RunRecord {
    std::string fingerprint, identity;
    Shard shard;
    std::uint64_t tasks = 0;    ///< tasks of the whole sweep
    std::uint64_t present = 0;  ///< tasks in the file
    std::uint64_t points = 0, failed_points = 0;
    std::string hosts;  ///< host names, joined by commas
    int ranks = 1, threads = 1;

    bool complete() const { return present == tasks; }
};

/// All root attributes: format, format_version, created, complete, ... and the workload's own ones.
Attributes root_attributes(const Attributes& workload, const RunRecord& record);
/// Reads the record from a file's root attributes. Throws IoError if they are absent.
RunRecord record_from(const class ResultFile& file);
/// Distinct names in order of appearance, joined by commas.
std::string join_names(const std::vector<std::string>& names);

// The group `timing` (timing_group.cpp): the times of every process. It is the only group of the
// engine that differs from run to run.

/// Its layout: per process the times of its threads.
ArrayGroup timing_group(const std::vector<Timing>& timings);
/// Its single tile, encoded, in the order of the group's columns.
std::vector<Encoded> encode_timing(const std::vector<Timing>& timings);
/// The timings stored in a result file, if any.
std::vector<Timing> read_timings(const class ResultFile& file);

/// Name of the partial file: OUT.partial.h5 for OUT.h5.
std::string partial_name(const std::string& output);

/// What the caller's run has encoded and copied itself.
struct OwnRun {
    std::optional<std::uint32_t> generation{};
    class EarlyCopy* copied = nullptr;  ///< its writer writes the rest
};

/// finalize() for a caller that holds the lock, or (null) knows that another process holds it.
/// Tiles of its own run are copied on the word of their checksums; all others are unpacked first.
FinalizeReport write_result(const std::string& output, class OutputLock* lock, const Say& say = {},
                            const OwnRun& own = {});

}  // namespace lightsweep::engine
