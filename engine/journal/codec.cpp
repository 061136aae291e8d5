#include "engine/journal/codec.hpp"

#include <isa-l/igzip_lib.h>
#include <libdeflate.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <tuple>

#include "engine/io/errors.hpp"
#include "engine/journal/byte_shuffle.hpp"
#include "engine/journal/layout.hpp"

namespace lightsweep::engine {
namespace {

constexpr int deflate_level = 1;

// ISA-L compresses at four to twenty times the speed of libdeflate, which decompresses fastest.
class Deflater {
  public:
    // Empty if the result would not be smaller than the input. The buffer is kept, because a new
    // one for every chunk would mean new memory pages for every chunk.
    std::vector<std::byte> run(std::span<const std::byte> in) {
        if (in.size() > std::numeric_limits<std::uint32_t>::max()) return {};
        if (packed_.size() < in.size()) packed_.resize(in.size());
        isal_zstream stream;
        isal_deflate_stateless_init(&stream);
        stream.gzip_flag = IGZIP_ZLIB;
        stream.level = deflate_level;
        stream.level_buf = work_.data();
        stream.level_buf_size = static_cast<std::uint32_t>(work_.size());
        stream.end_of_stream = 1;
        // The library's type is not const; it only reads.
        stream.next_in = reinterpret_cast<std::uint8_t*>(const_cast<std::byte*>(in.data()));
        stream.avail_in = static_cast<std::uint32_t>(in.size());
        stream.next_out = reinterpret_cast<std::uint8_t*>(packed_.data());
        stream.avail_out = static_cast<std::uint32_t>(in.size());
        if (isal_deflate_stateless(&stream) != COMP_OK || stream.total_out >= in.size()) return {};
        return {packed_.begin(), packed_.begin() + stream.total_out};
    }

  private:
    std::vector<std::uint8_t> work_ = std::vector<std::uint8_t>(ISAL_DEF_LVL1_DEFAULT);
    std::vector<std::byte> packed_;
};

struct FreeDecompressor {
    void operator()(libdeflate_decompressor* state) const { libdeflate_free_decompressor(state); }
};

Encoded encode_any(std::span<const std::byte> chunk, std::size_t element_bytes) {
    thread_local Deflater deflater;
    thread_local std::vector<std::byte> shuffled;
    std::span<const std::byte> input = chunk;
    if (element_bytes > 1) {
        if (shuffled.size() < chunk.size()) shuffled.resize(chunk.size());
        shuffle(chunk, element_bytes, shuffled.data());
        input = std::span(shuffled).first(chunk.size());
    }
    Encoded result{deflater.run(input), 0};
    if (result.bytes.empty())
        result = {{chunk.begin(), chunk.end()}, unfiltered_mask(element_bytes)};
    return result;
}

// The first part against itself, one element on; all others against the first, which stays in the
// cache.
bool is_constant(std::span<const std::byte> chunk, std::size_t element_bytes) {
    const std::size_t part = 4096 / element_bytes * element_bytes;
    const auto first = chunk.first(std::min(part, chunk.size()));
    if (chunk.size() <= element_bytes ||
        std::memcmp(first.data(), first.data() + element_bytes, first.size() - element_bytes) != 0)
        return false;
    for (std::size_t at = part; at < chunk.size(); at += part)
        if (std::memcmp(first.data(), chunk.data() + at, std::min(part, chunk.size() - at)) != 0)
            return false;
    return true;
}

// Constant chunks are many but of few kinds: each kind is encoded once per thread.
const Encoded& encode_constant(std::span<const std::byte> chunk, std::size_t element_bytes) {
    using Key = std::tuple<std::size_t, std::size_t, std::uint64_t>;
    constexpr std::size_t largest_cache = 256;
    thread_local std::map<Key, Encoded> cache;
    std::uint64_t value = 0;
    std::memcpy(&value, chunk.data(), element_bytes);
    const Key key{chunk.size(), element_bytes, value};
    if (const auto known = cache.find(key); known != cache.end()) return known->second;
    if (cache.size() >= largest_cache) cache.clear();
    return cache[key] = encode_any(chunk, element_bytes);
}

void inflate_all(std::span<const std::byte> in, std::span<std::byte> out) {
    thread_local const std::unique_ptr<libdeflate_decompressor, FreeDecompressor> state(
        libdeflate_alloc_decompressor());
    std::size_t length = 0;
    const bool unpacked =
        state && libdeflate_zlib_decompress(state.get(), in.data(), in.size(), out.data(),
                                            out.size(), &length) == LIBDEFLATE_SUCCESS;
    if (!unpacked || length != out.size())
        throw IoError("a compressed chunk of " + std::to_string(in.size()) +
                      " bytes does not unpack to " + std::to_string(out.size()) +
                      " bytes: the file is damaged; compute it again with --resume");
}

void copy_all(std::span<const std::byte> in, std::span<std::byte> out) {
    if (in.size() != out.size())
        throw IoError("a chunk holds " + std::to_string(in.size()) + " bytes in the place of " +
                      std::to_string(out.size()) +
                      ": the file is damaged; compute it again with --resume");
    std::copy(in.begin(), in.end(), out.begin());
}

template <class T>
void fill_as(double value, std::span<std::byte> buffer) {
    std::fill_n(reinterpret_cast<T*>(buffer.data()), buffer.size() / sizeof(T),
                static_cast<T>(value));
}

}  // namespace

std::uint32_t unfiltered_mask(std::size_t element_bytes) {
    return element_bytes > 1 ? 3 : 1;
}

Encoded encode(std::span<const std::byte> chunk, std::size_t element_bytes) {
    if (element_bytes <= 8 && is_constant(chunk, element_bytes))
        return encode_constant(chunk, element_bytes);
    return encode_any(chunk, element_bytes);
}

std::vector<std::byte> decode(std::span<const std::byte> encoded, std::uint32_t filter_mask,
                              std::size_t element_bytes, std::size_t chunk_bytes) {
    std::vector<std::byte> chunk(chunk_bytes);
    decode(encoded, filter_mask, element_bytes, chunk);
    return chunk;
}

void decode(std::span<const std::byte> encoded, std::uint32_t filter_mask,
            std::size_t element_bytes, std::span<std::byte> chunk) {
    thread_local std::vector<std::byte> inflated;
    const bool shuffled = element_bytes > 1 && !(filter_mask & 1);
    const bool deflated = !(filter_mask & (element_bytes > 1 ? 2 : 1));
    if (shuffled && inflated.size() < chunk.size()) inflated.resize(chunk.size());
    const auto bytes = shuffled ? std::span(inflated).first(chunk.size()) : chunk;
    if (deflated)
        inflate_all(encoded, bytes);
    else
        copy_all(encoded, bytes);
    if (shuffled) unshuffle(bytes, element_bytes, chunk.data());
}

void fill(const Column& column, std::span<std::byte> buffer) {
    switch (column.type) {
        case ElementType::f64:
            return fill_as<double>(column.fill, buffer);
        case ElementType::i32:
            return fill_as<std::int32_t>(column.fill, buffer);
        case ElementType::i8:
            return fill_as<std::int8_t>(column.fill, buffer);
        case ElementType::u64:
            return fill_as<std::uint64_t>(column.fill, buffer);
    }
}

std::vector<std::byte> filled(const Column& column, std::size_t points) {
    std::vector<std::byte> buffer(points * column.point_bytes());
    fill(column, buffer);
    return buffer;
}

}  // namespace lightsweep::engine
