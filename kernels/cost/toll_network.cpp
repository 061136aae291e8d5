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
    double between(std::size_t from, std::size_t to) const {
        Point by = points_[to];
        for (std::size_t d = 0; d < dims_.size(); ++d)
            by[d] = (by[d] - points_[from][d] + dims_[d]) % dims_[d];
        return length(index(by));
    }
    bool directed() const { return directed_; }

  private:
    std::vector<Node> dims_;
    bool directed_;
    std::vector<Point> points_{};
};

constexpr std::size_t nowhere = std::numeric_limits<std::size_t>::max();

/// One reflection for every image of an end, and the nodes of displacements on paths to it.
struct PathsTo {
    std::vector<unsigned> images{};
    std::vector<std::size_t> node_of{};
};

/// Adds the end's nodes to the pattern; `seen` has the ends that are images of earlier ones.
PathsTo paths_to(const Displacements& all, std::size_t at, std::set<std::size_t>& seen,
                 TollPattern& pattern) {
    PathsTo paths{{}, std::vector<std::size_t>(all.count(), nowhere)};
    std::vector<unsigned> keeping;
    for (unsigned r = 0; r < all.reflections(); ++r) {
        if (all.reflected(at, r) == at) keeping.push_back(r);
        if (seen.insert(all.reflected(at, r)).second) paths.images.push_back(r);
    }
    for (std::size_t x = 0; x < all.count(); ++x) {
        if (paths.node_of[x] != nowhere) continue;
        for (const unsigned r : keeping) paths.node_of[all.reflected(x, r)] = pattern.nodes.size();
        pattern.nodes.push_back({all.length(x), all.between(x, at), pattern.ends.size()});
    }
    pattern.ends.push_back(
        {paths.node_of[0], paths.node_of[at], static_cast<double>(paths.images.size())});
    return paths;
}

using WayCounts = std::map<std::pair<std::size_t, std::size_t>, double>;

std::vector<TollWay> ways_of(const WayCounts& counts) {
    std::vector<TollWay> all;
    for (const auto& [nodes, count] : counts) all.push_back({nodes.first, nodes.second, count});
    return all;
}

}  // namespace

TollPattern::TollPattern(const std::vector<Node>& dims, bool directed,
                         const std::vector<std::vector<Node>>& points) {
    const Displacements all(dims, directed);
    std::vector<PathsTo> paths;
    std::set<std::size_t> seen, moved;
    for (const auto& point : points)
        if (!seen.contains(all.index(point)))
            paths.push_back(paths_to(all, all.index(point), seen, *this));
    for (std::size_t by = 1; by < all.count(); ++by) {
        if (moved.contains(by)) continue;
        for (unsigned r = 0; r < all.reflections(); ++r) moved.insert(all.reflected(by, r));
        WayCounts counts;
        for (const auto& [images, node_of] : paths)
            for (const unsigned r : images)
                for (std::size_t x = 0; x < all.count(); ++x)
                    if (const auto y = all.moved(x, all.reflected(by, r)))
                        counts[{node_of[x], node_of[*y]}] += 1;
        moves.push_back({all.length(by), ways_of(counts)});
    }
    WayCounts staying, passing;
    for (const auto& [images, node_of] : paths)
        for (std::size_t x = 0; x < all.count(); ++x) {
            staying[{node_of[x], node_of[x]}] = 1;
            for (std::size_t y = 0; directed && y < x; ++y) passing[{node_of[x], node_of[y]}] = 1;
        }
    stays = ways_of(staying);
    passes = ways_of(passing);
}

double TollPattern::fewest_links_past_source() const {
    double nearest = std::numeric_limits<double>::infinity(), longest = 0;
    for (const auto& one : ends) nearest = std::min(nearest, nodes[one.source].to_end);
    for (const auto& move : moves) longest = std::max(longest, move.length);
    return nearest + longest + 1;  // the longest move is one short of a way around
}

namespace {

/// Calls visit(way) for all ways of a step.
template <typename Visit>
void each_way_within(const TollPattern& pattern, const TollLimits& limits, const Visit& visit) {
    for (const auto& move : pattern.moves)
        if (move.length <= limits.move)
            for (const auto& way : move.ways) visit(way);
    for (const auto& way : pattern.stays) visit(way);
    if (limits.may_pass)
        for (const auto& way : pattern.passes) visit(way);
}

/// Per layer, the source's first, the nodes on some path.
std::vector<std::vector<char>> nodes_on_paths(const TollPattern& pattern,
                                              const std::vector<TollLimits>& limits) {
    const auto steps = limits.size(), count = pattern.nodes.size();
    std::vector<std::vector<char>> on(steps + 1, std::vector<char>(count));
    for (const auto& end : pattern.ends) on[0][end.source] = true;
    for (std::size_t t = 0; t < steps; ++t)
        each_way_within(pattern, limits[t], [&](const TollWay& way) {
            const auto& to = pattern.nodes[way.to];
            const bool is_near = t + 1 < steps ? to.from_source <= limits[t].from_source &&
                                                     to.to_end <= limits[t].to_end
                                               : way.to == pattern.ends[to.end].end;
            if (on[t][way.from] && is_near) on[t + 1][way.to] = true;
        });
    for (std::size_t t = steps; t-- > 0;) {
        std::vector<char> leading(count);
        each_way_within(pattern, limits[t], [&](const TollWay& way) {
            if (on[t + 1][way.to]) leading[way.from] = true;
        });
        for (std::size_t node = 0; node < count; ++node) on[t][node] &= leading[node];
    }
    return on;
}

}  // namespace

TollNetwork::TollNetwork(const TollPattern& pattern, const std::vector<TollLimits>& limits) {
    const auto on = nodes_on_paths(pattern, limits);
    for (const auto& end : pattern.ends)
        if (!on[0][end.source]) return;
    std::vector<Places> places;
    for (const auto& layer : on) {
        Places place(layer.size(), nowhere);
        std::size_t count = 0;
        for (std::size_t node = 0; node < layer.size(); ++node)
            if (layer[node]) place[node] = count++;
        places.push_back(std::move(place));
        steps_.push_back({0, 0, 0, 0, 0, 0, weights_.size(), count});
        if (places.size() > 1) weights_.resize(weights_.size() + count);
    }
    steps_.erase(steps_.begin());
    for (const auto& end : pattern.ends)
        weights_[steps_.back().after + places.back()[end.end]] = end.images;
    for (std::size_t t = 1; t < steps_.size(); ++t) {
        steps_[t].before = steps_[t - 1].after;
        steps_[t].nodes_before = steps_[t - 1].nodes_after;
    }
    for (std::size_t t = 0; t < limits.size(); ++t) {
        add_step(pattern, limits[t], t, places[t], places[t + 1]);
    }
}

void TollNetwork::add_step(const TollPattern& pattern, const TollLimits& limits, std::size_t t,
                           const Places& before, const Places& after) {
    auto& step = steps_[t];
    step.first_move = moves_.size();
    step.first_free = free_.size();
    const auto add = [&](const TollWay& way, std::vector<TollWay>& to) {
        if (before[way.from] == nowhere || after[way.to] == nowhere) return;
        to.push_back({t == 0 ? source() : step.before + before[way.from],
                      step.after + after[way.to], way.count});
    };
    for (const auto& move : pattern.moves) {
        if (move.length > limits.move) continue;
        const auto first = ways_.size();
        for (const auto& way : move.ways) add(way, ways_);
        if (ways_.size() > first) moves_.push_back({first, ways_.size(), move.length});
    }
    for (const auto& way : pattern.stays) add(way, free_);
    if (limits.may_pass)
        for (const auto& way : pattern.passes) add(way, free_);
    step.last_move = moves_.size();
    step.last_free = free_.size();
}

double TollNetwork::cheapest(const std::vector<double>& tolls) const {
    std::vector<double> least(nodes() + 1, std::numeric_limits<double>::infinity());
    least[source()] = 0;
    const auto reach = [&](const TollWay& way, double toll) {
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
