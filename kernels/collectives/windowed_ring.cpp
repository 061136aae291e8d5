#include "kernels/collectives/windowed_ring.hpp"

#include <algorithm>
#include <functional>
#include <span>

namespace lightsweep::kernels {

namespace {

using Blocks = std::vector<std::int64_t>;
using BlockRule = std::function<BlockTransfer(Node sender)>;

/// Blocks whose distance is `phase` strides, modulo `width` strides.
struct Phase {
    std::int64_t n, stride, width, phase;

    std::int64_t first() const { return phase * stride; }
    std::int64_t count() const {
        return first() >= n ? 0 : (n - 1 - first()) / (width * stride) + 1;
    }
    /// Partial sums for the nodes of this phase ahead of the sender.
    BlockTransfer sums(Node sender) const {
        BlockTransfer transfer{{}, true};
        for (auto far = first(); far < n; far += width * stride)
            transfer.blocks.push_back(modulo(sender + far, static_cast<Node>(n)));
        return transfer;
    }
    /// Blocks of the nodes behind that reach this distance when they are passed on.
    BlockTransfer results(Node sender) const {
        BlockTransfer transfer{{}, false};
        for (auto far = first(); far < n; far += width * stride)
            transfer.blocks.push_back(modulo(sender - (far - stride), static_cast<Node>(n)));
        return transfer;
    }
};

/// The steps so far, with the transfers of each.
struct Steps {
    std::vector<Step> steps{};
    std::vector<BlockRule> blocks{};

    void copy(const Collective& from, std::size_t k) {
        steps.push_back(from.steps[k]);
        blocks.push_back([rule = from.blocks, k](Node sender) { return rule(k, sender); });
    }
    /// Adds the ring that replaces the steps by these powers of two.
    void add_window(const Collective& from, std::span<const std::size_t> exponents, bool gathers) {
        const std::size_t lowest = *std::ranges::min_element(exponents);
        const std::int64_t n = from.n, stride = std::int64_t{1} << lowest,
                           width = std::int64_t{1} << exponents.size(),
                           top = std::min(width, (n + stride - 1) / stride) - 1;
        std::int64_t i = 0;
        for (const std::size_t exponent : exponents)
            for (std::int64_t k = 0; k < ring_steps(n, exponent, lowest); ++k, ++i) {
                add_pass({n, stride, width, gathers ? i + 1 : top - i}, gathers,
                         from.mirrored ? 0.5 : 1.0);
                steps.back().continues = k > 0;
            }
    }
    void add_pass(const Phase& phase, bool gathers, double part) {
        const auto n = static_cast<Node>(phase.n);
        const double share = static_cast<double>(phase.count()) / static_cast<double>(n);
        steps.push_back({Permutation::shift(n, phase.stride), part * share});
        blocks.push_back([phase, gathers](Node sender) {
            return gathers ? phase.results(sender) : phase.sums(sender);
        });
    }
    Collective collective(const Collective& from) && {
        Collective result{from.primitive, from.algorithm, from.n, std::move(steps), {}};
        result.mirrored = from.mirrored;
        if (!from.blocks) return result;
        result.blocks = [rules = std::move(blocks)](std::size_t k, Node sender) {
            return rules[k](sender);
        };
        return result;
    }
};

/// Whether the step belongs to an all-gather, whose exponents fall.
bool is_gathering(const Collective& c, std::size_t step) {
    if (c.primitive == Primitive::all_reduce) return step >= c.steps.size() / 2;
    return c.primitive == Primitive::all_gather;
}

Collective of_part(const Collective& part, std::span<const std::size_t> exponents,
                   const std::vector<RingWindow>& windows) {
    Steps result;
    auto window = windows.begin();
    for (std::size_t k = 0; k < part.steps.size();) {
        if (window == windows.end() || k < window->first) {
            result.copy(part, k++);
            continue;
        }
        result.add_window(part, exponents.subspan(k, window->count), is_gathering(part, k));
        k += window++->count;
    }
    return std::move(result).collective(part);
}

/// The windows inside the steps begin .. end - 1, counted from begin.
std::vector<RingWindow> within(const std::vector<RingWindow>& windows, std::size_t begin,
                               std::size_t end) {
    std::vector<RingWindow> found;
    for (const auto& window : windows)
        if (window.first >= begin && window.first < end)
            found.push_back({window.first - begin, window.count});
    return found;
}

}  // namespace

Collective ring_pass(Node n, Primitive primitive) {
    Collective result{primitive, {}, n, {}, {}};
    result.steps.assign(static_cast<std::size_t>(n - 1),
                        {Permutation::shift(n, 1), share_of_blocks(1, n)});
    const bool reduce = primitive == Primitive::reduce_scatter;
    result.blocks = [n, reduce](std::size_t k, Node sender) {
        const auto passed = static_cast<std::int64_t>(k) + (reduce ? 1 : 0);
        return BlockTransfer{{modulo(sender - passed, n)}, reduce};
    };
    return result;
}

std::int64_t ring_steps(std::int64_t n, std::size_t exponent, std::size_t t) {
    const std::int64_t before = std::int64_t{1} << (exponent - t),
                       nodes = (n + (std::int64_t{1} << t) - 1) >> t;
    return std::min(before, nodes - before);
}

Collective with_ring_windows(const Collective& bruck, const std::vector<std::size_t>& exponents,
                             const std::vector<RingWindow>& windows) {
    if (bruck.parts.empty()) return of_part(bruck, exponents, windows);
    std::vector<Collective> parts;
    std::size_t begin = 0;
    for (const auto& part : bruck.parts) {
        const std::size_t end = begin + part.steps.size();
        parts.push_back(of_part(part, std::span(exponents).subspan(begin, part.steps.size()),
                                within(windows, begin, end)));
        begin = end;
    }
    return sequence(std::move(parts));
}

}  // namespace lightsweep::kernels
