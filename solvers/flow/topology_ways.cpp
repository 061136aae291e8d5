#include "solvers/flow/topology_ways.hpp"

#include <algorithm>
#include <stdexcept>

#include "kernels/topologies/hop_distance.hpp"
#include "solvers/flow/path_program.hpp"

namespace lightsweep::solvers::flow {

namespace {

using kernels::Demand;
using kernels::Node;
using kernels::Topology;
using Path = std::vector<Node>;
using Kind = Topology::Kind;

constexpr double attained = 1 - 1e-9;  ///< share of theta that is enough
constexpr double forgotten = 1e-12;    ///< share of a pair's bytes that is left to its other ways
constexpr std::size_t most_ways = 4096;

/// A topology that is asked for ways by one rule.
class WayFinder {
  public:
    WayFinder(const Topology& topology, const std::string& rule)
        : n_(topology.size()), next_(static_cast<std::size_t>(n_)) {
        for (const auto& link : topology.links()) {
            next_[link.from].push_back(link.to);
            backwards_.push_back({link.to, link.from, link.capacity});
        }
        const bool by_lanes = rule == "path" || rule == "flow";
        for (auto& nodes : next_)
            if (!by_lanes) std::ranges::sort(nodes);
        if (rule == "lex" || rule == "ecmp") return;
        const auto kind = topology.kind();
        wraps_ = kind != Kind::grid;
        last_first_ = rule == "path";
        if (kind == Kind::ring) dims_ = {n_};
        if (kind == Kind::torus || kind == Kind::grid) dims_ = topology.dims();
    }

    /// One way; forwards: up, even where down is shorter.
    Path single(Node from, Node to, bool forwards) const {
        return dims_.empty() ? first_shortest(from, to) : by_dimensions(from, to, forwards);
    }

    /// Equal parts at every node.
    std::vector<NodePath> spread(Node from, Node to) const {
        const auto left = kernels::hops_from(to, n_, backwards_);
        if (left[from] < 0) refuse(from, to, "is not connected");
        std::vector<NodePath> paths{{{from}, 1}};
        for (Node hops = left[from]; hops-- > 0;) {
            std::vector<NodePath> longer;
            for (const auto& path : paths) go_on(path, left, longer);
            if (longer.size() > most_ways) refuse(from, to, "has more than 4,096 ways");
            paths = std::move(longer);
        }
        return paths;
    }

  private:
    [[noreturn]] static void refuse(Node from, Node to, const std::string& problem) {
        throw std::invalid_argument("ways: node " + std::to_string(from) + " to node " +
                                    std::to_string(to) + " " + problem +
                                    "; export the plan without --ways");
    }
    /// The path with every link that leads nearer.
    void go_on(const NodePath& path, const std::vector<Node>& left,
               std::vector<NodePath>& longer) const {
        const Node at = path.nodes.back();
        Path nearer;
        for (const Node next : next_[at])
            if (left[next] == left[at] - 1 && (nearer.empty() || nearer.back() != next))
                nearer.push_back(next);
        for (const Node next : nearer) {
            longer.push_back({path.nodes, path.share / static_cast<double>(nearer.size())});
            longer.back().nodes.push_back(next);
        }
    }
    /// Nodes are found in the order of the first of their shortest paths, link by link.
    Path first_shortest(Node from, Node to) const {
        std::vector<Node> came(static_cast<std::size_t>(n_), -1);
        Path open{from};
        came[from] = from;
        for (std::size_t i = 0; i < open.size() && came[to] < 0; ++i)
            for (const Node node : next_[open[i]])
                if (came[node] < 0) {
                    came[node] = open[i];
                    open.push_back(node);
                }
        if (came[to] < 0) refuse(from, to, "is not connected");
        Path path{to};
        while (path.back() != from) path.push_back(came[path.back()]);
        std::ranges::reverse(path);
        return path;
    }
    Path by_dimensions(Node from, Node to, bool forwards) const {
        Path path{from};
        const std::size_t count = dims_.size();
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t d = last_first_ ? count - 1 - i : i;
            Node stride = 1;
            for (std::size_t k = d + 1; k < count; ++k) stride *= dims_[k];
            const Node length = dims_[d], there = to / stride % length;
            const Node here = from / stride % length, ahead = kernels::modulo(there - here, length);
            const bool around = wraps_ && length > 2;
            const bool up = forwards || (around ? 2 * ahead <= length : there > here);
            for (Node at = here; at != there;) {
                const Node next = kernels::modulo(at + (up ? 1 : -1), length);
                path.push_back(path.back() + (next - at) * stride);
                at = next;
            }
        }
        return path;
    }

    Node n_;
    std::vector<Path> next_;
    std::vector<kernels::Edge> backwards_{};  ///< every link from its end
    std::vector<Node> dims_{};
    bool wraps_ = true, last_first_ = false;
};

/// What every pair gets at the same time, in units of b.
double carried(const Topology& topology, const Demand& demand, const StepWays& ways) {
    std::map<std::pair<Node, Node>, std::pair<double, double>> links;  ///< load and capacity
    for (const auto& link : topology.links()) links[{link.from, link.to}].second += link.capacity;
    for (std::size_t i = 0; i < demand.size(); ++i)
        for (const auto& [from, to] : kernels::transfers(demand[i]))
            for (const auto& path : ways.at({from, to}))
                for (std::size_t k = 1; k < path.nodes.size(); ++k)
                    links.at({path.nodes[k - 1], path.nodes[k]}).first +=
                        path.share * demand.weight(i);
    double most = 0;
    for (const auto& [link, load] : links) most = std::max(most, load.first / load.second);
    return most > 0 ? 1 / most : 0;
}

/// Shares of the flows that are worth a way.
std::vector<NodePath> shares_of(std::vector<NodePath> paths) {
    const auto sum = [&] {
        double all = 0;
        for (const auto& path : paths) all += path.share;
        return all;
    };
    const double before = sum();
    std::erase_if(paths, [&](const NodePath& path) { return path.share <= forgotten * before; });
    const double kept = sum();
    for (auto& path : paths) path.share /= kept;
    return paths;
}

/// The ways of a maximum concurrent flow.
StepWays split(const Topology& topology, const Demand& demand, double theta) {
    const kernels::FlowProblem problem(
        Topology::circuits(topology.size(), topology.links(), "links of a step"), demand);
    StepWays ways;
    const auto flows = paths_of_flow(problem, theta / problem.unit);
    for (std::size_t pair = 0; pair < flows.size(); ++pair) {
        const auto [from, to] = problem.pairs[pair];
        std::vector<NodePath> paths;
        for (const auto& one : flows[pair]) {
            auto& path = paths.emplace_back(NodePath{{from}, one.flow});
            for (const auto link : one.links)
                path.nodes.push_back(problem.graph.to[static_cast<std::size_t>(link)]);
        }
        ways[{from, to}] = shares_of(std::move(paths));
    }
    return ways;
}

}  // namespace

StepWays ways_of_step(const Topology& topology, const Demand& demand, const std::string& rule,
                      double theta) {
    const WayFinder network(topology, rule);
    const bool spreads = rule == "ecmp" && topology.kind() != Kind::matching;
    StepWays ways;
    for (std::size_t i = 0; i < demand.size(); ++i) {
        const bool forwards = rule == "forwards" && demand[i].as_shift().has_value();
        for (const auto& [from, to] : kernels::transfers(demand[i]))
            if (spreads)
                ways[{from, to}] = network.spread(from, to);
            else
                ways[{from, to}] = {{network.single(from, to, forwards), 1}};
    }
    if (rule != "flow" || carried(topology, demand, ways) >= theta * attained) return ways;
    return split(topology, demand, theta);
}

}  // namespace lightsweep::solvers::flow
