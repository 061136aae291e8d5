// Bruck with the large volumes on the long distances, as published: see bruck.hpp.
#include <algorithm>

#include "kernels/collectives/bruck.hpp"

namespace lightsweep::kernels {

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
