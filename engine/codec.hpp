#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lightsweep::engine {

/// A chunk as HDF5 stores it. Bit i of filter_mask set: filter i of the dataset was left out.
struct Encoded {
    std::vector<std::byte> bytes;
    std::uint32_t filter_mask = 0;
};

/// Encodes one whole chunk with the filters of every dataset of this program: byte shuffle (for
/// elements wider than one byte), then deflate level 1. What would not shrink is stored as it is.
/// A constant chunk costs one comparison. Another codec goes in here and in `decode`, with its
/// filter in the dataset creation of result_structure.cpp. Any thread.
Encoded encode(std::span<const std::byte> chunk, std::size_t element_bytes);

/// The inverse; chunk_bytes is the size before encoding. Throws IoError for damaged bytes.
std::vector<std::byte> decode(std::span<const std::byte> encoded, std::uint32_t filter_mask,
                              std::size_t element_bytes, std::size_t chunk_bytes);
/// The same, into a buffer of that size.
void decode(std::span<const std::byte> encoded, std::uint32_t filter_mask,
            std::size_t element_bytes, std::span<std::byte> chunk);

/// filter_mask of a chunk stored as it is.
std::uint32_t unfiltered_mask(std::size_t element_bytes);

/// A chunk of `points` points, every element the column's fill value.
std::vector<std::byte> filled(const struct Column& column, std::size_t points);
/// The same, into a buffer.
void fill(const struct Column& column, std::span<std::byte> buffer);

}  // namespace lightsweep::engine
