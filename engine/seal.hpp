#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/io.hpp"

namespace lightsweep::engine {

/// A seal is a table of checksums, one per block of 64 KiB, appended behind a finished HDF5 file
/// (which says itself where it ends, so that other programs do not notice). HDF5 1.10 can crash or
/// hang on damaged metadata: through a SealedReader it never sees a byte that is not what was
/// written. FORMAT.md has the bytes.
inline constexpr std::size_t seal_block_bytes = std::size_t{1} << 16;

/// Appends the seal of everything in the file so far. Throws IoError.
void append_seal(io::File& file);

/// Reads a file and checks every block of it when it is first touched. A file that ends where HDF5
/// says (another program changed it) is read as it is.
class SealedReader {
  public:
    /// Throws IoError when the file cannot be opened or its seal is damaged.
    explicit SealedReader(const std::string& path);

    bool sealed() const { return !checksums_.empty(); }
    /// Bytes without the seal.
    std::uint64_t size() const { return size_; }
    /// Fills bytes; zeros behind the end. Throws IoError naming the block that is damaged.
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
