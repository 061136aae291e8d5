#pragma once
// Queue debts on a grid in one 64-bit word: one byte per plane, ascending from the lowest byte,
// each at most 127.

#include <cstdint>

namespace lightsweep::solvers::swot::packed {

inline constexpr std::uint64_t ones = 0x0101010101010101u, highs = 0x8080808080808080u;

inline int byte(std::uint64_t levels, int index) {
    return static_cast<int>(levels >> (8 * index) & 255u);
}
/// The bytes from `index` on, moved to the lowest place; 0 for index = 8.
inline std::uint64_t from(std::uint64_t levels, int index) {
    return index >= 8 ? 0 : levels >> (8 * index);
}
inline std::uint64_t at(std::uint64_t levels, int index) {
    return index >= 8 ? 0 : levels << (8 * index);
}
/// A mask of all bits of the first `count` bytes.
inline std::uint64_t lowest(int count) {
    return count >= 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * count)) - 1;
}
/// Subtracts `amount` (0..127) from every byte, down to 0.
inline std::uint64_t reduced(std::uint64_t levels, int amount) {
    const std::uint64_t difference = (levels | highs) - ones * static_cast<std::uint64_t>(amount);
    const std::uint64_t kept = (difference & highs) >> 7;  // 1 in each byte that stays >= 0
    return difference & (kept * 127u);
}
/// Merges n_a bytes of a and n_b of b, each ascending, into one ascending list; at most 8 together.
inline std::uint64_t merged(std::uint64_t a, int n_a, std::uint64_t b, int n_b) {
    if (n_a == 0) return b;
    if (n_b == 0 || byte(a, n_a - 1) <= byte(b, 0)) return a | at(b, n_a);
    std::uint64_t result = 0;
    for (int i = 0, j = 0; i < n_a || j < n_b;) {
        const bool first = j == n_b || (i < n_a && byte(a, i) <= byte(b, j));
        const int place = i + j;
        result |= at(static_cast<std::uint64_t>(first ? byte(a, i++) : byte(b, j++)), place);
    }
    return result;
}

}  // namespace lightsweep::solvers::swot::packed
