#pragma once
// Seal of a result file: checksums of its blocks, checked on reading.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/io/io.hpp"

namespace lightsweep::engine {

/// A seal is a table of checksums, one per block of 64 KiB, appended after a finished HDF5 file.
/// The HDF5 file stores its own length, so other programs ignore the seal. HDF5 1.10 can crash or
/// hang on damaged metadata; a SealedReader passes it only bytes that are as they were written.
/// FORMAT.md lists the bytes.
inline constexpr std::size_t seal_block_bytes = std::size_t{1} << 16;

/// Appends the seal for the whole content of the file. Throws IoError.
void append_seal(io::File& file);

/// Reads a file and checks every block when it is first used. A file without bytes after the HDF5
/// end (another program changed it) is read without checks.
class SealedReader {
  public:
    /// Throws IoError if the file cannot be opened or its seal is damaged.
    explicit SealedReader(const std::string& path);

    bool sealed() const { return !checksums_.empty(); }
    /// Number of bytes without the seal.
    std::uint64_t size() const { return size_; }
    /// Reads bytes; positions after the end give zeros. Throws IoError that names a damaged block.
    void read_at(std::uint64_t offset, std::span<std::byte> bytes);

  private:
    void check_blocks(std::uint64_t offset, std::size_t length);

    io::File file_;
    std::uint64_t size_ = 0;
    std::vector<std::uint64_t> checksums_;
    std::vector<bool> checked_;
    std::vector<std::byte> block_;
};

}  // namespace lightsweep::engine
