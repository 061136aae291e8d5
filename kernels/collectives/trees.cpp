#include "kernels/collectives/trees.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include "kernels/collectives/transmitters.hpp"
#include "kernels/parallel/for_each.hpp"

namespace lightsweep::kernels {

namespace {

Node log_of(std::int64_t n) {
    return static_cast<Node>(std::bit_width(static_cast<std::uint64_t>(n - 1)));
}

/// Links from every node to the root of its tree.
std::vector<Node> depths(const std::vector<Node>& parent) {
    std::vector<Node> depth(parent.size());
    for (std::size_t v = 0; v < parent.size(); ++v)
        for (Node at = parent[v]; at >= 0; at = parent[at]) ++depth[v];
    return depth;
}

/// Links from every node to its farthest leaf.
std::vector<Node> heights(const std::vector<Node>& parent) {
    std::vector<Node> height(parent.size());
    for (std::size_t v = 0; v < parent.size(); ++v) {
        Node links = 0;
        for (Node at = parent[v]; at >= 0; at = parent[at])
            height[at] = std::max(height[at], ++links);
    }
    return height;
}

/// A directed edge over which all chunks of a tree follow each other, from step `start` on.
struct TreeEdge {
    Node tree, from, to, start;
    bool adds;  ///< up: the receiver adds the chunk to its own
};

/// Colours edges in their order: an edge takes the first colour that is free at its sender, after
/// an exchange along the alternating path from its receiver where it is taken there.
class EdgeColours {
  public:
    EdgeColours(Node n, const std::vector<TreeEdge>& edges)
        : edges_(edges), out_(static_cast<std::size_t>(n)), in_(out_) {
        for (int e = 0; e < static_cast<int>(edges.size()); ++e) {
            parallel::checkpoint();  // paths may be as long as the tree is large
            const auto x = free_at(out_[edges[e].from]), y = free_at(in_[edges[e].to]);
            if (at(in_[edges[e].to], x) >= 0) exchange(edges[e].to, x, y);
            set(e, x);
        }
    }
    std::vector<std::size_t> colour{};

  private:
    using Colours = std::vector<int>;  ///< edge of each, -1: none

    static int at(const Colours& of_node, std::size_t colour) {
        return colour < of_node.size() ? of_node[colour] : -1;
    }
    static std::size_t free_at(const Colours& of_node) {
        return static_cast<std::size_t>(std::ranges::find(of_node, -1) - of_node.begin());
    }
    static void put(Colours& of_node, std::size_t colour, int edge) {
        if (of_node.size() <= colour) of_node.resize(colour + 1, -1);
        of_node[colour] = edge;
    }
    void set(int e, std::size_t x) {
        colour.resize(std::max(colour.size(), static_cast<std::size_t>(e) + 1));
        colour[e] = x;
        put(out_[edges_[e].from], x, e);
        put(in_[edges_[e].to], x, e);
    }
    void exchange(Node receiver, std::size_t x, std::size_t y) {
        std::vector<int> path;
        for (int e = at(in_[receiver], x); e >= 0;) {
            path.push_back(e);
            e = at(out_[edges_[e].from], y);
            if (e < 0) break;
            path.push_back(e);
            e = at(in_[edges_[e].to], x);
        }
        for (const int e : path) {
            put(out_[edges_[e].from], colour[e], -1);
            put(in_[edges_[e].to], colour[e], -1);
        }
        for (const int e : path) set(e, colour[e] == x ? y : x);
    }

    const std::vector<TreeEdge>& edges_;
    std::vector<Colours> out_, in_;
};

/// All chunks over all edges: the edges' permutations, and who sends what when.
struct TreePipeline {
    Node n, chunks;
    std::vector<TreeEdge> edges;
    std::vector<std::size_t> colour{};
    std::vector<std::vector<int>> out{};  ///< per node

    TreePipeline(Node nodes, Node count, std::vector<TreeEdge> all)
        : n(nodes),
          chunks(count),
          edges(std::move(all)),
          colour(EdgeColours(n, edges).colour),
          out(static_cast<std::size_t>(n)) {
        for (int e = 0; e < static_cast<int>(edges.size()); ++e) out[edges[e].from].push_back(e);
        // On 2 nodes all edges are one permutation.
        const auto kinds = permutations();
        for (auto& c : colour)
            c = static_cast<std::size_t>(std::ranges::find(kinds, kinds[c]) - kinds.begin());
    }

    /// The most messages that one node sends in a permutation and step.
    std::size_t most_at_once(std::int64_t step, std::size_t wanted) const {
        std::size_t most = 0;
        for (const auto& own : out)
            most = std::max(most, static_cast<std::size_t>(std::ranges::count_if(own, [&](int e) {
                                return colour[e] == wanted && sends(edges[e], step);
                            })));
        return most;
    }

    bool sends(const TreeEdge& edge, std::int64_t step) const {
        return edge.start <= step && step < edge.start + chunks;
    }
    /// Colours of which some edge is active in a step.
    std::vector<std::size_t> active(std::int64_t step) const {
        std::vector<std::size_t> found;
        for (std::size_t e = 0; e < edges.size(); ++e)
            if (sends(edges[e], step)) found.push_back(colour[e]);
        std::ranges::sort(found);
        found.erase(std::unique(found.begin(), found.end()), found.end());
        return found;
    }
    std::vector<Permutation> permutations() const {
        std::size_t most = 0;
        for (const auto c : colour) most = std::max(most, c + 1);
        std::vector<std::vector<Node>> to(most, std::vector<Node>(static_cast<std::size_t>(n), -1));
        for (std::size_t e = 0; e < edges.size(); ++e) to[colour[e]][edges[e].from] = edges[e].to;
        std::vector<Permutation> all;
        for (auto& one : to) all.push_back(Permutation::list(std::move(one)));
        return all;
    }
    BlockTransfer blocks(std::int64_t step, Node sender) const {
        BlockTransfer transfer;
        const std::int64_t pieces = 2 * std::int64_t{chunks};
        for (const auto c : active(step)) {
            transfer.per_peer.push_back(0);
            for (const int e : out[sender]) {
                const auto& edge = edges[e];
                if (colour[e] != c || !sends(edge, step)) continue;
                const auto piece = std::int64_t{edge.tree} * chunks + step - edge.start;
                for (Node block = 0; block < n; ++block) {
                    transfer.blocks.push_back(block * pieces + piece);
                    transfer.reduces.push_back(edge.adds);
                }
                transfer.per_peer.back() += static_cast<std::size_t>(n);
            }
        }
        return transfer;
    }
};

Collective pipelined(Primitive primitive, std::shared_ptr<const TreePipeline> tree,
                     std::int64_t n_steps) {
    Collective result{primitive, {}, tree->n, {}, {}};
    result.pieces = 2 * std::int64_t{tree->chunks};
    result.has_idle_senders = true;
    const auto all = tree->permutations();
    for (std::int64_t k = 0; k < n_steps; ++k) {
        const auto colours = tree->active(k);
        Step step{all[colours[0]], 0.5 / tree->chunks};
        for (std::size_t c = 1; c < colours.size(); ++c)
            step.other_peers.push_back(all[colours[c]]);
        if (colours.size() == 1)
            step.share *= static_cast<double>(tree->most_at_once(k, colours[0]));
        result.steps.push_back(std::move(step));
    }
    result.blocks = [tree](std::size_t k, Node sender) {
        return tree->blocks(static_cast<std::int64_t>(k), sender);
    };
    return result;
}

std::vector<TreeEdge> all_reduce_edges(Node n) {
    const Node height = log_of(n);
    std::vector<TreeEdge> edges;
    for (const Node tree : {0, 1}) {
        const auto parent = tree == 0 ? first_tree(n) : second_tree(n);
        const auto h = heights(parent), d = depths(parent);
        for (Node v = 0; v < n; ++v)
            if (parent[v] >= 0) edges.push_back({tree, v, parent[v], h[v], true});
        for (Node v = 0; v < n; ++v)
            if (parent[v] >= 0) edges.push_back({tree, parent[v], v, height + d[parent[v]], false});
    }
    return edges;
}

}  // namespace

std::vector<Node> first_tree(Node n) {
    std::vector<Node> parent(static_cast<std::size_t>(n), -1);
    for (Node v = 1; v < n; ++v) {
        const Node bit = v & -v, up = (v ^ bit) | (2 * bit);
        parent[v] = up < n ? up : v ^ bit;
    }
    return parent;
}

std::vector<Node> second_tree(Node n) {
    const auto first = first_tree(n);
    std::vector<Node> parent(first.size(), -1);
    for (Node v = 0; v < n; ++v) {
        const Node image = n % 2 == 0 ? n - 1 - v : modulo(v - 1, n);
        if (first[image] < 0) continue;
        parent[v] = n % 2 == 0 ? n - 1 - first[image] : modulo(first[image] + 1, n);
    }
    return parent;
}

std::vector<std::vector<TreeMessage>> tree_messages(Node n, std::int64_t chunks) {
    std::vector<std::vector<TreeMessage>> steps(
        static_cast<std::size_t>(double_tree_steps(n, chunks)));
    for (const auto& edge : all_reduce_edges(n))
        for (std::int64_t x = 0; x < chunks; ++x)
            steps[edge.start + x].push_back({edge.tree, edge.from, edge.to, x});
    for (auto& step : steps) std::ranges::sort(step);
    return steps;
}

std::int64_t double_tree_steps(std::int64_t n, std::int64_t chunks) {
    return n <= 1 ? 0 : 2 * log_of(n) + chunks - 1;
}
std::int64_t broadcast_tree_steps(std::int64_t n, std::int64_t chunks) {
    return n <= 1 ? 0 : log_of(n - 1) + chunks;
}
std::int64_t chain_steps(std::int64_t n, std::int64_t chunks) {
    return n <= 1 ? 0 : n - 2 + chunks;
}

Collective double_binary_tree(Node n, Node chunks) {
    return pipelined(Primitive::all_reduce,
                     std::make_shared<const TreePipeline>(n, chunks, all_reduce_edges(n)),
                     double_tree_steps(n, chunks));
}

Collective broadcast_by_two_trees(Node n, Node chunks) {
    std::vector<TreeEdge> edges;
    for (const Node tree : {0, 1}) {
        const auto parent = n == 1      ? std::vector<Node>{}
                            : tree == 0 ? first_tree(n - 1)
                                        : second_tree(n - 1);
        const auto d = depths(parent);
        for (Node v = 0; v + 1 < n; ++v) edges.push_back({tree, parent[v] + 1, v + 1, d[v], false});
    }
    return pipelined(Primitive::broadcast,
                     std::make_shared<const TreePipeline>(n, chunks, std::move(edges)),
                     broadcast_tree_steps(n, chunks));
}

Collective chain_broadcast(Node n, Node chunks) {
    Collective result{Primitive::broadcast, {}, n, {}, {}};
    result.pieces = chunks;
    result.has_idle_senders = true;
    result.steps.assign(static_cast<std::size_t>(chain_steps(n, chunks)),
                        {Permutation::shift(n, 1), 1.0 / chunks});
    result.blocks = [n, chunks](std::size_t k, Node sender) {
        BlockTransfer transfer{{}, false, {0}};
        const auto chunk = static_cast<std::int64_t>(k) - sender;
        if (sender + 1 == n || chunk < 0 || chunk >= chunks) return transfer;
        for (std::int64_t block = 0; block < n; ++block)
            transfer.blocks.push_back(block * chunks + chunk);
        transfer.per_peer[0] = transfer.blocks.size();
        return transfer;
    };
    return result;
}

}  // namespace lightsweep::kernels
