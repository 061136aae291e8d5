#pragma once
// The verbs on finished work: finalize a journal into a result file, merge result files, report
// status, compute digests.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace lightsweep::engine {

/// Result of finalize().
struct FinalizeReport {
    std::string file;           ///< OUT.h5, or OUT.partial.h5 while tasks are missing
    std::uint64_t tasks = 0;    ///< tasks of the whole sweep
    std::uint64_t present = 0;  ///< tasks in the file
    std::uint64_t missing = 0;  ///< tasks of this shard that are not in the file
    std::uint64_t failed_points = 0;
    bool complete = false;  ///< true: no task of the whole sweep is missing
    /// True: the journal was removed, because OUT.h5 holds everything.
    bool journal_removed = false;
};

using Say = std::function<void(const std::string&)>;

/// Writes the content of the journal of `output` into one HDF5 file: temporary file, fsync, rename,
/// fsync of the folder. If all tasks of this shard are there, the file is OUT.h5, and the journal
/// is removed unless another process writes it. Otherwise the file is OUT.partial.h5, and the
/// journal stays. Memory does not grow with the results. Throws BadInput (no journal, or OUT.h5 of
/// another sweep) and IoError.
///
///   say  hears twice a second how many tasks are written; may be empty
FinalizeReport finalize(const std::string& output, const Say& say = {});

/// A group whose tasks are not all in the merged files.
struct MissingTasks {
    std::string group;
    std::uint64_t missing = 0, of = 0;
};

struct MergeReport {
    FinalizeReport result;
    std::vector<MissingTasks> missing;  ///< groups with missing tasks
};

/// Combines result files of one sweep (shards, partial files) into `output`. Chunks are copied
/// unchanged; the first file that has a chunk wins. complete = 1 if no task is missing. Throws
/// BadInput if an input belongs to another sweep (fingerprints), if there is no input, or if the
/// output exists; IoError.
MergeReport merge(const std::vector<std::string>& inputs, const std::string& output);

struct GroupStatus {
    std::string path;
    std::uint64_t tasks = 0, present = 0;
};

/// State of a sweep.
struct StatusReport {
    std::string source;       ///< the file or journal folder that was read
    std::string fingerprint;  ///< fingerprint of the sweep
    std::string shard;        ///< "i/n", or empty for a whole sweep
    bool running = false;     ///< true: another process is writing the journal
    bool complete = false;    ///< true: no task of the whole sweep is missing
    std::uint64_t tasks = 0;  ///< tasks of the shard, or of the whole sweep
    std::uint64_t present = 0;
    std::uint64_t points = 0, failed_points = 0;
    std::uint64_t prepared = 0;  ///< shared preparations in the journal (Workload::prepare)
    /// Damaged bytes of journals; their tasks are computed again on resume.
    std::uint64_t damaged_bytes = 0;
    int starts = 0;                   ///< number of runs that wrote to the journal
    std::vector<GroupStatus> groups;  ///< tasks present and in total, per group
};

/// Reads the journal of OUT.h5 if there is one, otherwise OUT.h5 itself. Needs no lock. Throws
/// BadInput if there is neither, and IoError.
StatusReport status(const std::string& output);

/// Lines for people: one for the whole sweep, one per unfinished group.
std::string to_text(const StatusReport& report);

struct GroupDigest {
    std::string path;    ///< "" for the whole file
    std::string digest;  ///< 32 hex digits
};

/// A digest per group (xxh3, 128 bits) over name, type, shape and decoded row-major data of every
/// dataset, in the order of names. It does not depend on chunk shapes, compression, ranks and
/// threads. The group timing and all attributes are left out. The last entry, path "", covers all
/// groups. Throws IoError if the file cannot be read.
std::vector<GroupDigest> verify(const std::string& file);

}  // namespace lightsweep::engine
