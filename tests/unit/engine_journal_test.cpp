#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>

#include <stdlib.h>

#include "engine/io/errors.hpp"
#include "engine/journal/byte_shuffle.hpp"
#include "engine/journal/codec.hpp"
#include "engine/journal/journal_scan.hpp"
#include "engine/journal/journal_writer.hpp"
#include "engine/journal/layout.hpp"
#include "engine/journal/record.hpp"

using namespace lightsweep::engine;

BOOST_AUTO_TEST_SUITE(engine_journal)

namespace {

class Folder {
  public:
    Folder() : path_(std::filesystem::temp_directory_path() / "lightsweep-unit-XXXXXX") {
        std::string name = path_.string();
        path_ = ::mkdtemp(name.data());
    }
    ~Folder() { std::filesystem::remove_all(path_); }
    std::string path() const { return path_.string(); }

  private:
    std::filesystem::path path_;
};

std::vector<std::byte> payload_of(std::uint64_t index) {
    return std::vector<std::byte>(5 + index % 7, static_cast<std::byte>(index));
}

std::vector<std::byte> tile_record(std::uint64_t index) {
    RecordHead head;
    head.identity = 77;
    head.task = {1, index};
    head.rows = index;
    return make_record(head, payload_of(index));
}

void write_file(const std::string& path, const std::vector<std::byte>& bytes) {
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
}

// Records 0 .. n-1 behind each other, and where each ends.
struct Sample {
    std::vector<std::byte> bytes;
    std::vector<std::size_t> ends;
};

Sample sample(std::uint64_t n) {
    Sample result;
    for (std::uint64_t i = 0; i < n; ++i) {
        const auto record = tile_record(i);
        result.bytes.insert(result.bytes.end(), record.begin(), record.end());
        result.ends.push_back(result.bytes.size());
    }
    return result;
}

std::vector<std::uint64_t> found(const JournalScan& scan) {
    std::vector<std::uint64_t> indices;
    for (const auto& place : scan.places) indices.push_back(place.task.index);
    return indices;
}

}  // namespace

BOOST_AUTO_TEST_CASE(records_come_back_from_several_files) {
    const Folder folder;
    for (int rank = 0; rank < 3; ++rank) {
        JournalWriter writer(journal_file(folder.path(), 4, rank));
        for (std::uint64_t i = 0; i < 20; ++i)
            if (i % 3 == static_cast<std::uint64_t>(rank) || i == 5) writer.put(tile_record(i));
        BOOST_TEST(!writer.close().has_value());
    }
    const JournalScan scan = scan_journal(folder.path());
    BOOST_TEST(scan.places.size() == 20u);  // task 5 lies in all three, and counts once
    BOOST_TEST(scan.next_generation == 5u);
    BOOST_TEST(scan.damaged_bytes == 0u);
    for (const auto& place : scan.places) {
        const auto record = read_record(io::File::open_read(scan.files[place.file]), place.offset);
        BOOST_REQUIRE(record.has_value());
        BOOST_TEST((record->payload == payload_of(place.task.index)));
        BOOST_TEST(place.rows == place.task.index);
    }
    BOOST_CHECK_THROW(JournalWriter(journal_file(folder.path(), 4, 0)), IoError);
}

BOOST_AUTO_TEST_CASE(more_points_than_the_payload_can_hold_are_damage) {
    const Folder folder;
    const std::string path = journal_file(folder.path(), 0, 0);
    for (const auto kind : {RecordKind::tile, RecordKind::row})
        for (const std::uint64_t excess : {0, 1}) {
            RecordHead head;
            head.kind = kind;
            head.rows = 1032 * payload_of(3).size() + excess;
            write_file(path, make_record(head, payload_of(3)));
            BOOST_TEST(scan_journal(folder.path()).places.size() == 1 - excess);
        }
}

BOOST_AUTO_TEST_CASE(cut_at_every_byte_all_whole_records_survive) {
    const Folder folder;
    const Sample whole = sample(5);
    const std::string path = journal_file(folder.path(), 0, 0);
    for (std::size_t cut = 0; cut <= whole.bytes.size(); ++cut) {
        write_file(path, {whole.bytes.begin(), whole.bytes.begin() + static_cast<long>(cut)});
        const auto expected = static_cast<std::size_t>(std::count_if(
            whole.ends.begin(), whole.ends.end(), [cut](std::size_t end) { return end <= cut; }));
        BOOST_TEST(scan_journal(folder.path()).places.size() == expected);
    }
}

BOOST_AUTO_TEST_CASE(flipped_at_every_byte_only_that_record_is_lost) {
    const Folder folder;
    const Sample whole = sample(4);
    const std::string path = journal_file(folder.path(), 0, 0);
    for (std::size_t at = 0; at < whole.bytes.size(); ++at) {
        auto bytes = whole.bytes;
        bytes[at] ^= std::byte{0x20};
        write_file(path, bytes);
        std::vector<std::uint64_t> expected;
        for (std::uint64_t i = 0; i < whole.ends.size(); ++i) {
            const std::size_t begin = i == 0 ? 0 : whole.ends[i - 1];
            if (at < begin || at >= whole.ends[i]) expected.push_back(i);
        }
        const auto scan = scan_journal(folder.path());
        BOOST_TEST(found(scan) == expected, "byte " << at);
        BOOST_TEST(scan.damaged_bytes > 0u);
    }
}

BOOST_AUTO_TEST_CASE(random_damage_never_invents_a_record) {
    std::mt19937 random(5);
    const Folder folder;
    const Sample whole = sample(30);
    for (int round = 0; round < 200; ++round) {
        auto bytes = whole.bytes;
        std::uniform_int_distribution<std::size_t> anywhere(0, bytes.size() - 1);
        const std::size_t from = anywhere(random), length = anywhere(random) % 300;
        for (std::size_t i = from; i < std::min(bytes.size(), from + length); ++i)
            bytes[i] = static_cast<std::byte>(random());
        write_file(journal_file(folder.path(), 0, 0), bytes);
        for (const auto& place : scan_journal(folder.path()).places)
            BOOST_TEST(place.rows == place.task.index);
    }
}

BOOST_AUTO_TEST_CASE(a_full_disk_is_reported_and_what_was_written_stays) {
    const Folder folder;
    JournalWriter writer(journal_file(folder.path(), 0, 0));
    writer.put(tile_record(1));
    while (std::filesystem::file_size(journal_file(folder.path(), 0, 0)) == 0) {
    }
    io::set_fault(io::Fault::short_write, 1);
    writer.put(tile_record(2));
    writer.put(tile_record(3));
    const auto failure = writer.close();
    io::set_fault(io::Fault::none, 0);
    BOOST_REQUIRE(failure.has_value());
    BOOST_TEST(failure->find("No space left") != std::string::npos);
    BOOST_TEST(failure->find("--resume") != std::string::npos);
    BOOST_TEST(found(scan_journal(folder.path())) == (std::vector<std::uint64_t>{1}));
}

BOOST_AUTO_TEST_CASE(a_shuffle_puts_equal_places_of_all_elements_together) {
    std::mt19937_64 random(5);
    for (const std::size_t width : {1, 2, 3, 4, 8, 12})
        for (const std::size_t n : {0, 1, 15, 16, 17, 33, 500}) {
            std::vector<std::byte> bytes(n * width), together(bytes.size()), back(bytes.size());
            for (auto& byte : bytes) byte = static_cast<std::byte>(random());
            shuffle(bytes, width, together.data());
            std::size_t wrong = 0;
            for (std::size_t i = 0; i < bytes.size(); ++i)
                wrong += together[i % width * n + i / width] != bytes[i];
            BOOST_TEST(wrong == 0u);
            unshuffle(together, width, back.data());
            BOOST_TEST((back == bytes));
        }
}

BOOST_AUTO_TEST_CASE(every_chunk_decodes_to_itself) {
    std::mt19937_64 random(11);
    for (const std::size_t width : {1, 4, 8})
        for (const std::size_t n : {0, 1, 2, 1000, 5000})
            for (const int kind : {0, 1, 2}) {  // constant, smooth, noise
                std::vector<std::byte> chunk(n * width);
                for (std::size_t i = 0; i < chunk.size(); ++i)
                    chunk[i] = static_cast<std::byte>(kind == 0   ? i % width * 9
                                                      : kind == 1 ? i / 64
                                                                  : random());
                const Encoded encoded = encode(chunk, width);
                BOOST_TEST(
                    (decode(encoded.bytes, encoded.filter_mask, width, chunk.size()) == chunk));
                BOOST_TEST(encoded.bytes.size() <= chunk.size());
            }
    BOOST_CHECK_THROW(decode(std::vector<std::byte>(10), 0, 8, 800), IoError);
}

// Chunks that are constant but for one byte, around the parts that are compared at a time.
BOOST_AUTO_TEST_CASE(nearly_constant_chunks_decode_to_themselves) {
    for (const std::size_t width : {1, 3, 4, 7, 8})
        for (const std::size_t bytes : {4096, 4096 - 8, 4096 + 8, 3 * 4096 + 8}) {
            std::vector<std::byte> chunk(bytes / width * width);
            for (std::size_t i = 0; i < chunk.size(); ++i)
                chunk[i] = static_cast<std::byte>(i % width * 9);
            encode(chunk, width);  // constant: kept for the next one
            for (const std::size_t at : {width, std::size_t{4088}, chunk.size() - 1}) {
                if (at >= chunk.size()) continue;
                auto other = chunk;
                other[at] = std::byte{255};
                const Encoded encoded = encode(other, width);
                BOOST_TEST(
                    (decode(encoded.bytes, encoded.filter_mask, width, other.size()) == other));
            }
        }
    // Period 3; and period 3 up to byte 4096, where the period begins again.
    std::vector<std::byte> periodic(3 * 4096), chunk(periodic);
    for (std::size_t i = 0; i < chunk.size(); ++i) {
        periodic[i] = static_cast<std::byte>(i % 3);
        chunk[i] = static_cast<std::byte>(i % 4096 % 3);
    }
    encode(periodic, 3);
    const Encoded encoded = encode(chunk, 3);
    BOOST_TEST((decode(encoded.bytes, encoded.filter_mask, 3, chunk.size()) == chunk));
}

BOOST_AUTO_TEST_SUITE_END()
