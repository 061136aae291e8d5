#include "kernels/collectives/all_to_all.hpp"

#include <algorithm>
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

Collective all_to_all_direct(Node n, Permutation (*peer)(Node, Node)) {
    Collective result{Primitive::all_to_all, {}, n, {}, {}};
    result.steps.reserve(static_cast<std::size_t>(n - 1));
    for (Node k = 1; k < n; ++k) result.steps.push_back({peer(n, k), share_of_blocks(1, n)});
    result.blocks = [n, peer](std::size_t k, Node sender) {
        const Node target = peer(n, static_cast<Node>(k) + 1)(sender);
        return BlockTransfer{{std::int64_t{sender} * n + target}, false};
    };
    return result;
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

Collective all_to_all_shift(Node n) {
    return all_to_all_direct(n, [](Node size, Node k) { return Permutation::shift(size, k); });
}
Collective all_to_all_ported(Node n, Node ports) {
    Collective result{Primitive::all_to_all, {}, n, {}, {}};
    for (Node first = 1; first < n; first += ports) {
        Step step{Permutation::shift(n, first), share_of_blocks(1, n)};
        for (Node t = first + 1; t < n && t < first + ports; ++t)
            step.other_peers.push_back(Permutation::shift(n, t));
        result.steps.push_back(std::move(step));
    }
    result.blocks = [n, ports](std::size_t k, Node sender) {
        BlockTransfer transfer;
        const auto first = static_cast<Node>(k) * ports + 1;
        for (Node t = first; t < n && t < first + ports; ++t)
            transfer.blocks.push_back(std::int64_t{sender} * n +
                                      modulo(std::int64_t{sender} + t, n));
        return transfer;
    };
    return result;
}
Collective all_to_all_xor(Node n) {
    return all_to_all_direct(n,
                             [](Node size, Node k) { return Permutation::exclusive_or(size, k); });
}

Collective all_to_all_hypercube(Node n, Order order) {
    std::vector<Permutation> peers;
    for (Node bit = 1; bit < n; bit *= 2) peers.push_back(Permutation::exclusive_or(n, bit));
    if (order == Order::far) std::ranges::reverse(peers);
    Collective result{Primitive::all_to_all, {}, n, {}, {}};
    for (const auto& peer : peers) result.steps.push_back({peer, share_of_blocks(n / 2, n)});
    result.blocks = [n, peers](std::size_t k, Node sender) {
        BlockTransfer transfer;
        Node done = 0;
        for (std::size_t i = 0; i < k; ++i) done |= *peers[i].as_exclusive_or();
        const Node bit = *peers[k].as_exclusive_or();
        for (Node distance = 1; distance < n; ++distance) {
            if ((distance & bit) == 0) continue;
            const Node origin = sender ^ (distance & done);
            transfer.blocks.push_back(std::int64_t{origin} * n + (origin ^ distance));
        }
        return transfer;
    };
    return result;
}

}  // namespace lightsweep::kernels
