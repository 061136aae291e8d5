#pragma once
// Byte shuffle, the filter of HDF5: the first bytes of all elements, then the second bytes, ...

#include <cstddef>
#include <span>

namespace lightsweep::engine {

/// Shuffles whole elements of `width` bytes; `out` holds as many bytes as `in`.
void shuffle(std::span<const std::byte> in, std::size_t width, std::byte* out);
/// Undoes shuffle().
void unshuffle(std::span<const std::byte> in, std::size_t width, std::byte* out);

}  // namespace lightsweep::engine
