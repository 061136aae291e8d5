#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/io.hpp"
#include "engine/manifest.hpp"
#include "engine/record.hpp"

namespace lightsweep::engine {

/// Where the record of a finished task lies.
struct RecordPlace {
    Task task;
    std::uint32_t file = 0;
    std::uint64_t offset = 0;
    std::uint64_t rows = 0;
    std::uint64_t failed = 0;
};

/// Everything intact in a journal folder: an index, not the results.
struct JournalScan {
    std::vector<std::string> files;                 ///< paths, oldest run first
    std::vector<RecordPlace> places;                ///< by task, each once
    std::map<std::uint64_t, Preparation> prepared;  ///< that did not fail; not if heads only
    std::optional<Manifest> manifest;               ///< the newest one
    std::uint64_t identity = 0;                     ///< of the manifest
    std::set<std::uint64_t> identities;             ///< of all records
    std::vector<Start> starts;
    std::vector<Timing> timings;
    std::uint64_t damaged_bytes = 0;  ///< torn or flipped
    std::uint32_t next_generation = 0;

    std::uint64_t failed_points() const;
};

/// How much of a record a scan looks at.
///   everything  head and payload: what the scan lists is intact
///   heads       the head only, which says where the next record is; whoever reads a payload checks
///               it then (read_record), and scans again with `everything` if one is damaged
enum class ScanDepth { everything, heads };

/// Reads every record of every file. A record that ends early or whose checksum is wrong is
/// dropped; the search goes on at the next magic, so that nothing intact behind it is lost.
/// Memory: 48 B per task. Throws IoError when a file cannot be read at all.
JournalScan scan_journal(const std::string& folder, ScanDepth depth = ScanDepth::everything);

/// One record, read again and checked again; none if it is damaged by now.
struct StoredRecord {
    RecordHead head;
    std::vector<std::byte> payload;
};
std::optional<StoredRecord> read_record(const io::File& file, std::uint64_t offset);

/// Path of the journal of a result file, and of a file in it.
std::string journal_folder(const std::string& output);
std::string journal_file(const std::string& folder, std::uint32_t generation, int rank);
/// The file whose lock keeps a second writer out.
std::string lock_file(const std::string& folder);

}  // namespace lightsweep::engine
