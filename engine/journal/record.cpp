#include "engine/journal/record.hpp"

#include <xxhash.h>

#include <array>
#include <cstring>

namespace lightsweep::engine {
namespace {

constexpr std::uint16_t version = 1;
constexpr std::array<unsigned char, record_magic_bytes> magic{0x89, 'L',  'S',  'J',
                                                              0x0d, 0x0a, 0x1a, 0x0a};
constexpr std::size_t column_entry_bytes = 16;

// Bytes of the head in the file; little-endian machines only, like the chunks.
struct RawHead {
    std::array<unsigned char, record_magic_bytes> magic;
    std::uint16_t version, kind;
    std::uint32_t group;
    std::uint64_t index, identity, rows, failed, length, checksum, reserved, head_checksum;
};
static_assert(sizeof(RawHead) == record_head_bytes);

std::uint64_t checksum_of(const RawHead& raw) {
    return XXH3_64bits(&raw, offsetof(RawHead, head_checksum));
}

std::uint64_t checksum_of(std::span<const std::byte> payload) {
    return XXH3_64bits(payload.data(), payload.size());
}

}  // namespace

std::span<const std::byte> record_magic() {
    return std::as_bytes(std::span(magic));
}

std::vector<std::byte> make_record(RecordHead head, std::span<const std::byte> payload) {
    RawHead raw{magic,
                version,
                static_cast<std::uint16_t>(head.kind),
                head.task.group,
                head.task.index,
                head.identity,
                head.rows,
                head.failed,
                payload.size(),
                checksum_of(payload),
                0,
                0};
    raw.head_checksum = checksum_of(raw);
    std::vector<std::byte> record(sizeof raw + payload.size());
    std::memcpy(record.data(), &raw, sizeof raw);
    if (!payload.empty()) std::memcpy(record.data() + sizeof raw, payload.data(), payload.size());
    return record;
}

std::vector<std::byte> make_record(RecordHead head, const std::string& payload) {
    return make_record(head, std::as_bytes(std::span(payload.data(), payload.size())));
}

std::optional<RecordHead> parse_head(std::span<const std::byte> bytes) {
    RawHead raw;
    std::memcpy(&raw, bytes.data(), sizeof raw);
    if (raw.magic != magic || raw.version != version || raw.head_checksum != checksum_of(raw))
        return std::nullopt;
    return RecordHead{static_cast<RecordKind>(raw.kind),
                      raw.identity,
                      {raw.group, raw.index},
                      raw.rows,
                      raw.failed,
                      raw.length,
                      raw.checksum};
}

bool payload_intact(const RecordHead& head, std::span<const std::byte> payload) {
    return payload.size() == head.length && checksum_of(payload) == head.checksum;
}

std::vector<std::byte> join_columns(const std::vector<Encoded>& columns) {
    std::size_t size = columns.size() * column_entry_bytes;
    for (const auto& column : columns) size += column.bytes.size();
    std::vector<std::byte> payload(size);
    std::byte* entry = payload.data();
    std::byte* data = entry + columns.size() * column_entry_bytes;
    for (const auto& column : columns) {
        const std::uint64_t mask = column.filter_mask, length = column.bytes.size();
        std::memcpy(entry, &mask, sizeof mask);
        std::memcpy(entry + sizeof mask, &length, sizeof length);
        if (length > 0) std::memcpy(data, column.bytes.data(), length);
        entry += column_entry_bytes;
        data += length;
    }
    return payload;
}

std::vector<ColumnView> split_columns(std::span<const std::byte> payload, std::size_t n_columns) {
    if (payload.size() / column_entry_bytes < n_columns) return {};
    std::vector<ColumnView> columns;
    auto data = payload.subspan(n_columns * column_entry_bytes);
    for (std::size_t column = 0; column < n_columns; ++column) {
        std::uint64_t mask = 0, length = 0;
        const std::byte* entry = payload.data() + column * column_entry_bytes;
        std::memcpy(&mask, entry, sizeof mask);
        std::memcpy(&length, entry + sizeof mask, sizeof length);
        if (length > data.size()) return {};
        columns.push_back({static_cast<std::uint32_t>(mask), data.first(length)});
        data = data.subspan(length);
    }
    return columns;
}

}  // namespace lightsweep::engine
