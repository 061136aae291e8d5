#include "kernels/collectives/recursive_exchange.hpp"

#include <memory>

namespace lightsweep::kernels {

namespace {

using Blocks = std::vector<std::int64_t>;
using Peers = std::vector<Permutation>;

/// Blocks that end at `node` or at whoever it still exchanges with after `step`.
Blocks reachable(const Peers& peers, std::size_t step, Node node) {
    Blocks found{node};
    for (std::size_t k = peers.size(); k-- > step;) {
        const std::size_t known = found.size();
        for (std::size_t i = 0; i < known; ++i)
            found.push_back(peers[k](static_cast<Node>(found[i])));
    }
    return found;
}

}  // namespace

Collective exchange_scatter(Node n, Peers exchanges) {
    auto peers = std::make_shared<const Peers>(std::move(exchanges));
    Collective result{Primitive::reduce_scatter, {}, n, {}, {}};
    for (std::size_t k = 0; k < peers->size(); ++k)
        result.steps.push_back({(*peers)[k], share_of_blocks(n >> (k + 1), n)});
    result.blocks = [peers](std::size_t k, Node sender) {
        return BlockTransfer{reachable(*peers, k + 1, (*peers)[k](sender)), true};
    };
    return result;
}

Collective exchange_gather(Node n, Peers exchanges) {
    auto peers = std::make_shared<const Peers>(std::move(exchanges));
    Collective result{Primitive::all_gather, {}, n, {}, {}};
    const std::size_t count = peers->size();
    for (std::size_t k = 0; k < count; ++k)
        result.steps.push_back({(*peers)[count - 1 - k], share_of_blocks(std::int64_t{1} << k, n)});
    result.blocks = [peers, count](std::size_t k, Node sender) {
        return BlockTransfer{reachable(*peers, count - k, sender), false};
    };
    return result;
}

}  // namespace lightsweep::kernels
