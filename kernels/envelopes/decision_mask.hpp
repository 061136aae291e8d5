#pragma once
// A schedule's decision as bits. Between base and matching there is one bit per step: step i is on
// its matching iff bit i % 64 of word i / 64 is set. Between more states every step has an index of
// `bits` bits (a divisor of 64): step i stands in word i / per_word from bit (i % per_word) * bits
// on, with per_word = 64 / bits. There is at least one word, even without steps; bits beyond the
// last step are 0.

#include <cstdint>
#include <span>
#include <vector>

namespace lightsweep::kernels {

using DecisionMask = std::vector<std::uint64_t>;

/// Bits per step of a decision between more than two states.
inline constexpr int state_bits = 16;
/// Largest number of states in such a decision.
inline constexpr std::size_t most_states = std::size_t{1} << state_bits;

constexpr std::size_t decision_words(std::size_t n_steps, int bits = 1) {
    const std::size_t per_word = static_cast<std::size_t>(64 / bits);
    return n_steps == 0 ? 1 : (n_steps + per_word - 1) / per_word;
}

inline DecisionMask base_throughout(std::size_t n_steps, int bits = 1) {
    return DecisionMask(decision_words(n_steps, bits), 0);
}

inline std::size_t state_at(std::span<const std::uint64_t> decision, std::size_t step, int bits) {
    const std::size_t per_word = static_cast<std::size_t>(64 / bits);
    const std::uint64_t word = decision[step / per_word];
    const std::size_t low = step % per_word * static_cast<std::size_t>(bits);
    return static_cast<std::size_t>((word >> low) & ((std::uint64_t{1} << bits) - 1));
}

/// Writes the state of a step, whose bits must be 0 before.
inline void put_state(std::span<std::uint64_t> decision, std::size_t step, std::size_t state,
                      int bits) {
    const std::size_t per_word = static_cast<std::size_t>(64 / bits);
    decision[step / per_word] |= std::uint64_t{state}
                                 << (step % per_word * static_cast<std::size_t>(bits));
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
