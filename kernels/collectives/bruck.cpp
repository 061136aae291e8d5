#include "kernels/collectives/bruck.hpp"

#include <algorithm>
#include <stdexcept>

namespace lightsweep::kernels {

namespace {

/// Places and digits of distances below n in base `radix`.
struct Digits {
    std::int64_t n, radix;

    std::int64_t place(int k) const {
        std::int64_t value = 1;
        for (; k > 0; --k) value *= radix;
        return value;
    }
    /// Ports that lead to another node at this place.
    Node ports(int k) const { return static_cast<Node>(std::min(radix - 1, (n - 1) / place(k))); }
};

/// The steps over the places in this order: shifts by digit * place on every port, with the volume
/// of the busiest port.
template <typename Count>
std::vector<Step> steps_over(const Digits& digits, const std::vector<int>& places,
                             const Count& count) {
    std::vector<Step> steps;
    const auto n = static_cast<Node>(digits.n);
    for (const int k : places) {
        std::int64_t most = 0;
        Step step{Permutation::shift(n, digits.place(k)), 0};
        for (Node digit = 1; digit <= digits.ports(k); ++digit) {
            if (digit > 1)
                step.other_peers.push_back(Permutation::shift(n, digit * digits.place(k)));
            most = std::max(most, count(k, digit));
        }
        step.share = static_cast<double>(most) / static_cast<double>(digits.n);
        steps.push_back(std::move(step));
    }
    return steps;
}

std::vector<int> ascending(const Digits& digits) {
    std::vector<int> places;
    for (int k = 0; k < bruck_steps(digits.n, digits.radix - 1); ++k) places.push_back(k);
    return places;
}

/// Number of distances below n that have this digit at place k and zeros below. These are the
/// blocks of a reduce-scatter's step and, without the digit's own distance, of an all-gather's.
std::int64_t count_bare(const Digits& d, int k, std::int64_t digit) {
    const std::int64_t first = digit * d.place(k), period = d.place(k + 1);
    return first >= d.n ? 0 : (d.n - 1 - first) / period + 1;
}

/// Number of distances below n that have this digit at place k, with any digits below.
std::int64_t count_any(const Digits& d, int k, std::int64_t digit) {
    const std::int64_t place = d.place(k), period = d.place(k + 1);
    const std::int64_t whole = d.n / period * place;
    return whole + std::clamp<std::int64_t>(d.n % period - digit * place, 0, place);
}

/// Collects the blocks of every port in turn.
template <typename Blocks>
BlockTransfer per_port(const Digits& d, int k, bool reduce, const Blocks& blocks_of) {
    BlockTransfer transfer{{}, reduce};
    for (Node digit = 1; digit <= d.ports(k); ++digit) {
        const std::size_t before = transfer.blocks.size();
        blocks_of(digit, transfer.blocks);
        transfer.per_peer.push_back(transfer.blocks.size() - before);
    }
    return transfer;
}

// Bruck with the large volumes on the long distances, as published: see bruck.hpp.

}  // namespace

int bruck_steps(std::int64_t n, std::int64_t ports) {
    int steps = 0;
    for (std::int64_t reached = 1; reached < n; reached *= ports + 1) ++steps;
    return steps;
}

double bruck_share(Node n, std::int64_t stride) {
    const std::int64_t blocks =
        stride <= 0 || stride >= n ? 0 : (n - 1 - stride) / (2 * stride) + 1;
    return static_cast<double>(blocks) / static_cast<double>(n);
}

Collective bruck_reduce_scatter(Node n, Node ports) {
    const Digits d{n, ports + 1};
    Collective result{Primitive::reduce_scatter, {}, n, {}, {}};
    const auto places = ascending(d);
    result.steps =
        steps_over(d, places, [&](int k, Node digit) { return count_bare(d, k, digit); });
    result.blocks = [d, n](std::size_t step, Node sender) {
        const int k = static_cast<int>(step);
        return per_port(d, k, true, [&](Node digit, std::vector<std::int64_t>& blocks) {
            for (auto far = digit * d.place(k); far < d.n; far += d.place(k + 1))
                blocks.push_back(modulo(sender + far, n));
        });
    };
    return result;
}

Collective bruck_all_gather(Node n, Node ports) {
    const Digits d{n, ports + 1};
    Collective result{Primitive::all_gather, {}, n, {}, {}};
    auto places = ascending(d);
    std::ranges::reverse(places);
    result.steps =
        steps_over(d, places, [&](int k, Node digit) { return count_bare(d, k, digit); });
    result.blocks = [d, n, places](std::size_t step, Node sender) {
        const int k = places[step];
        return per_port(d, k, false, [&](Node digit, std::vector<std::int64_t>& blocks) {
            const std::int64_t way = digit * d.place(k);
            for (std::int64_t held = 0; held + way < d.n; held += d.place(k + 1))
                blocks.push_back(modulo(sender - held, n));
        });
    };
    return result;
}

Collective bruck_all_reduce(Node n, Node ports) {
    return all_reduce_of(bruck_reduce_scatter(n, ports), bruck_all_gather(n, ports));
}

Collective bruck_all_to_all(Node n, Node ports, Order order) {
    const Digits d{n, ports + 1};
    const bool falling = order == Order::far;
    Collective result{Primitive::all_to_all, {}, n, {}, {}};
    auto places = ascending(d);
    if (falling) std::ranges::reverse(places);
    result.steps = steps_over(d, places, [&](int k, Node digit) { return count_any(d, k, digit); });
    result.blocks = [d, n, places, falling](std::size_t step, Node sender) {
        const int k = places[step];
        return per_port(d, k, false, [&](Node digit, std::vector<std::int64_t>& blocks) {
            for (std::int64_t far = 1; far < d.n; ++far) {
                if (far / d.place(k) % d.radix != digit) continue;
                const std::int64_t behind = far % d.place(k), above = far - far % d.place(k + 1);
                const std::int64_t origin = modulo(sender - (falling ? above : behind), n);
                blocks.push_back(origin * d.n + modulo(origin + far, n));
            }
        });
    };
    return result;
}

Collective bruck_latency_all_reduce(Node n) {
    const Digits d{n, 2};
    Collective result{Primitive::all_reduce, {}, n, {}, {}};
    for (const int k : ascending(d))
        result.steps.push_back({Permutation::shift(n, d.place(k)), 1.0});
    result.blocks = [n](std::size_t, Node) {
        BlockTransfer transfer{{}, true};
        for (Node block = 0; block < n; ++block) transfer.blocks.push_back(block);
        return transfer;
    };
    return result;
}

Collective with_bridge_volumes(Collective collective) {
    const Digits d{collective.n, 2};
    if (is_power_of_two(collective.n)) return collective;
    const int last = bruck_steps(collective.n) - 1;
    const bool halving = collective.primitive != Primitive::all_to_all;
    for (auto& step : collective.steps) {
        const auto shift = step.peer.as_shift();
        int k = 0;
        while (shift && d.place(k) < *shift) ++k;
        if (!shift || d.place(k) != *shift || !step.other_peers.empty())
            throw std::invalid_argument("volumes = bridge: " + collective.name() +
                                        " is no Bruck collective on one port");
        if (k == last)
            step.share = static_cast<double>(d.n - d.place(last)) / static_cast<double>(d.n);
        else
            step.share = halving ? 1 / static_cast<double>(d.place(k + 1)) : 0.5;
    }
    collective.blocks = nullptr;
    return collective;
}

/// Step k: j -> j - 2^k with the min(2^k, n - 2^k) blocks from j on.
Collective far_bruck_all_gather(Node n) {
    Collective result{Primitive::all_gather, {}, n, {}, {}};
    const auto count = [n](std::size_t k) {
        return std::min<std::int64_t>(std::int64_t{1} << k, n - (std::int64_t{1} << k));
    };
    for (int k = 0; k < bruck_steps(n); ++k)
        result.steps.push_back(
            {Permutation::shift(n, -(std::int64_t{1} << k)), static_cast<double>(count(k)) / n});
    result.blocks = [n, count](std::size_t k, Node sender) {
        BlockTransfer transfer;
        for (std::int64_t i = 0; i < count(k); ++i)
            transfer.blocks.push_back(modulo(sender + i, n));
        return transfer;
    };
    return result;
}

/// The all-gather backwards in time: received blocks are sent back as partial sums.
Collective far_bruck_reduce_scatter(Node n) {
    const Collective forward = far_bruck_all_gather(n);
    Collective result{Primitive::reduce_scatter, {}, n, {}, {}};
    for (auto step = forward.steps.rbegin(); step != forward.steps.rend(); ++step)
        result.steps.push_back({step->peer.inverse(), step->share});
    const std::size_t last = forward.steps.size() - 1;
    result.blocks = [forward, last](std::size_t k, Node sender) {
        const Node receiver = forward.steps[last - k].peer.inverse()(sender);
        return BlockTransfer{forward.blocks(last - k, receiver).blocks, true};
    };
    return result;
}

}  // namespace lightsweep::kernels
