#include "engine/journal/byte_shuffle.hpp"

#include <array>
#include <cstring>

namespace lightsweep::engine {
namespace {

constexpr std::size_t lanes = 16;
using Register __attribute__((vector_size(lanes))) = unsigned char;

// 16 elements of `width` bytes, a power of two. The address of a byte among them is the bits of its
// element and then those of its place in the element.
template <std::size_t width>
using Registers = std::array<Register, width>;

// Rotates the bits of every byte's address to the left by one.
template <std::size_t width>
Registers<width> rotated(const Registers<width>& from) {
    Registers<width> to;
    for (std::size_t i = 0; i < width / 2; ++i) {
        const Register a = from[i], b = from[i + width / 2];
        to[2 * i] =
            __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        to[2 * i + 1] = __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29,
                                                14, 30, 15, 31);
    }
    return to;
}

// Shuffling moves the four bits of the element behind those of the place; the way back is the rest
// of the circle. Returns the number of elements done.
template <std::size_t width>
std::size_t shuffle_groups(const std::byte* in, std::size_t n, std::byte* out) {
    std::size_t first = 0;
    for (; first + lanes <= n; first += lanes) {
        Registers<width> bytes;
        std::memcpy(&bytes, in + first * width, sizeof bytes);
        bytes = rotated<width>(rotated<width>(rotated<width>(rotated<width>(bytes))));
        for (std::size_t byte = 0; byte < width; ++byte)
            std::memcpy(out + byte * n + first, &bytes[byte], lanes);
    }
    return first;
}

template <std::size_t width>
std::size_t unshuffle_groups(const std::byte* in, std::size_t n, std::byte* out) {
    std::size_t first = 0;
    for (; first + lanes <= n; first += lanes) {
        Registers<width> bytes;
        for (std::size_t byte = 0; byte < width; ++byte)
            std::memcpy(&bytes[byte], in + byte * n + first, lanes);
        for (std::size_t bits = width; bits > 1; bits /= 2) bytes = rotated<width>(bytes);
        std::memcpy(out + first * width, &bytes, sizeof bytes);
    }
    return first;
}

}  // namespace

void shuffle(std::span<const std::byte> in, std::size_t width, std::byte* out) {
    const std::size_t n = in.size() / width;
    const std::size_t done = width == 8   ? shuffle_groups<8>(in.data(), n, out)
                             : width == 4 ? shuffle_groups<4>(in.data(), n, out)
                                          : 0;
    for (std::size_t byte = 0; byte < width; ++byte)
        for (std::size_t i = done; i < n; ++i) out[byte * n + i] = in[i * width + byte];
}

void unshuffle(std::span<const std::byte> in, std::size_t width, std::byte* out) {
    const std::size_t n = in.size() / width;
    const std::size_t done = width == 8   ? unshuffle_groups<8>(in.data(), n, out)
                             : width == 4 ? unshuffle_groups<4>(in.data(), n, out)
                                          : 0;
    for (std::size_t byte = 0; byte < width; ++byte)
        for (std::size_t i = done; i < n; ++i) out[i * width + byte] = in[byte * n + i];
}

}  // namespace lightsweep::engine
