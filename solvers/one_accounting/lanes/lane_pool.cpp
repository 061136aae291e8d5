#include "solvers/one_accounting/lanes/lane_pool.hpp"

#include <algorithm>
#include <set>

#include "kernels/collectives/transmitters.hpp"
#include "kernels/flow/lane_flow.hpp"
#include "kernels/planes/plane_groups.hpp"

namespace lightsweep::solvers::one_accounting {

namespace {

using kernels::Lanes;
using kernels::Node;
using kernels::Permutation;
using kernels::Topology;

/// Above this size circulants of every offset are left out, because their costs take n^2 steps.
constexpr Node most_nodes_of_circulants = 256;
/// Largest offset that is paired with 1 and with twice itself.
constexpr Node most_paired_offset = 32;
/// For longer step lists windows have at most two steps.
constexpr std::size_t most_steps_of_windows = 128;

/// Lanes that form a torus, as a torus: topologies are identified by their circuits.
Topology by_its_circuits(Topology topology) {
    if (topology.kind() != Topology::Kind::lanes || topology.lane_list().size() != 4)
        return topology;
    std::vector<Permutation> circuits;
    bool translates = false;
    for (const auto& lane : topology.lane_list()) {
        if (lane.count != topology.lane_list()[0].count) return topology;
        translates |= lane.circuits.as_translation() != nullptr;
        circuits.push_back(lane.circuits);
    }
    if (!translates) return topology;
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

/// The permutations of a step in which some node sends.
std::vector<Permutation> peers_of(const kernels::Step& step) {
    std::vector<Permutation> peers;
    const auto demand = step.demand();
    for (std::size_t i = 0; i < demand.size(); ++i)
        if (!demand[i].is_identity()) peers.push_back(demand[i]);
    return peers;
}

/// Whether the peers are +1 and -1 in both dimensions of a square torus.
bool is_torus(const std::vector<Permutation>& peers) {
    if (peers.size() != 4) return false;
    const auto dims = kernels::squarest_torus(peers[0].size());
    if (!dims) return false;
    for (const std::int64_t step : {1, -1})
        for (const auto& offset : {std::vector<std::int64_t>{step, 0}, {0, step}})
            if (std::ranges::find(peers, Permutation::translation(*dims, offset)) == peers.end())
                return false;
    return true;
}

bool shifts_only(const Problem& problem) {
    const auto& steps = problem.collective.steps;
    return std::ranges::all_of(steps, [](const kernels::Step& step) {
        return step.other_peers.empty() && step.peer.as_shift().has_value();
    });
}

using Volumes = std::vector<std::pair<Permutation, double>>;

/// Lane counts: one each, then one after the other where it saves most.
std::vector<Node> lane_counts(const std::vector<double>& volumes, Node k) {
    std::vector<Node> counts(volumes.size(), 1);
    // Saving of one more lane.
    const auto saved = [&](std::size_t i) {
        return volumes[i] / (static_cast<double>(counts[i]) * (counts[i] + 1));
    };
    for (auto left = k - static_cast<Node>(counts.size()); left > 0; --left) {
        std::size_t most = 0;
        for (std::size_t i = 1; i < counts.size(); ++i)
            if (saved(i) > saved(most)) most = i;
        ++counts[most];
    }
    return counts;
}

/// Unions of the permutations of several steps, each topology made once.
class StepUnions {
  public:
    StepUnions(const Problem& problem, Node k, TopologyList& list)
        : steps_(problem.collective.steps), k_(static_cast<std::size_t>(k)), list_(list) {
        for (const auto& step : steps_) {
            auto& sent = sent_.emplace_back();
            const auto demand = step.demand();
            for (std::size_t i = 0; i < demand.size(); ++i)
                if (!demand[i].is_identity())
                    sent.push_back({id_of(demand[i]), step.share * step.weight(i)});
        }
    }
    /// Adds the unions of every window of consecutive steps with 2..k permutations.
    void add_windows() {
        const std::size_t longest = steps_.size() > most_steps_of_windows ? 2 : steps_.size();
        for (std::size_t first = 0; first < steps_.size(); ++first) {
            // A step with more peers than lanes is in no window.
            if (steps_[first].other_peers.size() + 1 > k_) continue;
            grow(first, std::min(steps_.size(), first + longest), true);
        }
    }
    /// Adds the union of all steps, if it has that many permutations.
    void add_whole() { grow(0, steps_.size(), false); }

  private:
    using Members = std::vector<std::pair<std::size_t, Node>>;  ///< permutation, lanes

    void grow(std::size_t first, std::size_t end, bool every) {
        std::map<std::size_t, double> volumes;
        for (std::size_t i = first; i < end; ++i) {
            for (const auto& [id, volume] : sent_[i]) volumes[id] += volume;
            if (volumes.size() > k_) return;
            if (volumes.size() >= 2 && (every || i + 1 == end)) add(volumes);
        }
    }
    /// Adds the union with lanes by volume, and also with equal lanes if the number divides.
    void add(const std::map<std::size_t, double>& volumes) {
        std::vector<double> wanted;
        for (const auto& [id, volume] : volumes) wanted.push_back(volume);
        place(volumes, lane_counts(wanted, static_cast<Node>(k_)));
        if (k_ % volumes.size() == 0)
            place(volumes,
                  std::vector<Node>(volumes.size(), static_cast<Node>(k_ / volumes.size())));
    }
    void place(const std::map<std::size_t, double>& volumes, const std::vector<Node>& counts) {
        Members members;
        for (const auto& [id, volume] : volumes) members.push_back({id, counts[members.size()]});
        if (!made_.insert(members).second) return;
        std::vector<Lanes> lanes;
        for (const auto& [id, count] : members) lanes.push_back({known_[id], count});
        list_.place(Topology::lanes(std::move(lanes)));
    }
    std::size_t id_of(const Permutation& peer) {
        const auto hash = peer.hash();
        const auto [first, last] = by_hash_.equal_range(hash);
        for (auto one = first; one != last; ++one)
            if (known_[one->second] == peer) return one->second;
        by_hash_.emplace(hash, known_.size());
        known_.push_back(peer);
        return known_.size() - 1;
    }

    const std::vector<kernels::Step>& steps_;
    std::size_t k_;
    TopologyList& list_;
    std::vector<Permutation> known_{};
    std::multimap<std::uint64_t, std::size_t> by_hash_{};
    std::vector<std::vector<std::pair<std::size_t, double>>> sent_{};  ///< per step
    std::set<Members> made_{};
};

void add_circulants(const Problem& problem, Node k, TopologyList& list) {
    const Node n = problem.collective.n;
    for (Node g = 1; g < n; g *= 2) {
        list.place(lanes_forward(n, g, k));
        if (k % 2 == 0) list.place(lanes_both_ways(n, g, k));
    }
    if (n > most_nodes_of_circulants) return;
    for (Node g = 1; g < n; ++g) list.place(lanes_forward(n, g, k));
    if (k % 2 != 0) return;
    for (Node g = 1; 2 * g <= n; ++g) list.place(lanes_both_ways(n, g, k));
    if (!shifts_only(problem)) return;
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
    if (!sizes || sizes->size() != 2 || *std::ranges::min_element(*sizes) < 3) return std::nullopt;
    return Topology::torus(*sizes, kernels::LinkBandwidth::split);
}

std::optional<Topology> own_circuits(const kernels::Step& step, Node k) {
    if (step.demand().is_idle() || is_torus(peers_of(step))) return std::nullopt;
    const auto own = kernels::merged(step);
    const auto demand = own.demand();
    std::vector<double> bytes;
    for (std::size_t i = 0; i < demand.size(); ++i) bytes.push_back(own.weight(i));
    const auto counts = kernels::lanes_by_bytes(bytes, k);
    std::vector<Lanes> lanes;
    for (std::size_t i = 0; i < counts.size(); ++i) lanes.push_back({demand[i], counts[i]});
    return lanes.empty() ? std::nullopt : std::optional(Topology::lanes(std::move(lanes)));
}

bool pool_carries(const kernels::Step& step, Node k) {
    return own_circuits(step, k) ||
           (is_torus(peers_of(step)) && peers_of(step).size() <= static_cast<std::size_t>(k));
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
    std::vector<double> wanted;
    for (const auto& [peer, volume] : volumes) wanted.push_back(volume);
    const auto counts = lane_counts(wanted, k);
    std::vector<Lanes> lanes;
    for (const auto& [peer, volume] : volumes) lanes.push_back({peer, counts[lanes.size()]});
    return Topology::lanes(std::move(lanes));
}

LanePool own_pool(const Problem& problem) {
    LanePool pool;
    pool.list.place(problem.base);
    const kernels::Step* before = nullptr;
    for (const auto& step : problem.collective.steps) {
        if (before && step.sends_like(*before)) {
            pool.own.push_back(pool.own.back());
            continue;
        }
        before = &step;
        auto own = own_circuits(step, problem.lanes);
        pool.own.push_back(own ? std::optional(pool.list.place(std::move(*own))) : std::nullopt);
    }
    return pool;
}

LanePool full_pool(const Problem& problem) {
    auto pool = own_pool(problem);
    const Node n = problem.collective.n, k = problem.lanes;
    if (n < 2) return pool;
    add_circulants(problem, k, pool.list);
    StepUnions unions(problem, k, pool.list);
    unions.add_windows();
    unions.add_whole();
    if (auto torus = base_topology("torus2d", n, k)) pool.list.place(std::move(*torus));
    return pool;
}

}  // namespace lightsweep::solvers::one_accounting
