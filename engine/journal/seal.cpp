#include "engine/journal/seal.hpp"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include "engine/io/errors.hpp"

namespace lightsweep::engine {
namespace {

constexpr std::array<unsigned char, 8> seal_magic{0x89, 'L', 'S', 'S', 0x0d, 0x0a, 0x1a, 0x0a};

// Bytes of the footer in the file. There are two copies, so that one flipped bit cannot remove the
// protection unnoticed.
struct Footer {
    std::array<unsigned char, 8> magic;
    std::uint64_t version, size, table_checksum, footer_checksum;
};
static_assert(sizeof(Footer) == 40);
constexpr std::size_t copies = 2;

std::uint64_t checksum_of_bytes(std::span<const std::byte> bytes) {
    return XXH3_64bits(bytes.data(), bytes.size());
}

std::uint64_t checksum_of(const Footer& footer) {
    return XXH3_64bits(&footer, offsetof(Footer, footer_checksum));
}

std::size_t blocks_of(std::uint64_t size) {
    return static_cast<std::size_t>((size + seal_block_bytes - 1) / seal_block_bytes);
}

// Reads each block once more; the pages are still in memory.
std::vector<std::uint64_t> checksums_of(const io::File& file, std::uint64_t size) {
    std::vector<std::uint64_t> checksums(blocks_of(size));
    constexpr std::size_t blocks_per_task = 32;
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, checksums.size(), blocks_per_task),
                      [&](auto range) {
                          std::vector<std::byte> block(seal_block_bytes);
                          for (std::size_t b = range.begin(); b < range.end(); ++b) {
                              const std::size_t n = file.read_at(b * seal_block_bytes, block);
                              checksums[b] = checksum_of_bytes(std::span(block).first(n));
                          }
                      });
    return checksums;
}

// Any intact copy of the footer at the end of the file.
std::optional<Footer> find_footer(const io::File& file) {
    std::array<Footer, copies> footers;
    const std::uint64_t end = file.size();
    if (end < sizeof footers) return std::nullopt;
    file.read_at(end - sizeof footers, std::as_writable_bytes(std::span(footers)));
    for (const Footer& footer : footers)
        if (footer.magic == seal_magic && footer.footer_checksum == checksum_of(footer))
            return footer;
    return std::nullopt;
}

// Where the HDF5 file ends by its own superblock (versions 0 to 3); the file's size if it does not
// say.
std::uint64_t hdf5_end(const io::File& file) {
    std::array<std::byte, 48> superblock{};
    if (file.read_at(0, superblock) < superblock.size()) return file.size();
    const auto version = std::to_integer<unsigned>(superblock[8]);
    std::uint64_t end = 0;
    std::memcpy(&end, superblock.data() + (version < 2 ? 40 : 28), sizeof end);
    return version <= 3 ? end : file.size();
}

[[noreturn]] void report_damage(const std::string& path, const std::string& where) {
    throw IoError(path + ": is damaged (" + where +
                  "); restore a copy, or compute the sweep again under another name (-o)");
}

}  // namespace

void append_seal(io::File& file) {
    const std::uint64_t size = file.size();
    const auto checksums = checksums_of(file, size);
    const auto table = std::as_bytes(std::span(checksums));
    Footer footer{seal_magic, 1, size, checksum_of_bytes(table), 0};
    footer.footer_checksum = checksum_of(footer);
    const std::array<Footer, copies> footers{footer, footer};
    file.write_at(size, table);
    file.write_at(size + table.size(), std::as_bytes(std::span(footers)));
}

SealedReader::SealedReader(const std::string& path)
    : file_(io::File::open_read(path, io::Links::followed)), size_(file_.size()) {
    const auto footer = find_footer(file_);
    if (!footer) {
        // HDF5 cuts off everything after its end; bytes left there were a seal.
        if (hdf5_end(file_) < size_) report_damage(path, "the checksums at its end");
        return;
    }
    const std::size_t blocks = blocks_of(footer->size);
    const std::uint64_t expected =
        footer->size + blocks * sizeof(std::uint64_t) + copies * sizeof(Footer);
    if (footer->version != 1 || expected != size_ || blocks == 0)
        report_damage(path, "it has " + std::to_string(size_) + " bytes, its seal says " +
                                std::to_string(expected));
    size_ = footer->size;
    checksums_.resize(blocks);
    const auto table = std::as_writable_bytes(std::span(checksums_));
    file_.read_at(size_, table);
    if (checksum_of_bytes(table) != footer->table_checksum)
        report_damage(path, "the table of checksums at its end");
    checked_.resize(blocks);
    block_.resize(seal_block_bytes);
}

void SealedReader::check_blocks(std::uint64_t offset, std::size_t length) {
    const std::size_t last = blocks_of(std::min(size_, offset + length));
    for (auto b = static_cast<std::size_t>(offset / seal_block_bytes); b < last; ++b) {
        if (checked_[b]) continue;
        const std::uint64_t first = std::uint64_t{b} * seal_block_bytes;
        const auto bytes =
            std::span(block_).first(std::min<std::uint64_t>(seal_block_bytes, size_ - first));
        file_.read_at(first, bytes);
        if (checksum_of_bytes(bytes) != checksums_[b])
            report_damage(file_.path(), "bytes " + std::to_string(first) + " to " +
                                            std::to_string(first + bytes.size() - 1));
        checked_[b] = true;
    }
}

void SealedReader::read_at(std::uint64_t offset, std::span<std::byte> bytes) {
    if (sealed()) check_blocks(offset, bytes.size());
    const std::uint64_t there =
        offset < size_ ? std::min<std::uint64_t>(size_ - offset, bytes.size()) : 0;
    const std::size_t n = file_.read_at(offset, bytes.first(static_cast<std::size_t>(there)));
    std::fill(bytes.begin() + static_cast<std::ptrdiff_t>(n), bytes.end(), std::byte{0});
}

}  // namespace lightsweep::engine
