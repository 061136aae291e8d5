#include "solvers/common/lane_pool.hpp"

#include <algorithm>

#include "kernels/lane_flow.hpp"
#include "kernels/plane_groups.hpp"

namespace lightsweep::solvers::common {

namespace {

using kernels::Lanes;
using kernels::Node;
using kernels::Permutation;
using kernels::Topology;

/// Beyond, circulants of every offset are left out: their costs take n^2 steps.
constexpr Node most_nodes_of_circulants = 256;
/// Offsets beside 1, and beside twice themselves.
constexpr Node most_paired_offset = 32;
/// Steps beyond which windows are no longer than two steps.
constexpr std::size_t most_steps_of_windows = 128;

/// Lanes that are a torus, as one: topologies are what their circuits are.
Topology by_its_circuits(Topology topology) {
    if (topology.kind() != Topology::Kind::lanes || topology.lane_list().size() != 4)
        return topology;
    std::vector<Permutation> circuits;
    for (const auto& lane : topology.lane_list()) {
        if (lane.count != topology.lane_list()[0].count) return topology;
        circuits.push_back(lane.circuits);
    }
    auto same = kernels::topology_of_group(circuits);
    return same.kind() == Topology::Kind::torus ? same : topology;
}

Topology two_offsets(Node n, std::int64_t a, std::int64_t b, Node k) {
    return Topology::lanes({{Permutation::shift(n, a), k / 2}, {Permutation::shift(n, b), k / 2}});
}

std::uint64_t hash_of(const Topology& topology) {
    if (topology.kind() != Topology::Kind::lanes) return 0;
    std::uint64_t hash = 1;
    for (const auto& lane : topology.lane_list())
        hash = (hash * 0x9E3779B97F4A7C15ULL + lane.circuits.hash()) * 31 +
               static_cast<std::uint64_t>(lane.count);
    return hash;
}

/// Those that somebody sends in.
std::vector<Permutation> peers_of(const kernels::Step& step) {
    std::vector<Permutation> peers;
    const auto demand = step.demand();
    for (std::size_t i = 0; i < demand.size(); ++i)
        if (!demand[i].is_identity()) peers.push_back(demand[i]);
    return peers;
}

/// One node on and one back in both dimensions of a square torus.
bool is_torus(const std::vector<Permutation>& peers) {
    if (peers.size() != 4) return false;
    const auto dims = kernels::squarest_torus(peers[0].size());
    if (!dims) return false;
    for (const std::int64_t step : {1, -1})
        for (const auto& offset : {std::vector<std::int64_t>{step, 0}, {0, step}})
            if (std::find(peers.begin(), peers.end(), Permutation::translation(*dims, offset)) ==
                peers.end())
                return false;
    return true;
}

bool shifts_only(const Structure& structure) {
    const auto& steps = structure.collective.steps;
    return std::all_of(steps.begin(), steps.end(), [](const kernels::Step& step) {
        return step.also.empty() && step.peer.as_shift().has_value();
    });
}

using Volumes = std::vector<std::pair<Permutation, double>>;

void add_volume(Volumes& volumes, const Permutation& peer, double share) {
    for (auto& [known, volume] : volumes)
        if (known == peer) {
            volume += share;
            return;
        }
    volumes.emplace_back(peer, share);
}

/// The permutations by volume, and where that comes out even all alike.
void add_union(const Volumes& volumes, Node k, TopologyList& list) {
    const auto count = static_cast<Node>(volumes.size());
    list.place(shared_lanes(volumes, k));
    if (k % count != 0) return;
    std::vector<Lanes> alike;
    for (const auto& [peer, volume] : volumes) alike.push_back({peer, k / count});
    list.place(Topology::lanes(std::move(alike)));
}

/// The union of all steps, if that is 2..k permutations.
void add_whole_union(const Structure& structure, Node k, TopologyList& list) {
    Volumes volumes;
    for (const auto& step : structure.collective.steps) {
        for (const auto& peer : peers_of(step)) add_volume(volumes, peer, step.share);
        if (volumes.size() > static_cast<std::size_t>(k)) return;
    }
    if (volumes.size() >= 2) add_union(volumes, k, list);
}

/// Unions of the permutations of every window of steps that has 2..k of them.
void add_windows(const Structure& structure, Node k, TopologyList& list) {
    const auto& steps = structure.collective.steps;
    const std::size_t longest = steps.size() > most_steps_of_windows ? 2 : steps.size();
    for (std::size_t first = 0; first < steps.size(); ++first) {
        // A step with more peers than lanes has no windows.
        if (steps[first].also.size() + 1 > static_cast<std::size_t>(k)) continue;
        Volumes volumes;
        for (std::size_t last = first; last < std::min(steps.size(), first + longest); ++last) {
            for (const auto& peer : peers_of(steps[last]))
                add_volume(volumes, peer, steps[last].share);
            const auto count = static_cast<Node>(volumes.size());
            if (count > k) break;
            if (count < 2) continue;
            add_union(volumes, k, list);
        }
    }
}

void add_circulants(const Structure& structure, Node k, TopologyList& list) {
    const Node n = structure.collective.n;
    for (Node g = 1; g < n; g *= 2) {
        list.place(lanes_forward(n, g, k));
        if (k % 2 == 0) list.place(lanes_both_ways(n, g, k));
    }
    if (n > most_nodes_of_circulants) return;
    for (Node g = 1; g < n; ++g) list.place(lanes_forward(n, g, k));
    if (k % 2 != 0) return;
    for (Node g = 1; 2 * g <= n; ++g) list.place(lanes_both_ways(n, g, k));
    if (!shifts_only(structure)) return;
    for (Node g = 2; g <= std::min(most_paired_offset, n - 1); ++g)
        list.place(two_offsets(n, 1, g, k));
    for (Node g = 1; g <= most_paired_offset && 2 * g < n; ++g)
        list.place(two_offsets(n, g, 2 * std::int64_t{g}, k));
}

}  // namespace

Topology lanes_forward(Node n, std::int64_t offset, Node k) {
    return Topology::lanes({{Permutation::shift(n, offset), k}});
}

Topology lanes_both_ways(Node n, std::int64_t offset, Node k) {
    return Topology::lanes(
        {{Permutation::shift(n, offset), k / 2}, {Permutation::shift(n, -offset), k / 2}});
}

std::optional<Topology> base_topology(std::string_view name, Node n, Node k,
                                      const std::vector<Node>& dims) {
    if (name == "ring-uni") return lanes_forward(n, 1, k);
    if (name == "ring") return k % 2 == 0 ? std::optional(lanes_both_ways(n, 1, k)) : std::nullopt;
    if (name != "torus2d" || k % 4 != 0) return std::nullopt;
    const auto sizes = dims.empty() ? kernels::squarest_torus(n) : std::optional(dims);
    if (!sizes || *std::min_element(sizes->begin(), sizes->end()) < 3) return std::nullopt;
    return Topology::torus(*sizes, kernels::LinkBandwidth::split);
}

std::optional<Topology> own_circuits(const kernels::Step& step, Node k) {
    const auto peers = peers_of(step);
    const auto count = static_cast<Node>(peers.size());
    if (count == 0 || count > k || is_torus(peers)) return std::nullopt;
    std::vector<Lanes> lanes;
    for (Node i = 0; i < count; ++i)
        lanes.push_back({peers[i], k / count + (i < k % count ? 1 : 0)});
    return Topology::lanes(std::move(lanes));
}

std::size_t TopologyList::place(Topology topology) {
    topology = by_its_circuits(std::move(topology));
    const auto hash = hash_of(topology);
    const auto [first, last] = by_hash_.equal_range(hash);
    for (auto known = first; known != last; ++known)
        if (all_[known->second] == topology) return known->second;
    all_.push_back(std::move(topology));
    by_hash_.emplace(hash, all_.size() - 1);
    return all_.size() - 1;
}

Topology shared_lanes(const Volumes& volumes, Node k) {
    std::vector<Lanes> lanes;
    for (const auto& [peer, volume] : volumes) lanes.push_back({peer, 1});
    // What one lane more saves.
    const auto saved = [&](std::size_t i) {
        return volumes[i].second / (static_cast<double>(lanes[i].count) * (lanes[i].count + 1));
    };
    for (auto left = k - static_cast<Node>(lanes.size()); left > 0; --left) {
        std::size_t most = 0;
        for (std::size_t i = 1; i < lanes.size(); ++i)
            if (saved(i) > saved(most)) most = i;
        ++lanes[most].count;
    }
    return Topology::lanes(std::move(lanes));
}

LanePool own_pool(const Structure& structure) {
    LanePool pool;
    pool.list.place(structure.base);
    const kernels::Step* before = nullptr;
    for (const auto& step : structure.collective.steps) {
        if (before && step.sends_like(*before)) {
            pool.own.push_back(pool.own.back());
            continue;
        }
        before = &step;
        auto own = own_circuits(step, structure.lanes);
        pool.own.push_back(own ? std::optional(pool.list.place(std::move(*own))) : std::nullopt);
    }
    return pool;
}

LanePool full_pool(const Structure& structure) {
    auto pool = own_pool(structure);
    const Node n = structure.collective.n, k = structure.lanes;
    if (n < 2) return pool;
    add_circulants(structure, k, pool.list);
    add_windows(structure, k, pool.list);
    add_whole_union(structure, k, pool.list);
    if (auto torus = base_topology("torus2d", n, k)) pool.list.place(std::move(*torus));
    return pool;
}

}  // namespace lightsweep::solvers::common
