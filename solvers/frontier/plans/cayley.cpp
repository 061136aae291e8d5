#include "solvers/frontier/plans/cayley.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <random>
#include <tuple>
#include <utility>

#include "kernels/parallel/kept_once.hpp"

namespace lightsweep::solvers::frontier {

Group::Group(Node a, Node b, Node rho) : a_(a), b_(b), rho_(rho) {
    for (Node y = 0, turn = 1 % a; y < b; ++y, turn = turn * rho % a) turns_.push_back(turn);
}

Node Group::inverse(Node element) const {
    const Node x = element / b_, y = element % b_, back = (b_ - y) % b_;
    return (a_ - turns_[back] * x % a_) % a_ * b_ + back;
}

std::string Group::numbers() const {
    return std::to_string(a_) + " " + std::to_string(b_) + " " + std::to_string(rho_);
}

std::string Group::name() const {
    if (b_ == 1) return "Z" + std::to_string(a_);
    return "Z" + std::to_string(a_) + (rho_ == 1 ? " x " : ":" + std::to_string(rho_) + ":") + "Z" +
           std::to_string(b_);
}

std::vector<Group> groups_of(Node n) {
    std::vector<Group> groups{Group(n)};
    for (Node b = 2; b < n; ++b) {
        if (n % b != 0) continue;
        const Node a = n / b;
        for (Node rho = 1; rho < a; ++rho) {
            Node turn = 1;
            for (Node y = 0; y < b; ++y) turn = turn * rho % a;
            if (turn == 1) groups.emplace_back(a, b, rho);
        }
    }
    return groups;
}

namespace {

/// Blocks by the set of in-circuits over which each can come: the load of the busiest circuit if
/// they are shared as well as they can be.
double busiest(const std::vector<std::uint32_t>& blocks, std::size_t k) {
    static thread_local std::vector<int> within;  // the innermost loop of the search
    within.assign(std::size_t{1} << k, 0);
    for (const auto circuits : blocks) ++within[circuits];
    for (std::size_t bit = 1; bit < within.size(); bit *= 2)
        for (std::size_t set = 0; set < within.size(); ++set)
            if (set & bit) within[set] += within[set - bit];
    double most = 0;
    for (std::size_t set = 1; set < within.size(); ++set)
        most = std::max(most, double(within[set]) / std::popcount(set));
    return most;
}

/// The blocks that one more step over all generators brings to those known.
class Spreading {
  public:
    explicit Spreading(const Group& group, bool backwards = false)
        : group_(group), backwards_(backwards), circuits_(std::size_t(group.size())), held_{0} {
        held_.reserve(circuits_.size());
        fresh_.reserve(circuits_.size());
    }
    bool everywhere() const { return held_.size() == circuits_.size(); }
    const std::vector<Node>& held() const { return held_; }
    /// Of every new block the generators over which it comes, as bits. again: the same generators
    /// as in the step before, so that only its new blocks bring others.
    const std::vector<std::uint32_t>& step(const std::vector<Node>& generators, bool again) {
        const auto before = held_.size();
        for (auto i = again ? before - fresh_.size() : 0; i < before; ++i)
            for (std::size_t g = 0; g < generators.size(); ++g)
                bring(backwards_ ? group_.multiply(generators[g], held_[i])
                                 : group_.multiply(held_[i], generators[g]),
                      1u << g);
        fresh_.clear();
        for (auto i = before; i < held_.size(); ++i)
            fresh_.push_back(std::exchange(circuits_[std::size_t(held_[i])], known));
        return fresh_;
    }

  private:
    static constexpr std::uint32_t known = ~0u;

    void bring(Node block, std::uint32_t generator) {
        auto& circuits = circuits_[std::size_t(block)];
        if (block == 0 || circuits == known) return;
        if (circuits == 0) held_.push_back(block);
        circuits |= generator;
    }

    const Group& group_;
    bool backwards_;
    std::vector<std::uint32_t> circuits_;  ///< known, or those that bring the block in this step
    std::vector<std::uint32_t> fresh_{};
    std::vector<Node> held_;
};

std::string name_of(const Group& group, const std::vector<Node>& generators) {
    std::string name = group.name() + ":";
    for (const Node g : generators) name += " " + std::to_string(g);
    return name;
}

/// Keeps digraphs of which none has both more steps and more x than another.
class Best {
  public:
    void offer(GatherDigraph digraph) {
        const auto better = [](const GatherDigraph& one, const GatherDigraph& other) {
            return one.x.size() <= other.x.size() && sum(one.x) <= sum(other.x) + 1e-12;
        };
        for (const auto& one : kept_)
            if (better(one, digraph)) return;
        std::erase_if(kept_, [&](const GatherDigraph& one) { return better(digraph, one); });
        kept_.push_back(std::move(digraph));
    }
    std::vector<GatherDigraph> take() {
        std::ranges::sort(kept_, {}, [](const auto& one) { return one.x.size(); });
        return std::move(kept_);
    }
    static double sum(const std::vector<double>& x) {
        return std::accumulate(x.begin(), x.end(), 0.0);
    }

  private:
    std::vector<GatherDigraph> kept_;
};

}  // namespace

std::optional<std::vector<double>> breadth_first(const Group& group,
                                                 const std::vector<Stretch>& stretches, Node lanes,
                                                 bool backwards) {
    Spreading blocks(group, backwards);
    std::vector<double> x;
    for (const auto& [generators, steps] : stretches)
        for (int step = 0; step < steps && !blocks.everywhere(); ++step) {
            const auto& fresh = blocks.step(generators, step > 0);
            if (fresh.empty() || generators.size() > 12) return std::nullopt;
            x.push_back(busiest(fresh, generators.size()) * lanes / group.size());
        }
    return blocks.everywhere() ? std::optional(x) : std::nullopt;
}

std::optional<std::vector<double>> breadth_first(const Group& group,
                                                 const std::vector<Node>& generators,
                                                 bool backwards) {
    return breadth_first(group, {{generators, group.size()}}, static_cast<Node>(generators.size()),
                         backwards);
}

std::vector<std::vector<Node>> breadth_first_layers(const Group& group,
                                                    const std::vector<Stretch>& stretches) {
    Spreading blocks(group);
    std::vector<std::vector<Node>> layers;
    for (const auto& [generators, steps] : stretches)
        for (int step = 0; step < steps && !blocks.everywhere(); ++step) {
            const auto before = std::ssize(blocks.held());
            blocks.step(generators, step > 0);
            layers.emplace_back(blocks.held().begin() + before, blocks.held().end());
        }
    return layers;
}

namespace {

/// x of every step of the all-gather over these in-links of every node; empty if some block does
/// not arrive.
std::vector<double> gathered_over(const std::vector<std::vector<Node>>& from) {
    const auto n = from.size(), k = from[0].size();
    std::vector<double> x;
    for (std::size_t receiver = 0; receiver < n; ++receiver) {
        // Distances to the receiver, and its in-links that a block may come over last.
        std::vector<Node> distance(n, -1), queue{static_cast<Node>(receiver)};
        std::vector<std::uint32_t> last(n);
        distance[receiver] = 0;
        for (std::size_t head = 0; head < queue.size(); ++head) {
            const auto here = std::size_t(queue[head]);
            for (std::size_t link = 0; link < k; ++link) {
                const Node v = from[here][link];
                if (distance[v] < 0) {
                    distance[v] = distance[here] + 1;
                    queue.push_back(v);
                }
                if (distance[v] == distance[here] + 1)
                    last[v] |= here == receiver ? 1u << link : last[here];
            }
        }
        if (queue.size() < n) return {};
        std::vector<std::vector<std::uint32_t>> blocks(
            static_cast<std::size_t>(distance[queue.back()]));
        for (std::size_t i = 1; i < n; ++i)
            blocks[std::size_t(distance[queue[i]]) - 1].push_back(last[queue[i]]);
        x.resize(std::max(x.size(), blocks.size()));
        for (std::size_t t = 0; t < blocks.size(); ++t)
            x[t] = std::max(x[t], busiest(blocks[t], k) * double(k) / double(n));
    }
    return x;
}

}  // namespace

std::vector<GatherDigraph> arithmetic_digraphs(Node n, Node k) {
    std::vector<GatherDigraph> found;
    if (k < 2 || k > 12 || n > 1024 || n <= k) return found;
    for (const bool kautz : {false, true}) {
        std::vector<std::vector<Node>> from(static_cast<std::size_t>(n)), to(from);  // links
        for (Node v = 0; v < n; ++v)
            for (Node j = 1; j <= k; ++j) {
                const auto next = (std::int64_t{k} * v + j) % n;
                to[v].push_back(static_cast<Node>(kautz ? (n - next) % n : next));
                from[to[v].back()].push_back(v);
            }
        GatherDigraph digraph{
            (kautz ? "Kautz digraph of degree " : "de Bruijn digraph of degree ") +
                std::to_string(k),
            gathered_over(from), gathered_over(to)};
        if (!digraph.x.empty()) found.push_back(std::move(digraph));
    }
    return found;
}

namespace {

std::vector<GatherDigraph> searched(Node n, Node k, double effort) {
    Best best;
    for (auto& digraph : arithmetic_digraphs(n, k)) best.offer(std::move(digraph));
    const auto groups = groups_of(n);
    std::mt19937_64 random(static_cast<std::uint64_t>(n) * 64 + static_cast<std::uint64_t>(k));
    const auto draw = [&](Node below) {
        return static_cast<Node>(random() % std::uint64_t(below));
    };
    const double each = 1.5 * n * k + static_cast<double>(std::size_t{1} << k) * k;
    const int restarts = 40;
    const int moves = std::max(4, static_cast<int>(effort / each / restarts));
    for (int restart = 0; restart < restarts; ++restart) {
        const auto& group = groups[draw(static_cast<Node>(std::ssize(groups)))];
        // Some climbs look for few steps, the others for little x.
        const double weight = restart % 2 == 0 ? 0.2 : 4;
        std::vector<Node> generators;
        while (std::ssize(generators) < k) generators.push_back(1 + draw(n - 1));
        double cost = INFINITY;
        for (int move = 0; move < moves; ++move) {
            auto next = generators;
            if (move > 0) next[draw(k)] = 1 + draw(n - 1);
            const auto x = breadth_first(group, next);
            if (!x) {
                if (cost == INFINITY) generators = std::move(next);
                continue;
            }
            const double value = static_cast<double>(x->size()) + weight * Best::sum(*x);
            if (value <= cost) {
                if (value < cost)
                    best.offer(
                        {name_of(group, next), *x, *breadth_first(group, next, true), group, next});
                cost = value;
                generators = std::move(next);
            }
        }
    }
    return best.take();
}

}  // namespace

std::vector<GatherDigraph> good_digraphs(Node n, Node k, double effort) {
    static kernels::parallel::KeptOnce<std::tuple<Node, Node, double>, std::vector<GatherDigraph>>
        kept;
    return kept.get({n, k, effort}, [&] { return searched(n, k, effort); });
}

}  // namespace lightsweep::solvers::frontier
