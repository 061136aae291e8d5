#pragma once
// Random delays without a stream of random numbers: a draw is a function of the seed and of words
// that say what it is for, so that no order of events, thread or rank can change it.

#include <cmath>
#include <cstdint>
#include <initializer_list>

namespace lightsweep::sweeps::simulation {

/// The mixing function of SplitMix64.
inline std::uint64_t mixed(std::uint64_t x) {
    x += 0x9E3779B97F4A7C15;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9;
    x = (x ^ x >> 27) * 0x94D049BB133111EB;
    return x ^ x >> 31;
}

/// The seed of a point or an event: of the words in this order.
inline std::uint64_t seed_of(std::uint64_t seed, std::initializer_list<std::uint64_t> words) {
    std::uint64_t h = mixed(seed);
    for (const std::uint64_t word : words) h = mixed(h ^ word);
    return h;
}

/// A number in [0, 1).
inline double draw(std::uint64_t seed, std::initializer_list<std::uint64_t> words) {
    return static_cast<double>(seed_of(seed, words) >> 11) * 0x1p-53;
}

/// How much delays vary: start-ups take per_step (1 + step g), setups delay (1 + reconfiguration
/// g), where g is u or -log(1 - u).
struct Jitter {
    std::uint64_t seed = 0;
    double step = 0, reconfiguration = 0;
    bool exponential = false;
    int planes = 0;  ///< a whole topology's setup takes the longest of so many draws; 0: of one
    double straggler_share = 0, straggler_factor = 1;

    double startup(int at_step, int source, int target, int plane) const {
        const auto word = [](int value) { return static_cast<std::uint64_t>(value); };
        const double late =
            draw(seed, {1, word(at_step), word(source), word(target), word(plane + 1)});
        const bool straggles =
            straggler_share > 0 && draw(seed, {3, word(at_step), word(source)}) < straggler_share;
        return (1 + step * spread(late)) * (straggles ? straggler_factor : 1);
    }
    double setup(int plane, int number) const {
        const auto of = [&](int drawn) {
            return spread(draw(
                seed, {2, static_cast<std::uint64_t>(drawn), static_cast<std::uint64_t>(number)}));
        };
        double most = of(plane < 0 && planes > 0 ? 1 : plane + 1);
        for (int j = 2; plane < 0 && j <= planes; ++j) most = std::fmax(most, of(j));
        return 1 + reconfiguration * most;
    }

  private:
    double spread(double u) const { return exponential ? -std::log1p(-u) : u; }
};

}  // namespace lightsweep::sweeps::simulation
