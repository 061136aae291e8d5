// Binomial trees, and what is made of the steps of any collective with a root (trees.hpp).
#include <algorithm>
#include <bit>
#include <numeric>

#include "kernels/collectives/transmitters.hpp"
#include "kernels/collectives/trees.hpp"

namespace lightsweep::kernels {

namespace {

/// Steps in which some nodes send blocks first .. end - 1 to the node `distance` ahead.
struct BinomialStep {
    Node distance;
    std::function<std::pair<Node, Node>(Node sender)> range;  ///< empty: sends nothing
};

Collective binomial(Primitive primitive, Node n, std::vector<BinomialStep> steps) {
    Collective result{primitive, {}, n, {}, {}};
    result.has_idle_senders = true;
    for (const auto& step : steps) {
        std::vector<Node> to(static_cast<std::size_t>(n), -1);
        Node most = 0;
        for (Node v = 0; v + step.distance < n; ++v) {
            const auto [first, end] = step.range(v);
            if (first < end) to[v] = v + step.distance;
            most = std::max(most, end - first);
        }
        result.steps.push_back({Permutation::list(std::move(to)), share_of_blocks(most, n)});
    }
    result.blocks = [n, steps](std::size_t k, Node sender) {
        BlockTransfer transfer{{}, false, {0}};
        if (sender + steps[k].distance >= n) return transfer;
        const auto [first, end] = steps[k].range(sender);
        for (Node block = first; block < end; ++block) transfer.blocks.push_back(block);
        transfer.per_peer[0] = transfer.blocks.size();
        return transfer;
    };
    return result;
}

}  // namespace

Collective binomial_broadcast(Node n) {
    std::vector<BinomialStep> steps;
    for (Node reach = 1; reach < n; reach *= 2)
        steps.push_back({reach, [n, reach](Node v) {
                             return v < reach ? std::pair(Node{0}, n) : std::pair(Node{0}, Node{0});
                         }});
    return binomial(Primitive::broadcast, n, std::move(steps));
}

Collective binomial_scatter(Node n) {
    std::vector<BinomialStep> steps;
    for (Node reach =
             Node{1} << std::max(
                 0, static_cast<Node>(std::bit_width(static_cast<std::uint64_t>(n - 1))) - 1);
         reach >= 1 && n > 1; reach /= 2)
        steps.push_back({reach, [n, reach](Node v) {
                             return v % (2 * reach) == 0
                                        ? std::pair(v + reach, std::min(v + 2 * reach, n))
                                        : std::pair(Node{0}, Node{0});
                         }});
    return binomial(Primitive::scatter, n, std::move(steps));
}

Collective reversed(const Collective& collective) {
    auto result = collective;
    const bool adds = collective.primitive == Primitive::broadcast;
    result.primitive = adds ? Primitive::reduce : Primitive::gather;
    std::ranges::reverse(result.steps);
    for (auto& step : result.steps) {
        step.peer = step.peer.inverse();
        for (auto& other : step.other_peers) other = other.inverse();
    }
    result.blocks = [collective, adds](std::size_t k, Node sender) {
        const auto back = collective.steps.size() - 1 - k;
        const auto demand = collective.steps[back].demand();
        BlockTransfer transfer{{}, adds};
        for (std::size_t c = 0; c < demand.size(); ++c) {
            const Node origin = demand[c].inverse()(sender);
            transfer.per_peer.push_back(0);
            if (origin == sender) continue;
            const auto sent = blocks_to(collective.blocks(back, origin), c, demand.size());
            transfer.blocks.insert(transfer.blocks.end(), sent.blocks.begin(), sent.blocks.end());
            transfer.per_peer.back() = sent.blocks.size();
        }
        return transfer;
    };
    return result;
}

namespace {

/// The permutation with node v in the place of v - root.
Permutation moved(const Permutation& p, Node root) {
    if (p.as_shift()) return p;
    const Node n = p.size();
    std::vector<Node> to(static_cast<std::size_t>(n));
    for (Node v = 0; v < n; ++v) to[modulo(v + root, n)] = modulo(p(v) + root, n);
    return Permutation::list(std::move(to));
}

}  // namespace

Collective with_root(Collective collective, Node root) {
    if (!collective.parts.empty()) {
        for (auto& part : collective.parts) part = with_root(std::move(part), root);
        return sequence(std::move(collective.parts));
    }
    if (root == 0 || collective.primitive < Primitive::broadcast) return collective;
    collective.root = root;
    for (auto& step : collective.steps) {
        step.peer = moved(step.peer, root);
        for (auto& other : step.other_peers) other = moved(other, root);
    }
    collective.blocks = [blocks = collective.blocks, n = collective.n, pieces = collective.pieces,
                         root](std::size_t k, Node sender) {
        auto transfer = blocks(k, modulo(sender - root, n));
        for (auto& block : transfer.blocks)
            block = modulo(block / pieces + root, n) * pieces + block % pieces;
        return transfer;
    };
    if (collective.pipeline) {
        auto pipeline = *collective.pipeline;
        pipeline.build = [build = pipeline.build, root](std::int64_t chunks) {
            return with_root(build(chunks), root);
        };
        collective.pipeline = std::make_shared<const Pipeline>(std::move(pipeline));
    }
    return collective;
}

Collective one_after_other(Primitive primitive, const Collective& first, const Collective& second) {
    auto result = all_reduce_of(first, second);
    result.primitive = primitive;
    result.has_idle_senders = true;
    return result;
}

}  // namespace lightsweep::kernels
