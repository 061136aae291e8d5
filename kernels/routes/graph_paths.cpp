#include "kernels/routes/graph_paths.hpp"

#include <algorithm>
#include <array>

#include "kernels/parallel/for_each.hpp"

namespace lightsweep::kernels {

namespace {

/// Rounds are cut into blocks of this size for every number of threads, so that sums are equal.
constexpr std::size_t pairs_per_block = 512;

/// Blocks whose loads of all links are kept at a time.
constexpr std::size_t blocks_at_once = 64;

/// Number of searches, or paths, that are followed in turn: while one waits for memory, the others
/// proceed.
constexpr std::size_t at_once = 8;

}  // namespace

/// A path that is being followed.
struct GraphPaths::Walker {
    Node at;
    Distance left;  ///< links to go
    const Distance* to_target;
};

/// Transfers per link, and scratch of one sender after the other.
struct GraphPaths::Loads {
    std::vector<double> link, node;
    std::vector<Node> frontier, next;
    std::vector<Walker> walkers;
    Node dilation = 0;
};

GraphPaths::GraphPaths(const Topology& topology, bool splits)
    : n_(topology.size()),
      splits_(splits),
      first_(static_cast<std::size_t>(n_) + 1, 0),
      first_in_(first_) {
    const auto links = simple_links(topology);
    for (const auto& [from, to] : links) ++first_[from + 1], ++first_in_[to + 1];
    for (Node j = 0; j < n_; ++j) {
        degree_ = std::max({degree_, first_[j + 1], first_in_[j + 1]});
        first_[j + 1] += first_[j];
        first_in_[j + 1] += first_in_[j];
    }
    auto place = first_in_;
    from_.resize(links.size());
    for (const auto& [from, to] : links) {
        to_.push_back(to);
        from_[place[to]++] = from;
        const auto back = std::ranges::lower_bound(links, std::pair(to, from));
        const bool has_back = back != links.end() && *back == std::pair(to, from);
        opposite_.push_back(has_back ? static_cast<std::int32_t>(back - links.begin()) : -1);
    }
    if (n_ > table_nodes) return;
    const auto n = static_cast<std::size_t>(n_);
    table_.resize(n * n);
    constexpr std::size_t targets_per_block = 64;
    parallel::for_each((n + targets_per_block - 1) / targets_per_block, [&](std::size_t block) {
        std::vector<Node> queue((n + 1) * at_once);
        const std::size_t end = std::min(n, (block + 1) * targets_per_block);
        for (std::size_t target = block * targets_per_block; target < end; target += at_once)
            fill_distances(static_cast<Node>(target),
                           static_cast<Node>(std::min(at_once, end - target)), &table_[target * n],
                           queue);
    });
}

void GraphPaths::fill_distances(Node first_target, Node count, Distance* distance,
                                std::vector<Node>& queue) const {
    struct Search {
        Distance* distance;
        Node *reached, *end;  ///< of the queue
    };
    std::fill_n(distance, static_cast<std::ptrdiff_t>(count) * n_, -1);
    std::array<Search, at_once> searches{};
    for (Node i = 0; i < count; ++i) {
        Node* const begin = &queue[static_cast<std::size_t>(i) * (n_ + 1)];
        searches[i] = {distance + static_cast<std::ptrdiff_t>(i) * n_, begin, begin + 1};
        *begin = first_target + i;
        searches[i].distance[*begin] = 0;
    }
    // Local copies, because the compiler must assume that the writes below change the members.
    const std::int32_t* const first = first_in_.data();
    const Node* const from = from_.data();
    for (Node step = 0; step < n_; ++step)
        for (auto& [to_target, reached, end] : std::span(searches).first(count)) {
            if (reached == end) continue;
            const Node at = *reached++;
            const Distance next = to_target[at] + 1;
            for (auto k = first[at], last = first[at + 1]; k < last; ++k) {
                const Node node = from[k];
                // Without a branch, which would be mispredicted half of the time.
                const bool is_new = to_target[node] < 0;
                *end = node;
                end += is_new ? 1 : 0;
                to_target[node] = is_new ? next : to_target[node];
            }
        }
}

void GraphPaths::walk(Loads& loads) const {
    auto& walkers = loads.walkers;
    while (!walkers.empty())
        for (std::size_t i = 0; i < walkers.size();) {
            auto& [at, left, to_target] = walkers[i];
            auto k = first_[at];
            for (--left; to_target[to_[k]] != left;) ++k;
            loads.link[k] += 1;
            at = to_[k];
            if (left > 0) {
                ++i;
            } else {
                walkers[i] = walkers.back();
                walkers.pop_back();
            }
        }
}

void GraphPaths::spread(Node from, Node to, const Distance* to_target, Loads& loads) const {
    loads.frontier.assign(1, from);
    loads.node[from] = 1;
    while (loads.frontier.front() != to) {
        loads.next.clear();
        for (const Node at : loads.frontier) {
            const auto nearer = [&](std::int32_t k) {
                return to_target[to_[k]] == to_target[at] - 1;
            };
            std::int32_t ways = 0;
            for (auto k = first_[at]; k < first_[at + 1]; ++k) ways += nearer(k);
            const double part = loads.node[at] / ways;
            for (auto k = first_[at]; k < first_[at + 1]; ++k) {
                if (!nearer(k)) continue;
                loads.link[k] += part;
                if (loads.node[to_[k]] == 0) loads.next.push_back(to_[k]);
                loads.node[to_[k]] += part;
            }
            loads.node[at] = 0;
        }
        std::swap(loads.frontier, loads.next);
    }
    loads.node[to] = 0;
}

bool GraphPaths::add(std::span<const Loads> blocks, std::vector<double>& sum, PathUse& use) {
    for (const auto& block : blocks) {
        if (block.dilation < 0) return false;
        use.dilation = std::max(use.dilation, block.dilation);
        for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += block.link[k];
    }
    return true;
}

void GraphPaths::find_busiest(const std::vector<double>& sum, PathUse& use) const {
    for (std::size_t k = 0; k < sum.size(); ++k) {
        use.congestion = std::max(use.congestion, sum[k]);
        use.undirected =
            std::max(use.undirected, sum[k] + (opposite_[k] < 0 ? 0 : sum[opposite_[k]]));
    }
}

PathUse GraphPaths::operator()(std::span<const Pair> round) const {
    PathUse use;
    std::vector<double> sum(to_.size(), 0.0);
    std::vector<Loads> blocks;
    for (constexpr std::size_t part = pairs_per_block * blocks_at_once; !round.empty();
         round = round.subspan(std::min(part, round.size()))) {
        count_blocks(round.first(std::min(part, round.size())), blocks);
        if (!add(blocks, sum, use)) return {0, 0, -1};
    }
    find_busiest(sum, use);
    return use;
}

void GraphPaths::count_blocks(std::span<const Pair> round, std::vector<Loads>& blocks) const {
    blocks.resize((round.size() + pairs_per_block - 1) / pairs_per_block);
    parallel::for_each(blocks.size(), [&](std::size_t b) {
        auto& loads = blocks[b];
        loads.link.assign(to_.size(), 0.0);
        loads.node.assign(static_cast<std::size_t>(n_), 0.0);
        loads.dilation = 0;
        const std::size_t begin = b * pairs_per_block;
        std::vector<Distance> found(table_.empty() ? static_cast<std::size_t>(n_) : 0);
        std::vector<Node> queue(found.size() + 1);
        for (const auto [from, to] :
             round.subspan(begin, std::min(pairs_per_block, round.size() - begin))) {
            if (to == from) continue;
            if (table_.empty()) {
                parallel::checkpoint();
                fill_distances(to, 1, found.data(), queue);
            }
            const Distance* to_target =
                table_.empty() ? found.data() : &table_[static_cast<std::size_t>(to) * n_];
            if (to_target[from] < 0) {
                loads.dilation = -1;
                return;
            }
            loads.dilation = std::max(loads.dilation, to_target[from]);
            if (splits_) {
                spread(from, to, to_target, loads);
                continue;
            }
            loads.walkers.push_back({from, to_target[from], to_target});
            // Distances that are not in a table are kept only until the next transfer.
            if (table_.empty() || loads.walkers.size() == at_once) walk(loads);
        }
        walk(loads);
    });
}

}  // namespace lightsweep::kernels
