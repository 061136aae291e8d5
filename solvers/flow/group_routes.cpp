#include "solvers/flow/group_routes.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <queue>
#include <stdexcept>

#include "solvers/flow/path_program.hpp"

namespace lightsweep::solvers::flow {

namespace {

using kernels::Node;
using kernels::Permutation;
using kernels::PlaneGroup;
using kernels::RelayHop;
using kernels::ShareOfWay;
using Ways = std::vector<std::vector<ShareOfWay>>;  ///< routes of the pair of each rank

constexpr double enough = 1 - 1e-9;  ///< share of theta that is enough
/// Largest number of copies of a route over planes with the same circuits.
constexpr std::size_t most_copies = 64;

/// A group of planes with the same circuits.
struct Trunk {
    const Permutation* circuits;
    std::vector<int> planes;
};

/// The trunks: the step's own circuits first, then in the order of the group.
std::vector<Trunk> trunks_of(const PlaneGroup& group, const Permutation& peer) {
    std::vector<Trunk> trunks;
    for (std::size_t i = 0; i < group.planes.size(); ++i) {
        const auto known = std::ranges::find_if(
            trunks, [&](const Trunk& one) { return *one.circuits == group.circuits[i]; });
        if (known == trunks.end())
            trunks.push_back({&group.circuits[i], {group.planes[i]}});
        else
            known->planes.push_back(group.planes[i]);
    }
    std::stable_partition(trunks.begin(), trunks.end(),
                          [&](const Trunk& one) { return *one.circuits == peer; });
    return trunks;
}

/// Trunk and node of every hop of a shortest route; empty if there is none.
std::vector<std::pair<std::size_t, Node>> shortest_way(const std::vector<Trunk>& trunks, Node from,
                                                       Node to) {
    const Node n = trunks[0].circuits->size();
    std::vector<std::pair<std::size_t, Node>> came(static_cast<std::size_t>(n), {0, -1});
    std::queue<Node> open;
    open.push(from);
    came[from] = {0, from};
    while (!open.empty() && came[to].second < 0) {
        const Node node = open.front();
        open.pop();
        for (std::size_t t = 0; t < trunks.size(); ++t) {
            const Node next = (*trunks[t].circuits)(node);
            auto& at = came[next];
            if (at.second >= 0) continue;
            at = {t, node};
            open.push(next);
        }
    }
    std::vector<std::pair<std::size_t, Node>> way;
    if (came[to].second < 0) return way;
    for (Node node = to; node != from; node = came[node].second)
        way.emplace_back(came[node].first, node);
    std::ranges::reverse(way);
    return way;
}

/// Copies of the route, such that the planes of its trunks share it equally.
std::vector<ShareOfWay> copies_of(const std::vector<std::pair<std::size_t, Node>>& way,
                                  const std::vector<Trunk>& trunks) {
    std::size_t copies = 1;
    for (const auto& [trunk, node] : way) copies = std::lcm(copies, trunks[trunk].planes.size());
    std::vector<ShareOfWay> found;
    if (copies > most_copies) return found;
    for (std::size_t c = 0; c < copies; ++c) {
        found.push_back({{}, 1.0 / static_cast<double>(copies)});
        for (const auto& [trunk, node] : way) {
            const auto& planes = trunks[trunk].planes;
            found.back().way.push_back({planes[c % planes.size()], node});
        }
    }
    return found;
}

/// One shortest route per pair; empty for pairs that are not connected.
Ways single_ways(const PlaneGroup& group, const Permutation& peer) {
    const auto trunks = trunks_of(group, peer);
    Ways ways(static_cast<std::size_t>(peer.size()));
    for (Node rank = 0; rank < peer.size(); ++rank)
        if (peer(rank) != rank)
            ways[rank] = copies_of(shortest_way(trunks, rank, peer(rank)), trunks);
    return ways;
}

/// The amount that every pair gets at the same time [b], if no circuit carries more than one of k
/// planes.
double flow_on(const Ways& ways, const Permutation& peer, Node k) {
    std::map<std::pair<int, Node>, double> loads;
    for (Node rank = 0; rank < peer.size(); ++rank) {
        if (peer(rank) == rank) continue;
        if (ways[rank].empty()) return 0;
        for (const auto& [way, share] : ways[rank]) {
            Node node = rank;
            for (const auto& hop : way) {
                loads[{hop.plane, node}] += share;
                node = hop.to;
            }
        }
    }
    double most = 0;
    for (const auto& [circuit, load] : loads) most = std::max(most, load);
    return most > 0 ? 1 / (most * k) : 0;
}

/// One link per circuit of every plane.
kernels::Topology links_of(const PlaneGroup& group, Node k) {
    const Node n = group.circuits[0].size();
    std::vector<kernels::Edge> links;
    for (const auto& circuits : group.circuits)
        for (Node node = 0; node < n; ++node)
            if (circuits(node) != node) links.push_back({node, circuits(node), 1.0 / k});
    return kernels::Topology::circuits(n, std::move(links), "planes of a group");
}

/// The plane of every link of a problem: equal links of a node stand for its planes in order.
std::vector<int> planes_of_links(const PlaneGroup& group, const kernels::LinkGraph& graph) {
    std::vector<int> planes;
    std::map<std::pair<Node, Node>, std::size_t> seen;
    for (kernels::Link e = 0; e < graph.links(); ++e) {
        const auto at = static_cast<std::size_t>(e);
        std::size_t skip = seen[{graph.from[at], graph.to[at]}]++;
        for (std::size_t j = 0; j < group.planes.size(); ++j)
            if (group.circuits[j](graph.from[at]) == graph.to[at] && skip-- == 0)
                planes.push_back(group.planes[j]);
    }
    return planes;
}

Ways split_ways(const PlaneGroup& group, const Permutation& peer, Node k, double theta) {
    const kernels::FlowProblem problem(links_of(group, k), peer);
    Ways ways(static_cast<std::size_t>(peer.size()));
    if (problem.unit == 0) return ways;
    const auto paths = paths_of_flow(problem, theta / problem.unit);
    const auto planes = planes_of_links(group, problem.graph);
    for (std::size_t pair = 0; pair < paths.size(); ++pair)
        for (const auto& path : paths[pair]) {
            auto& one = ways[problem.pairs[pair].from].emplace_back(ShareOfWay{{}, path.flow});
            for (const auto e : path.links)
                one.way.push_back({planes[static_cast<std::size_t>(e)],
                                   problem.graph.to[static_cast<std::size_t>(e)]});
        }
    return ways;
}

Ways made_whole(Ways ways) {
    for (auto& all : ways) {
        double sum = 0;
        for (const auto& one : all) sum += one.share;
        for (auto& one : all) one.share /= sum;
    }
    return ways;
}

/// The ways with what they take; a flow within rounding of theta is theta.
kernels::GroupWays taken(Ways ways, const Permutation& peer, Node k, double theta) {
    std::size_t hops = 0;
    for (const auto& all : ways)
        for (const auto& one : all) hops = std::max(hops, one.way.size());
    const double flow = flow_on(ways, peer, k);
    return {std::move(ways), {flow >= theta * enough ? theta : flow, static_cast<Node>(hops)}};
}

/// Splits that were found: steps of one kind come back, and the bytes change nothing.
class KnownSplits {
  public:
    const kernels::GroupWays& of(const PlaneGroup& group, const Permutation& peer, Node k,
                                 double theta) {
        for (const auto& one : known_)
            if (one.planes == group.planes && one.circuits == group.circuits && one.peer == peer &&
                one.theta == theta)
                return one.ways;
        known_.push_back({group.planes, group.circuits, peer, theta,
                          taken(made_whole(split_ways(group, peer, k, theta)), peer, k, theta)});
        return known_.back().ways;
    }

  private:
    struct Split {
        std::vector<int> planes;
        std::vector<Permutation> circuits;
        Permutation peer;
        double theta;
        kernels::GroupWays ways;
    };
    std::vector<Split> known_;
};

}  // namespace

kernels::GroupRouter group_router(const kernels::GroupProblem& problem, bool splits) {
    return [&problem, splits, known = KnownSplits()](
               const PlaneGroup& group, const Permutation& peer, double theta) mutable {
        const auto k = static_cast<Node>(problem.planes.size());
        auto single = taken(single_ways(group, peer), peer, k, theta);
        if (single.flow.theta >= theta) return single;
        if (splits) {
            const auto& split = known.of(group, peer, k, theta);
            const auto time = [&](const kernels::GroupWays& ways) {
                return ways.flow.hops * problem.per_hop_latency +
                       group.bytes / (ways.flow.theta * problem.bandwidth);
            };
            if (single.flow.theta > 0 && time(single) <= time(split)) return single;
            if (split.flow.theta >= theta * (1 - 1e-7)) return split;
        }
        throw std::invalid_argument("execution plan: no ways over " +
                                    kernels::topology_of_group(group.circuits).describe() +
                                    " carry " + peer.describe() +
                                    (splits ? ": take segments"
                                            : " on one way per pair: take "
                                              "route = flow"));
    };
}

}  // namespace lightsweep::solvers::flow
