#pragma once
// Chunk codec: encodes chunks as HDF5 stores them, and decodes them.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lightsweep::engine {

/// A chunk as HDF5 stores it. If bit i of filter_mask is set, filter i of the dataset was skipped.
struct Encoded {
    std::vector<std::byte> bytes;
    std::uint32_t filter_mask = 0;
};

/// Encodes one whole chunk with the filters of every dataset of this program: byte shuffle (for
/// elements wider than one byte), then deflate level 1. Data that would not shrink are stored
/// unchanged. A constant chunk costs one comparison. To add another codec, change this function and
/// `decode`, and the dataset creation in result_structure.cpp. Callable from any thread.
Encoded encode(std::span<const std::byte> chunk, std::size_t element_bytes);

/// Decodes a chunk; chunk_bytes is the size before encoding. Throws IoError for damaged bytes.
std::vector<std::byte> decode(std::span<const std::byte> encoded, std::uint32_t filter_mask,
                              std::size_t element_bytes, std::size_t chunk_bytes);
/// Decodes a chunk into a buffer of that size.
void decode(std::span<const std::byte> encoded, std::uint32_t filter_mask,
            std::size_t element_bytes, std::span<std::byte> chunk);

/// filter_mask of a chunk that is stored unchanged.
std::uint32_t unfiltered_mask(std::size_t element_bytes);

/// A chunk of `points` points in which every element has the column's fill value.
std::vector<std::byte> filled(const struct Column& column, std::size_t points);
/// Fills a buffer in the same way.
void fill(const struct Column& column, std::span<std::byte> buffer);

}  // namespace lightsweep::engine
