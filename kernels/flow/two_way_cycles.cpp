#include "kernels/flow/two_way_cycles.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

namespace lightsweep::kernels {

namespace {

/// Cycles of j -> next(j, link), link counting from 0 on each.
template <typename Next>
std::vector<std::vector<Node>> trace(Node n, const Next& next) {
    std::vector<std::vector<Node>> cycles;
    std::vector<char> seen(static_cast<std::size_t>(n), 0);
    for (Node first = 0; first < n; ++first) {
        if (seen[first]) continue;
        auto& cycle = cycles.emplace_back();
        Node node = first;
        do {
            seen[node] = 1;
            cycle.push_back(node);
            node = next(node, cycle.size() - 1);
        } while (!seen[node]);
    }
    return cycles;
}

bool exchanges_all(const Permutation& p) {
    if (!p.is_involution()) return false;
    for (Node j = 0; j < p.size(); ++j)
        if (p(j) == j) return false;
    return true;
}

struct Place {
    std::size_t cycle;
    Node at;
};

std::vector<Place> places_of(const TwoWayCycles& on, Node n) {
    std::vector<Place> places(static_cast<std::size_t>(n));
    for (std::size_t c = 0; c < on.cycles.size(); ++c)
        for (std::size_t i = 0; i < on.cycles[c].size(); ++i)
            places[on.cycles[c][i]] = {c, static_cast<Node>(i)};
    return places;
}

/// The places to which the nodes of one cycle send; empty if one of them leaves the cycle.
std::vector<Node> targets(const TwoWayCycles& on, std::size_t cycle,
                          const std::vector<Place>& places, const Permutation& demand) {
    std::vector<Node> to;
    for (const Node node : on.cycles[cycle]) {
        const Place& place = places[demand(node)];
        if (place.cycle != cycle) return {};
        to.push_back(place.at);
    }
    return to;
}

Node distance(Node from, Node to, Node length) {
    const Node ahead = modulo(std::int64_t{to} - from, length);
    return std::min(ahead, length - ahead);
}

/// Largest ratio of pairs to capacity over the links of one direction.
double worst_load(const TwoWayCycles& on, const std::vector<Node>& change) {
    double worst = 0;
    Node load = 0;
    for (std::size_t link = 0; link + 1 < change.size(); ++link) {
        load += change[link];
        worst = std::max(worst, load / (link % 2 == 0 ? on.even_links : on.odd_links));
    }
    return worst;
}

/// Adds a pair to the links first, first + 1, ..., of a cycle.
void load(std::vector<Node>& change, Node first, Node links) {
    const auto length = static_cast<Node>(change.size()) - 1;
    ++change[first];
    if (first + links <= length) {
        --change[first + links];
        return;
    }
    --change[length];
    ++change[0];
    --change[first + links - length];
}

struct Worst {
    double congestion = 0;
    Node hops = 0;
};

StepFlow flow_of(const Worst& worst) {
    if (worst.hops == 0) return {};
    return {1 / worst.congestion, worst.hops};
}

/// An array of numbers with range increments and its maximum.
class RaisedRanges {
  public:
    explicit RaisedRanges(std::size_t count)
        : leaves_(std::bit_ceil(std::max<std::size_t>(count, 1))),
          most_(2 * leaves_, 0),
          raised_(2 * leaves_, 0) {}

    /// Raises [0, end).
    void raise(std::size_t end, Node by) { raise(1, leaves_, end, by); }
    Node greatest() const { return most_[1]; }

  private:
    void raise(std::size_t node, std::size_t width, std::size_t end, Node by) {
        if (end == 0) return;
        if (end >= width) {
            most_[node] += by;
            raised_[node] += by;
            return;
        }
        const std::size_t half = width / 2;
        raise(2 * node, half, std::min(end, half), by);
        if (end > half) raise(2 * node + 1, half, end - half, by);
        most_[node] = raised_[node] + std::max(most_[2 * node], most_[2 * node + 1]);
    }

    std::size_t leaves_;
    std::vector<Node> most_, raised_;
};

}  // namespace

std::optional<TwoWayCycles> two_way_cycles(const Topology& lanes) {
    const auto& list = lanes.lane_list();
    if (list.size() != 2) return std::nullopt;
    const Node n = lanes.size();
    const double one = lanes.link_capacity();
    const auto g = list[0].circuits.as_shift(), h = list[1].circuits.as_shift();
    if (g && h && *g + *h == n && list[0].count == list[1].count)
        return TwoWayCycles{trace(n, [&](Node j, std::size_t) { return list[0].circuits(j); }),
                            list[0].count * one, list[1].count * one};
    if (!exchanges_all(list[0].circuits) || !exchanges_all(list[1].circuits)) return std::nullopt;
    return TwoWayCycles{
        trace(n, [&](Node j, std::size_t link) { return list[link % 2].circuits(j); }),
        list[0].count * one, list[1].count * one};
}

std::optional<StepFlow> exchange_flow(const TwoWayCycles& on, const Permutation& demand) {
    const auto places = places_of(on, demand.size());
    const bool is_exchange = demand.is_involution();
    Worst worst;
    for (std::size_t c = 0; c < on.cycles.size(); ++c) {
        const auto to = targets(on, c, places, demand);
        if (to.empty()) return unreachable_flow;
        if (!is_exchange) return std::nullopt;
        const auto length = static_cast<Node>(to.size());
        for (Node i = 0; i < length; ++i)
            worst.hops = std::max(worst.hops, distance(i, to[i], length));
        worst.congestion =
            std::max(worst.congestion, chord_congestion(to, on.even_links, on.odd_links));
    }
    return flow_of(worst);
}

StepFlow shorter_way_flow(const TwoWayCycles& on, const Permutation& demand) {
    const auto places = places_of(on, demand.size());
    Worst worst;
    for (std::size_t c = 0; c < on.cycles.size(); ++c) {
        const auto to = targets(on, c, places, demand);
        if (to.empty()) return unreachable_flow;
        const auto length = static_cast<Node>(to.size());
        std::vector<Node> forward(to.size() + 1, 0), backward = forward;
        for (Node i = 0; i < length; ++i) {
            const Node ahead = modulo(std::int64_t{to[i]} - i, length);
            const bool is_forward = 2 * ahead <= length;
            if (is_forward)
                load(forward, i, ahead);
            else
                load(backward, to[i], length - ahead);
            worst.hops = std::max(worst.hops, is_forward ? ahead : length - ahead);
        }
        worst.congestion =
            std::max({worst.congestion, worst_load(on, forward), worst_load(on, backward)});
    }
    return flow_of(worst);
}

namespace {

/// The pairs on every link of a cycle, each exchange on its shorter way.
std::vector<Node> exchanges_on_links(const std::vector<Node>& to) {
    const auto length = static_cast<Node>(to.size());
    std::vector<Node> pairs(to.size() + 1, 0);
    for (Node i = 0; i < length; ++i) {
        const Node ahead = modulo(std::int64_t{to[i]} - i, length);
        if (2 * ahead < length) load(pairs, i, ahead);
    }
    for (std::size_t link = 1; link < pairs.size(); ++link) pairs[link] += pairs[link - 1];
    pairs.pop_back();
    return pairs;
}

}  // namespace

bool shorter_ways_are_best(const TwoWayCycles& on, const Permutation& demand,
                           const StepFlow& shorter) {
    if (!shorter.reachable() || on.even_links != on.odd_links || !demand.is_involution())
        return false;
    const auto places = places_of(on, demand.size());
    for (std::size_t c = 0; c < on.cycles.size(); ++c) {
        const auto length = static_cast<Node>(on.cycles[c].size());
        if (2 * shorter.hops >= length) continue;
        const auto pairs = exchanges_on_links(targets(on, c, places, demand));
        const auto is_worst = [&](Node link) {
            return pairs[link] > 0 && 1 / (pairs[link] / on.even_links) == shorter.theta;
        };
        Node first = 0;
        while (first < length && !is_worst(first)) ++first;
        for (Node link = first + shorter.hops; link + shorter.hops <= first + length; ++link)
            if (link < length && is_worst(link)) return true;
    }
    return false;
}

double distance_bound(const TwoWayCycles& on, const Permutation& demand) {
    const auto places = places_of(on, demand.size());
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t c = 0; c < on.cycles.size(); ++c) {
        const auto to = targets(on, c, places, demand);
        const auto length = static_cast<Node>(to.size());
        double distances = 0;
        for (Node i = 0; i < length; ++i) {
            const Node ahead = modulo(std::int64_t{to[i]} - i, length);
            distances += std::min(ahead, length - ahead);
        }
        // Links of the two kinds alternate, each both ways; with an odd number, one more is of the
        // first kind.
        const double capacity = 2 * (on.even_links * static_cast<double>((length + 1) / 2) +
                                     on.odd_links * static_cast<double>(length / 2));
        if (distances > 0) least = std::min(least, capacity / distances);
    }
    return least;
}

double chord_congestion(std::span<const Node> partner, double even_links, double odd_links) {
    const std::size_t length = partner.size();
    // The arc that begins at place i is cut off by link i - 1; for even i this is an odd link.
    std::array<RaisedRanges, 2> arcs{RaisedRanges((length + 1) / 2), RaisedRanges(length / 2)};
    const std::array<double, 2> before{odd_links, even_links};
    const auto raise = [&](std::size_t end, Node by) {
        arcs[0].raise((end + 1) / 2, by);
        arcs[1].raise(end / 2, by);
    };
    double worst = 0;
    for (std::size_t last = 0; last < length; ++last) {
        const auto other = static_cast<std::size_t>(partner[last]);
        // Arcs that contain both places no longer separate the pair.
        if (other != last) raise(last + 1, 1);
        if (other < last) raise(other + 1, -2);
        const double after = last % 2 == 0 ? even_links : odd_links;
        for (std::size_t parity = 0; parity < 2; ++parity)
            worst = std::max(worst, arcs[parity].greatest() / (after + before[parity]));
    }
    return worst;
}

}  // namespace lightsweep::kernels
