#pragma once
// A schedule over {base, matching} as bits: step i is on its matching iff bit i % 64 of word i / 64
// is set. At least one word, also without steps; bits beyond the last step are 0.

#include <cstdint>
#include <span>
#include <vector>

namespace lightsweep::kernels {

using DecisionMask = std::vector<std::uint64_t>;

constexpr std::size_t decision_words(std::size_t n_steps) {
    return n_steps == 0 ? 1 : (n_steps + 63) / 64;
}

inline DecisionMask base_throughout(std::size_t n_steps) {
    return DecisionMask(decision_words(n_steps), 0);
}

inline bool is_matched(std::span<const std::uint64_t> mask, std::size_t step) {
    return ((mask[step / 64] >> (step % 64)) & 1) != 0;
}

inline void match_step(DecisionMask& mask, std::size_t step) {
    mask[step / 64] |= std::uint64_t{1} << (step % 64);
}

inline DecisionMask matching_throughout(std::size_t n_steps) {
    DecisionMask mask = base_throughout(n_steps);
    for (std::size_t step = 0; step < n_steps; ++step) match_step(mask, step);
    return mask;
}

}  // namespace lightsweep::kernels
