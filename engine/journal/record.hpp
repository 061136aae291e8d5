#pragma once
// Journal record: head, checksums and payload as bytes.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/journal/codec.hpp"
#include "engine/journal/workload.hpp"

namespace lightsweep::engine {

/// Kinds of journal records. Numbers from 32 on are free for other uses; readers skip unknown
/// kinds.
enum class RecordKind : std::uint16_t {
    start = 1,
    manifest = 2,
    tile = 3,
    row = 4,
    timing = 5,
    preparation = 6,
};

/// Head of a record; JOURNAL.md lists its bytes.
struct RecordHead {
    RecordKind kind = RecordKind::tile;
    std::uint64_t identity = 0;  ///< identity_of() of the sweep
    Task task;                   ///< task of a tile or a row
    std::uint64_t rows = 0;      ///< points of a tile, elements of a list
    std::uint64_t failed = 0;    ///< failed points among them
    std::uint64_t length = 0;    ///< bytes of the payload
    std::uint64_t checksum = 0;  ///< checksum of the payload
};

inline constexpr std::size_t record_head_bytes = 80;
inline constexpr std::size_t record_magic_bytes = 8;
/// The bytes at the start of every record.
std::span<const std::byte> record_magic();

/// A whole record: head, with length and checksum filled in, and payload.
std::vector<std::byte> make_record(RecordHead head, std::span<const std::byte> payload);
std::vector<std::byte> make_record(RecordHead head, const std::string& payload);

/// Reads a head; nothing if magic, version or head checksum are wrong. bytes: record_head_bytes
/// bytes.
std::optional<RecordHead> parse_head(std::span<const std::byte> bytes);
/// Whether the payload has the checksum of the head.
bool payload_intact(const RecordHead& head, std::span<const std::byte> payload);

/// One column inside a payload.
struct ColumnView {
    std::uint32_t filter_mask = 0;
    std::span<const std::byte> bytes;
};

/// Joins encoded columns into the payload of a tile or a row, and splits it again; the split is
/// empty if the payload does not hold n_columns columns.
std::vector<std::byte> join_columns(const std::vector<Encoded>& columns);
std::vector<ColumnView> split_columns(std::span<const std::byte> payload, std::size_t n_columns);

}  // namespace lightsweep::engine
