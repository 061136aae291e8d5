#include "engine/journal/journal_scan.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <new>
#include <stdexcept>
#include <string_view>
#include <tuple>

namespace lightsweep::engine {
namespace {

constexpr std::string_view suffix = ".lsj";
constexpr std::size_t search_window = 1 << 20;
constexpr std::uint64_t most_packed = 1032;  // bytes that deflate can pack into one

// The first magic at or after `offset`, or the end of the file.
std::uint64_t find_magic(const io::File& file, std::uint64_t offset) {
    const auto magic = record_magic();
    std::vector<std::byte> window(search_window);
    for (;;) {
        const std::size_t n = file.read_at(offset, window);
        const auto end = window.begin() + static_cast<std::ptrdiff_t>(n);
        const auto hit = std::search(window.begin(), end, magic.begin(), magic.end());
        if (hit != end) return offset + static_cast<std::uint64_t>(hit - window.begin());
        if (n < window.size()) return offset + n;
        offset += n - (magic.size() - 1);
    }
}

std::string_view as_text(const std::vector<std::byte>& payload) {
    return {reinterpret_cast<const char*>(payload.data()), payload.size()};
}

bool is_result(RecordKind kind) {
    return kind == RecordKind::tile || kind == RecordKind::row;
}

bool is_note(RecordKind kind) {
    return kind == RecordKind::start || kind == RecordKind::manifest || kind == RecordKind::timing;
}

// A failed preparation is dropped; the task that needs it tries again.
void take_preparation(JournalScan& scan, const StoredRecord& record) {
    auto preparation = unpacked<Preparation>(as_text(record.payload));
    if (preparation.failure.empty()) scan.prepared[record.head.task.index] = std::move(preparation);
}

// A description that no run can have written counts as damage: throws what the caller expects of
// it.
Manifest checked_manifest(const StoredRecord& record) {
    Manifest manifest = unpacked<Manifest>(as_text(record.payload));
    check(manifest.layout);
    if (!manifest.shard.valid() ||
        identity_of(manifest.fingerprint, manifest.layout) != record.head.identity)
        throw std::out_of_range("not the manifest of its own sweep");
    return manifest;
}

void take_note(JournalScan& scan, const StoredRecord& record) {
    switch (record.head.kind) {
        case RecordKind::start:
            scan.starts.push_back(unpacked<Start>(as_text(record.payload)));
            break;
        case RecordKind::manifest:
            scan.manifest = checked_manifest(record);
            scan.identity = record.head.identity;
            break;
        case RecordKind::timing:
            scan.timings.push_back(unpacked<Timing>(as_text(record.payload)));
            break;
        case RecordKind::preparation:
            take_preparation(scan, record);
            break;
        default:
            break;
    }
}

// The head at `offset`, if the file is long enough for the whole record.
std::optional<RecordHead> head_at(const io::File& file, std::uint64_t offset, std::uint64_t end) {
    std::array<std::byte, record_head_bytes> bytes;
    if (file.read_at(offset, bytes) < bytes.size()) return std::nullopt;
    const auto head = parse_head(bytes);
    if (!head || head->length > end - offset - record_head_bytes) return std::nullopt;
    if (is_result(head->kind) && head->rows > most_packed * head->length) return std::nullopt;
    return head;
}

// Reads a record and adds it to the scan; returns its size in bytes, or 0 if there is none.
std::uint64_t take_at(JournalScan& scan, const io::File& file, std::uint64_t offset,
                      std::uint64_t end, ScanDepth depth) {
    const auto head = head_at(file, offset, end);
    if (!head) return 0;
    if (is_note(head->kind) || depth == ScanDepth::everything) {
        const auto record = read_record(file, offset);
        if (!record) return 0;
        try {
            take_note(scan, *record);
        } catch (const std::bad_alloc&) {
            throw;  // no damage
        } catch (const std::exception&) {
            return 0;  // intact bytes of another version or by another hand: skipped like damage
        }
    }
    scan.identities.insert(head->identity);
    const auto number = static_cast<std::uint32_t>(scan.files.size() - 1);
    if (is_result(head->kind))
        scan.places.push_back({head->task, number, offset, head->rows, head->failed});
    return record_head_bytes + head->length;
}

void scan_file(JournalScan& scan, const std::string& path, ScanDepth depth) {
    const io::File file = io::File::open_read(path);
    scan.files.push_back(path);
    const std::uint64_t end = file.size();
    for (std::uint64_t offset = 0; offset < end;) {
        const std::uint64_t taken = take_at(scan, file, offset, end, depth);
        const std::uint64_t next = taken ? offset + taken : find_magic(file, offset + 1);
        if (!taken) scan.damaged_bytes += next - offset;
        offset = next;
    }
}

// Two ranks may have computed the same task (after a kill); either record is valid.
void sort_and_drop_doubles(std::vector<RecordPlace>& places) {
    const auto key = [](const RecordPlace& p) {
        return std::tuple(p.task.group, p.task.index, p.file, p.offset);
    };
    std::ranges::sort(places, [&](const auto& a, const auto& b) { return key(a) < key(b); });
    const auto same = [](const RecordPlace& a, const RecordPlace& b) {
        return a.task.group == b.task.group && a.task.index == b.task.index;
    };
    places.erase(std::unique(places.begin(), places.end(), same), places.end());
}

std::optional<std::uint32_t> generation_of(const std::string& name) {
    unsigned generation = 0;
    int rank = 0;
    if (std::sscanf(name.c_str(), "run-%u-rank-%d", &generation, &rank) == 2 &&
        journal_file("", generation, rank) == "/" + name)
        return generation;
    return std::nullopt;
}

}  // namespace

std::uint64_t JournalScan::failed_points() const {
    std::uint64_t failed = 0;
    for (const auto& place : places) failed += place.failed;
    return failed;
}

JournalScan scan_journal(const std::string& folder, ScanDepth depth) {
    JournalScan scan;
    for (const auto& name : io::list_folder(folder)) {
        if (!is_journal_file(name)) continue;
        scan.generations.push_back(generation_of(name));
        if (const auto known = scan.generations.back())
            scan.next_generation = std::max(scan.next_generation, *known + 1);
        scan_file(scan, folder + "/" + name, depth);
    }
    sort_and_drop_doubles(scan.places);
    return scan;
}

std::optional<StoredRecord> read_record(const io::File& file, std::uint64_t offset) {
    const auto head = head_at(file, offset, file.size());
    if (!head) return std::nullopt;
    StoredRecord record{*head, std::vector<std::byte>(head->length)};
    const std::size_t n = file.read_at(offset + record_head_bytes, record.payload);
    if (n < record.payload.size() || !payload_intact(*head, record.payload)) return std::nullopt;
    return record;
}

std::string journal_folder(const std::string& output) {
    return output + ".journal";
}

std::string journal_file(const std::string& folder, std::uint32_t generation, int rank) {
    char name[64];
    std::snprintf(name, sizeof name, "run-%05u-rank-%06d", generation, rank);
    return folder + "/" + name + std::string(suffix);
}

std::string lock_file(const std::string& folder) {
    return folder + "/lock";
}

bool is_journal_file(const std::string& name) {
    return name.ends_with(suffix);
}

bool holds_records(const std::string& folder) {
    if (!io::exists(folder)) return false;
    const auto names = io::list_folder(folder);
    return std::ranges::any_of(names, is_journal_file);
}

}  // namespace lightsweep::engine
