#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lightsweep::engine {

/// What a result file came to.
struct FinalizeReport {
    std::string file;           ///< OUT.h5, or OUT.partial.h5 while tasks are missing
    std::uint64_t tasks = 0;    ///< of the whole sweep
    std::uint64_t present = 0;  ///< in the file
    std::uint64_t missing = 0;  ///< of this shard, not in the file
    std::uint64_t failed_points = 0;
    bool complete = false;         ///< nothing of the whole sweep is missing
    bool journal_removed = false;  ///< the journal is gone: OUT.h5 holds everything
};

/// Writes what the journal of `output` holds into one HDF5 file: temporary file, fsync, rename,
/// fsync of the folder. Everything of this shard there: OUT.h5, and the journal is removed if no
/// other process writes it. Otherwise OUT.partial.h5, and the journal stays. Streams: memory does
/// not grow with the results. Throws BadInput (no journal, another sweep's OUT.h5), IoError.
FinalizeReport finalize(const std::string& output);

/// One place where the parts do not cover the whole.
struct MissingTasks {
    std::string group;
    std::uint64_t missing = 0, of = 0;
};

struct MergeReport {
    FinalizeReport result;
    std::vector<MissingTasks> missing;  ///< per group with gaps
};

/// Combines result files of one sweep (shards, partial files) into `output`; chunks are copied as
/// they are, the first file that has one wins. complete = 1 when nothing is missing. Throws
/// BadInput when an input is another sweep's (fingerprints), when there is none, or when the output
/// exists already; IoError.
MergeReport merge(const std::vector<std::string>& inputs, const std::string& output);

struct GroupStatus {
    std::string path;
    std::uint64_t tasks = 0, present = 0;
};

/// How far a sweep is.
struct StatusReport {
    std::string source;       ///< the file or journal folder that was read
    std::string fingerprint;  ///< of the sweep
    std::string shard;        ///< "i/n", or empty for a whole sweep
    bool running = false;     ///< another process writes the journal now
    bool complete = false;    ///< nothing of the whole sweep is missing
    std::uint64_t tasks = 0;  ///< to do: of the shard, or of the whole sweep
    std::uint64_t present = 0;
    std::uint64_t points = 0, failed_points = 0;
    std::uint64_t prepared = 0;       ///< in the journal, of what tasks share (Workload::prepare)
    std::uint64_t damaged_bytes = 0;  ///< of journals: torn or flipped, computed again on resume
    int starts = 0;                   ///< runs that wrote to the journal
    std::vector<GroupStatus> groups;  ///< present out of all tasks, per group
};

/// Reads the journal of OUT.h5 if there is one, else OUT.h5 itself. Needs no lock. Throws
/// BadInput when there is neither, IoError.
StatusReport status(const std::string& output);

/// Lines for a person: one of the whole, one per unfinished group.
std::string to_text(const StatusReport& report);

struct GroupDigest {
    std::string path;    ///< "" for the whole file
    std::string digest;  ///< 32 hex digits
};

/// A digest (xxh3, 128 bits) per group: over name, type, shape and decoded data in row-major order
/// of every dataset, by name. Independent of chunk shapes, compression, ranks and threads; group
/// timing and all attributes do not enter. The last entry, path "", is over all groups. Throws
/// IoError when the file cannot be read.
std::vector<GroupDigest> verify(const std::string& file);

}  // namespace lightsweep::engine
