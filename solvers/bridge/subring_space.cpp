#include "solvers/bridge/subring_space.hpp"

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <tuple>

#include "kernels/routes/routed_flow.hpp"

namespace lightsweep::solvers::bridge {

namespace {

using kernels::Node;
using kernels::Topology;

/// The radix: one more than the ports of the widest step.
std::int64_t radix_of(const kernels::Collective& collective) {
    std::size_t ports = 1;
    for (const auto& step : collective.steps) ports = std::max(ports, 1 + step.other_peers.size());
    return static_cast<std::int64_t>(ports) + 1;
}

/// The exponent e with stride = radix^e, if it exists.
std::optional<std::size_t> exponent_of(std::int64_t stride, std::int64_t radix) {
    std::size_t exponent = 0;
    for (std::int64_t power = 1; power <= stride; power *= radix, ++exponent)
        if (power == stride) return exponent;
    return std::nullopt;
}

std::optional<std::size_t> exponent_of(const kernels::Step& step, std::int64_t radix) {
    const auto stride = step.peer.as_shift();
    if (!stride || *stride == 0) return std::nullopt;
    for (std::size_t i = 0; i < step.other_peers.size(); ++i) {
        const auto reach = static_cast<std::int64_t>(i + 2) * *stride;
        if (step.other_peers[i].as_shift() != kernels::modulo(reach, step.peer.size()))
            return std::nullopt;
    }
    return exponent_of(*stride, radix);
}

/// A subring carries only steps of its own exponent and above (BRIDGE 3.2), although the other
/// steps could go around it if n is not a power of two.
void forbid_below(SubringSpace& space, std::size_t exponent) {
    auto& costs = space.on[exponent];
    for (std::size_t k = 0; k < space.own.size(); ++k)
        if (space.own[k] < exponent) costs.hops[k] = costs.stretch[k] = kernels::unreachable_cost;
}

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

std::optional<std::vector<std::size_t>> bruck_exponents(const kernels::Collective& collective) {
    const std::int64_t radix = radix_of(collective);
    std::vector<std::size_t> exponents;
    for (const auto& step : collective.steps) {
        const auto exponent = exponent_of(step, radix);
        if (!exponent) return std::nullopt;
        exponents.push_back(*exponent);
    }
    return exponents;
}

SubringSpace ring_space(Subject problem, std::vector<std::size_t> own) {
    SubringSpace space{
        {problem, {problem->base}, 1, false, subring_bits, {}}, {problem->costs}, std::move(own)};
    auto& rules = space.decisions.rules;
    rules.matchings_stand = true;
    rules.free_start = problem->subrings.free_start;
    rules.restore = problem->subrings.restore;
    return space;
}

SubringSpace subring_space(Subject problem) {
    const auto exponents = bruck_exponents(problem->collective);
    if (!exponents)
        throw std::invalid_argument(problem->collective.name() +
                                    ": its steps are not Bruck's shifts; take bruck with order "
                                    "near, or addanki");
    const auto& rules = problem->subrings;
    const Node n = problem->collective.n;
    const std::int64_t radix = radix_of(problem->collective);
    if (rules.block > 1 && radix > 2)
        throw std::invalid_argument("blocks of several nodes have one port each");
    auto space = ring_space(problem, *exponents);
    auto& decisions = space.decisions;
    const std::size_t highest = exponents->empty() ? 0 : *std::ranges::max_element(*exponents);
    std::int64_t stride = 1;
    for (std::size_t t = 1; t <= highest; ++t) {
        stride *= radix;
        decisions.topologies.push_back(
            Topology::matching(kernels::subring(n, stride, rules.block)));
        space.on.push_back(flow_costs(*problem, decisions.topologies.back()));
        forbid_below(space, t);
    }
    return space;
}

SubringSpace with_equal_subrings(SubringSpace space) {
    auto& decisions = space.decisions;
    const auto block = decisions.structure->subrings.block;
    for (std::size_t t = 0; t < decisions.topologies.size(); ++t)
        decisions.same_as.push_back(t < 30 && (std::int64_t{1} << t) <= block ? 0 : t);
    return space;
}

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
    const bool has_empty = std::ranges::find(segments, 0) != segments.end();
    if (states.size() != s || has_empty)
        throw std::invalid_argument("segments of " + std::to_string(states.size()) +
                                    " steps in all" + (has_empty ? ", one of them empty," : "") +
                                    " for a collective of " + std::to_string(s));
    return states;
}

std::vector<std::size_t> falling_states(const Segments& segments, std::size_t s) {
    auto states = rising_states({segments.rbegin(), segments.rend()}, s);
    std::ranges::reverse(states);
    return states;
}

}  // namespace lightsweep::solvers::bridge
