#include "kernels/cost/toll_network.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace lightsweep::kernels {

namespace {

using Point = std::vector<Node>;

/// The displacements of a ring or torus; the last dimension is contiguous.
class Displacements {
  public:
    Displacements(const std::vector<Node>& dims, bool directed) : dims_(dims), directed_(directed) {
        points_.push_back({});
        for (const Node size : dims) {
            std::vector<Point> longer;
            for (const auto& point : points_)
                for (Node x = 0; x < size; ++x) {
                    longer.push_back(point);
                    longer.back().push_back(x);
                }
            points_ = std::move(longer);
        }
    }

    std::size_t count() const { return points_.size(); }
    unsigned reflections() const { return directed_ ? 1 : 1U << dims_.size(); }
    std::size_t index(const Point& point) const {
        std::size_t x = 0;
        for (std::size_t d = 0; d < dims_.size(); ++d)
            x = x * std::size_t(dims_[d]) + std::size_t(point[d]);
        return x;
    }
    /// Bit d of a reflection turns dimension d around.
    std::size_t reflected(std::size_t x, unsigned reflection) const {
        Point point = points_[x];
        for (std::size_t d = 0; d < dims_.size(); ++d)
            if ((reflection >> d & 1U) != 0) point[d] = (dims_[d] - point[d]) % dims_[d];
        return index(point);
    }
    /// None one way if the message would pass the source.
    std::optional<std::size_t> moved(std::size_t x, std::size_t by) const {
        Point point = points_[x];
        for (std::size_t d = 0; d < dims_.size(); ++d) {
            point[d] += points_[by][d];
            if (point[d] >= dims_[d] && directed_) return std::nullopt;
            point[d] %= dims_[d];
        }
        return index(point);
    }
    double length(std::size_t by) const {
        Node links = 0;
        for (std::size_t d = 0; d < dims_.size(); ++d) {
            const Node one = points_[by][d];
            links += directed_ ? one : std::min(one, dims_[d] - one);
        }
        return static_cast<double>(links);
    }
    bool directed() const { return directed_; }

  private:
    std::vector<Node> dims_;
    bool directed_;
    std::vector<Point> points_{};
};

constexpr std::size_t unnumbered = std::numeric_limits<std::size_t>::max();

}  // namespace

/// An end, and the nodes that displacements are on paths to it.
struct TollNetwork::End {
    std::size_t source = 0, end = 0;  ///< nodes
    std::vector<unsigned> images{};   ///< one reflection for every image of the end
    std::vector<std::size_t> node_of{};

    /// The nodes from `first` on; `seen` has the ends that are images of earlier ones.
    End(const Displacements& all, std::size_t at, std::size_t& first, std::set<std::size_t>& seen)
        : node_of(all.count(), unnumbered) {
        std::vector<unsigned> keeping;
        for (unsigned r = 0; r < all.reflections(); ++r) {
            if (all.reflected(at, r) == at) keeping.push_back(r);
            if (seen.insert(all.reflected(at, r)).second) images.push_back(r);
        }
        for (std::size_t x = 0; x < all.count(); ++x) {
            if (node_of[x] != unnumbered) continue;
            for (const unsigned r : keeping) node_of[all.reflected(x, r)] = first;
            ++first;
        }
        source = node_of[0];
        end = node_of[at];
    }
};

/// The ways of a step in the middle, between the nodes of one layer and of the next.
struct TollNetwork::Pattern {
    std::vector<End> ends{};
    std::size_t nodes = 0;
    std::vector<std::size_t> end_of{};                         ///< whose node it is
    std::vector<std::pair<double, std::vector<Way>>> moves{};  ///< lengths and ways
    std::vector<Way> free{};

    using Counts = std::map<std::pair<std::size_t, std::size_t>, double>;
    static std::vector<Way> ways(const Counts& counts) {
        std::vector<Way> all;
        for (const auto& [nodes, count] : counts) all.push_back({nodes.first, nodes.second, count});
        return all;
    }

    Pattern(const Displacements& all, const std::vector<Point>& points) {
        std::set<std::size_t> seen, moved;
        for (const auto& point : points) {
            if (seen.contains(all.index(point))) continue;
            ends.emplace_back(all, all.index(point), nodes, seen);
            end_of.resize(nodes, ends.size() - 1);
        }
        for (std::size_t by = 1; by < all.count(); ++by) {
            if (moved.contains(by)) continue;
            for (unsigned r = 0; r < all.reflections(); ++r) moved.insert(all.reflected(by, r));
            moves.emplace_back(all.length(by), ways_of(all, by));
        }
        Counts stays;
        for (const auto& end : ends)
            for (std::size_t x = 0; x < all.count(); ++x)
                for (std::size_t y = all.directed() ? 0 : x; y <= x; ++y)
                    stays[{end.node_of[x], end.node_of[y]}] = 1;
        free = ways(stays);
    }

    std::vector<Way> ways_of(const Displacements& all, std::size_t by) const {
        Counts counts;
        for (const auto& end : ends)
            for (const unsigned r : end.images)
                for (std::size_t x = 0; x < all.count(); ++x)
                    if (const auto y = all.moved(x, all.reflected(by, r)))
                        counts[{end.node_of[x], end.node_of[*y]}] += 1;
        return ways(counts);
    }
};

TollNetwork::TollNetwork(const std::vector<Node>& dims, bool directed, std::int64_t steps,
                         const std::vector<std::vector<Node>>& ends) {
    const Pattern all(Displacements(dims, directed), ends);
    weights_.assign(all.nodes * std::size_t(steps - 1), 0.0);
    for (const auto& end : all.ends) weights_.push_back(static_cast<double>(end.images.size()));
    for (std::int64_t step = 0; step < steps; ++step) add_step(all, step, steps);
}

/// The first step starts at the source; the last one leads to the ends, each one node.
void TollNetwork::add_step(const Pattern& all, std::int64_t step, std::int64_t steps) {
    const bool is_first = step == 0, is_last = step + 1 == steps;
    Step added{moves_.size(),
               0,
               free_.size(),
               0,
               0,
               is_first ? 0 : all.nodes,
               all.nodes * std::size_t(step),
               is_last ? all.ends.size() : all.nodes};
    added.before = is_first ? 0 : added.after - all.nodes;
    const auto place = [&](const Way& way) -> std::optional<Way> {
        const auto at = all.end_of[way.to];
        const auto& end = all.ends[at];
        if ((is_first && way.from != end.source) || (is_last && way.to != end.end))
            return std::nullopt;
        return Way{is_first ? source() : added.before + way.from,
                   added.after + (is_last ? at : way.to), way.count};
    };
    for (const auto& [length, ways] : all.moves) {
        const auto first = ways_.size();
        for (const auto& way : ways)
            if (const auto placed = place(way)) ways_.push_back(*placed);
        if (ways_.size() > first) moves_.push_back({first, ways_.size(), length});
    }
    for (const auto& way : all.free)
        if (const auto placed = place(way)) free_.push_back(*placed);
    added.last_move = moves_.size();
    added.last_free = free_.size();
    steps_.push_back(added);
}

double TollNetwork::cheapest(const std::vector<double>& tolls) const {
    std::vector<double> least(nodes() + 1, std::numeric_limits<double>::infinity());
    least[source()] = 0;
    const auto reach = [&](const Way& way, double toll) {
        least[way.to] = std::min(least[way.to], least[way.from] + toll);
    };
    for (const auto& step : steps_) {
        for (auto m = step.first_move; m < step.last_move; ++m)
            for (auto i = moves_[m].first; i < moves_[m].last; ++i) reach(ways_[i], tolls[i]);
        for (auto i = step.first_free; i < step.last_free; ++i) reach(free_[i], 0);
    }
    double sum = 0;
    for (std::size_t node = 0; node < nodes(); ++node)
        if (weights_[node] > 0) sum += weights_[node] * least[node];
    return sum;
}

}  // namespace lightsweep::kernels
