#include "kernels/flow/union_flow.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include "kernels/flow/ring_flow.hpp"

namespace lightsweep::kernels {

namespace {

/// h with h * standing = demand (mod n), by the extended Euclidean algorithm; -1 if there is none.
Node shift_hops(Node n, Node standing, Node demand) {
    std::int64_t a = standing, b = n, x = 1, next_x = 0;
    while (b != 0) {
        const std::int64_t quotient = a / b;
        std::tie(a, b) = std::pair(b, a - quotient * b);
        std::tie(x, next_x) = std::pair(next_x, x - quotient * next_x);
    }
    if (a == 0 || demand % a != 0) return -1;
    const auto period = static_cast<Node>(n / a);
    return modulo(x % period * (demand / a % period), period);
}

/// The position of every node along its cycle or path, and where the cycle or path begins.
class Tracks {
  public:
    explicit Tracks(const Permutation& standing)
        : standing_(standing), place_(static_cast<std::size_t>(standing.size()), -1) {
        const Node n = standing.size();
        std::vector<bool> has_link_in(static_cast<std::size_t>(n), false);
        for (Node j = 0; j < n; ++j)
            if (standing(j) != j) has_link_in[standing(j)] = true;
        for (Node j = 0; j < n; ++j)
            if (!has_link_in[j]) follow(j);
        for (Node j = 0; j < n; ++j)
            if (place_[j] < 0) follow(j);
    }

    /// Links from `from` to `to`, or -1.
    Node hops(Node from, Node to) const {
        const Track& track = tracks_[track_[from]];
        if (track_[from] != track_[to]) return -1;
        const Node ahead = place_[to] - place_[from];
        if (ahead >= 0) return ahead;
        return track.is_cycle ? ahead + track.length : -1;
    }

    /// Adds one pair to `hops` links from `from` on, as a change of the load at two places.
    void load(Node from, Node hops, std::vector<Node>& change) const {
        const Track& track = tracks_[track_[from]];
        const Node first = track.offset + place_[from];
        const Node end = first + hops;
        ++change[first];
        if (end < track.offset + track.length) {
            --change[end];
        } else if (end > track.offset + track.length) {
            ++change[track.offset];
            --change[end - track.length];
        }
    }

    /// The largest load; loads do not continue from one track into the next.
    Node busiest(const std::vector<Node>& change) const {
        Node most = 0;
        for (const Track& track : tracks_) {
            Node load = 0;
            for (Node i = 0; i < track.length; ++i)
                most = std::max(most, load += change[track.offset + i]);
        }
        return most;
    }

  private:
    struct Track {
        Node offset, length;
        bool is_cycle;
    };

    void follow(Node start) {
        Track track{placed_, 0, false};
        track_.resize(place_.size());
        Node node = start;
        while (place_[node] < 0) {
            place_[node] = track.length++;
            track_[node] = tracks_.size();
            node = standing_(node);
        }
        track.is_cycle = node == start && track.length > 1;
        placed_ += track.length;
        tracks_.push_back(track);
    }

    const Permutation& standing_;
    std::vector<Node> place_;
    std::vector<std::size_t> track_;
    std::vector<Track> tracks_;
    Node placed_ = 0;
};

/// The offsets of a union of shifts in ascending order, without idle ones; nothing if some are not
/// shifts.
std::optional<std::vector<Node>> offsets_of(const Demand& demand) {
    std::vector<Node> offsets;
    for (std::size_t i = 0; i < demand.size(); ++i) {
        const auto t = demand[i].as_shift();
        if (!t && !demand[i].is_identity()) return std::nullopt;
        if (t.value_or(0) != 0) offsets.push_back(*t);
    }
    std::ranges::sort(offsets);
    return offsets;
}

/// Adds the clockwise arcs of p to the changes of load from link to link; returns the pairs that
/// wrap.
std::int64_t add_arcs(const Permutation& p, std::vector<std::int64_t>& change, Node& farthest) {
    std::int64_t wrapped = 0;
    for (Node j = 0; j < p.size(); ++j) {
        const Node to = p(j);
        if (to == j) continue;
        farthest = std::max(farthest, modulo(std::int64_t{to} - j, p.size()));
        ++change[j];
        --change[to];
        wrapped += to < j;
    }
    return wrapped;
}

}  // namespace

StepFlow matching_flow(const Permutation& standing, const Permutation& demand) {
    if (demand.is_identity()) return {};
    if (standing == demand) return {1.0, 1, 1.0};
    const auto circuit = standing.as_shift();
    const auto wanted = demand.as_shift();
    const auto mask = demand.as_exclusive_or();
    // Circuits to and fro lead nowhere else.
    if (standing.as_exclusive_or() && (wanted || mask)) return unreachable_flow;
    if (circuit && mask && is_power_of_two(std::min(*circuit, demand.size() - *circuit))) {
        const auto place = exchange_of_places(demand, *circuit);
        return place ? ring_uni_flow(*place, 1.0) : unreachable_flow;
    }
    if (!circuit || !wanted) return matching_union_flow(standing, demand);
    const Node hops = shift_hops(demand.size(), *circuit, *wanted);
    if (hops < 0) return unreachable_flow;
    return {1.0 / hops, hops, 1.0 / hops};
}

StepFlow matching_union_flow(const Permutation& standing, const Demand& demand) {
    const Tracks tracks(standing);
    std::vector<Node> change(static_cast<std::size_t>(standing.size()), 0);
    Node farthest = 0;
    for (std::size_t i = 0; i < demand.size(); ++i)
        for (Node j = 0; j < demand.nodes(); ++j) {
            if (demand[i](j) == j) continue;
            const Node hops = tracks.hops(j, demand[i](j));
            if (hops < 0) return unreachable_flow;
            farthest = std::max(farthest, hops);
            tracks.load(j, hops, change);
        }
    if (farthest == 0) return {};
    const double theta = 1.0 / tracks.busiest(change);
    return {theta, farthest, theta};
}

StepFlow ring_uni_union_flow(const Demand& demand, double capacity) {
    if (demand.is_idle()) return {};
    if (const auto offsets = offsets_of(demand)) {
        double load = 0;
        for (const Node t : *offsets) load += t;
        return {capacity / load, offsets->back()};
    }
    std::vector<std::int64_t> change(static_cast<std::size_t>(demand.nodes()), 0);
    std::int64_t load = 0, largest = 0;
    Node farthest = 0;
    for (std::size_t i = 0; i < demand.size(); ++i) load += add_arcs(demand[i], change, farthest);
    for (const auto one : change) largest = std::max(largest, load += one);
    return {capacity / static_cast<double>(largest), farthest};
}

std::optional<StepFlow> ring_union_flow(const Demand& demand, double capacity) {
    const auto offsets = offsets_of(demand);
    if (!offsets) return std::nullopt;
    if (offsets->empty()) return StepFlow{};
    const double n = demand.nodes();
    Node hops = 0;
    double clockwise = 0, back = 0;
    for (const Node t : *offsets) {
        hops = std::max(hops, std::min(t, demand.nodes() - t));
        back += n - t;
    }
    for (const Node t : *offsets) {
        const double part = std::min(1.0, (back - clockwise) / n);
        clockwise += part * t;
        back -= part * (n - t);
        if (part < 1) break;
    }
    return StepFlow{capacity / std::max(clockwise, back), hops};
}

std::optional<StepFlow> direct_flow(const Topology& topology, const Demand& demand) {
    std::map<std::pair<Node, Node>, double> capacity, transfers;
    double total = 0, count = 0;
    for (const auto& link : topology.links()) {
        capacity[{link.from, link.to}] += link.capacity;
        total += link.capacity;
    }
    for (std::size_t i = 0; i < demand.size(); ++i)
        for (Node j = 0; j < demand.nodes(); ++j)
            if (demand[i](j) != j) transfers[{j, demand[i](j)}] += 1;
    if (transfers.empty()) return StepFlow{};
    double least = total;
    for (const auto& [pair, sent] : transfers) {
        const auto link = capacity.find(pair);
        if (link == capacity.end()) return std::nullopt;
        least = std::min(least, link->second / sent);
        count += sent;
    }
    // On circuits that were made for the demand the two differ by rounding only.
    if (total / count > least * (1 + 1e-12)) return std::nullopt;
    return StepFlow{least, 1, std::max(least, total / count)};
}

}  // namespace lightsweep::kernels
