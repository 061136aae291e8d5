#pragma once

#include <string>
#include <vector>

#include "engine/finalize.hpp"
#include "engine/journal_scan.hpp"
#include "engine/manifest.hpp"

namespace lightsweep::engine {

/// What the engine itself writes on the root of a result file, beside the workload's attributes.
struct RunRecord {
    std::string fingerprint, identity;
    Shard shard;
    std::uint64_t tasks = 0;    ///< of the whole sweep
    std::uint64_t present = 0;  ///< in the file
    std::uint64_t points = 0, failed_points = 0;
    std::string hosts;  ///< names, joined by commas
    int ranks = 1, threads = 1;

    bool complete() const { return present == tasks; }
};

/// format, format_version, created, complete, ... with the workload's own attributes around them.
Attributes root_attributes(const Attributes& workload, const RunRecord& record);
/// The inverse of a file's root attributes. Throws IoError when they are not there.
RunRecord record_from(const class ResultFile& file);
/// Names without doubles, in order of appearance, joined by commas.
std::string join_names(const std::vector<std::string>& names);

/// OUT.partial.h5 for OUT.h5.
std::string partial_name(const std::string& output);

/// finalize() for a caller that holds the lock or knows that somebody else does: only the holder
/// may publish OUT.h5 and remove the journal.
FinalizeReport write_result(const std::string& output, bool holds_lock);

}  // namespace lightsweep::engine
