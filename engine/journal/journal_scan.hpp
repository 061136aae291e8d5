#pragma once
// Scan of a journal folder: an index of its intact records.

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/io/io.hpp"
#include "engine/journal/manifest.hpp"
#include "engine/journal/record.hpp"

namespace lightsweep::engine {

/// Location of the record of a finished task.
struct RecordPlace {
    Task task;
    std::uint32_t file = 0;
    std::uint64_t offset = 0;
    std::uint64_t rows = 0;
    std::uint64_t failed = 0;
};

/// Index of all intact records in a journal folder; it does not hold the results.
struct JournalScan {
    std::vector<std::string> files;  ///< paths, oldest run first
    /// Of the files; none for a file that no run has named.
    std::vector<std::optional<std::uint32_t>> generations;
    std::vector<RecordPlace> places;  ///< one entry per finished task
    /// Successful preparations; empty after a scan of heads.
    std::map<std::uint64_t, Preparation> prepared;
    std::optional<Manifest> manifest;    ///< the newest one
    std::uint64_t identity = 0;          ///< identity of the manifest
    std::set<std::uint64_t> identities;  ///< identities of all records
    std::vector<Start> starts;
    std::vector<Timing> timings;
    std::uint64_t damaged_bytes = 0;  ///< bytes of torn or damaged records
    std::uint32_t next_generation = 0;

    std::uint64_t failed_points() const;
};

/// How much of a record a scan reads.
///   everything  head and payload: every listed record is intact
///   heads       only the head, which says where the next record is. A reader of the payload then
///               checks it (read_record), and scans again with `everything` if one is damaged
enum class ScanDepth { everything, heads };

/// Reads every record of every file. A record that ends early or has a wrong checksum is dropped;
/// the search continues at the next magic, so that no intact record behind it is lost. Memory: 48 B
/// per task. Throws IoError if a file cannot be read at all.
JournalScan scan_journal(const std::string& folder, ScanDepth depth = ScanDepth::everything);

/// One record, read and checked again; nothing if it is damaged.
struct StoredRecord {
    RecordHead head;
    std::vector<std::byte> payload;
};
std::optional<StoredRecord> read_record(const io::File& file, std::uint64_t offset);

/// Path of the journal folder of a result file, and of a file in it.
std::string journal_folder(const std::string& output);
std::string journal_file(const std::string& folder, std::uint32_t generation, int rank);
/// The file whose lock excludes a second writer.
std::string lock_file(const std::string& folder);
/// Whether a file of that name holds records (NAME.lsj).
bool is_journal_file(const std::string& name);
/// Whether the folder exists and holds a file with records.
bool holds_records(const std::string& folder);

}  // namespace lightsweep::engine
