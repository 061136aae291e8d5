#include "solvers/bridge/segments.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <tuple>

namespace lightsweep::solvers::bridge {

namespace {

constexpr std::size_t most_exact_steps = 40;

void require_range(std::size_t s, std::size_t reconfigurations) {
    if (reconfigurations < s) return;
    throw std::invalid_argument("R = " + std::to_string(reconfigurations) + " for " +
                                std::to_string(s) + " steps: must be 0 to " +
                                std::to_string(s == 0 ? 0 : s - 1) +
                                ", one step per segment at least");
}

/// The values by which choices are compared, in this order.
struct Rank {
    std::int64_t transmission = 0, hops = 0;
    Segments segments{};

    bool operator<(const Rank& other) const {
        return std::tie(transmission, hops, segments) <
               std::tie(other.transmission, other.hops, other.segments);
    }
};

/// The value of a segment of `length` steps from step a on, followed by the rest.
Rank in_front(std::size_t s, std::size_t a, std::size_t length, const Rank& rest) {
    Rank whole{rest.transmission + (static_cast<std::int64_t>(length) << (s - 1 - a)),
               rest.hops + (std::int64_t{1} << length) - 1,
               {length}};
    whole.segments.insert(whole.segments.end(), rest.segments.begin(), rest.segments.end());
    return whole;
}

}  // namespace

Segments balanced_segments(std::size_t s, std::size_t reconfigurations) {
    require_range(s, reconfigurations);
    const std::size_t parts = reconfigurations + 1, longer = s % parts;
    Segments segments(parts - longer, s / parts);
    segments.insert(segments.end(), longer, s / parts + 1);
    return segments;
}

Segments transmission_segments(std::size_t s, std::size_t reconfigurations) {
    require_range(s, reconfigurations);
    if (s > most_exact_steps)
        throw std::invalid_argument(std::to_string(s) + " steps: at most " +
                                    std::to_string(most_exact_steps));
    // best[a]: the best cut of the steps from a on into a given number of segments; starts with one
    // segment.
    std::vector<Rank> best;
    for (std::size_t a = 0; a < s; ++a) best.push_back(in_front(s, a, s - a, {}));
    for (std::size_t parts = 2; parts <= reconfigurations + 1; ++parts)
        for (std::size_t a = 0; a + parts <= s; ++a) {
            Rank least = in_front(s, a, 1, best[a + 1]);
            for (std::size_t length = 2; a + length + parts - 1 <= s; ++length)
                least = std::min(least, in_front(s, a, length, best[a + length]));
            best[a] = std::move(least);
        }
    return best[0].segments;
}

std::vector<std::size_t> rising_states(const Segments& segments, std::size_t s) {
    std::vector<std::size_t> states;
    for (const std::size_t length : segments) states.insert(states.end(), length, states.size());
    const bool has_empty = std::find(segments.begin(), segments.end(), 0) != segments.end();
    if (states.size() != s || has_empty)
        throw std::invalid_argument("segments of " + std::to_string(states.size()) +
                                    " steps in all" + (has_empty ? ", one of them empty," : "") +
                                    " for a collective of " + std::to_string(s));
    return states;
}

std::vector<std::size_t> falling_states(const Segments& segments, std::size_t s) {
    auto states = rising_states({segments.rbegin(), segments.rend()}, s);
    std::reverse(states.begin(), states.end());
    return states;
}

}  // namespace lightsweep::solvers::bridge
