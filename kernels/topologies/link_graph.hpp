#pragma once
// Weighted shortest paths on the links of a topology, without memory allocation between searches.

#include <span>

#include "kernels/permutations/demand.hpp"
#include "kernels/topologies/topology.hpp"

namespace lightsweep::kernels {

using Link = std::int32_t;

/// One transfer, from sender to receiver.
struct Pair {
    Node from, to;
};

/// The transfers of all permutations in the order of their senders, without idle nodes.
std::vector<Pair> transfers(const Demand& demand);

/// Directed links of a topology without capacities, in ascending order; parallel links occur once.
using SimpleLinks = std::vector<std::pair<Node, Node>>;
SimpleLinks simple_links(const Topology& topology);

/// Links in compressed rows: the links of node j are first[j] .. first[j + 1] - 1. Links of one
/// class share weight and load; at first every link is its own class.
struct LinkGraph {
    LinkGraph(Node n, const std::vector<Edge>& links);

    Node size() const { return static_cast<Node>(first.size()) - 1; }
    Link links() const { return static_cast<Link>(to.size()); }

    std::vector<Link> first;
    std::vector<Node> from, to;
    std::vector<double> capacity;
    std::vector<Link> link_class;
};

/// Dijkstra's algorithm with its own heap; it ends as soon as the target is reached.
class PathSearch {
  public:
    explicit PathSearch(const LinkGraph& graph);

    /// Least sum of weights from -> to, with one weight >= 0 per class; infinite if no path exists.
    /// The path is available until the next search.
    double shortest(Pair pair, std::span<const double> weights);
    /// Width of the widest path: the largest possible least capacity; 0 if no path exists.
    double widest(Pair pair);
    /// Classes of the links of the last path, from its end to its start.
    const std::vector<Link>& path() const { return path_; }

  private:
    struct Entry {
        double key;
        Node node;
    };
    /// extended: key of a path that goes on over a link. `unreached` if there is no path.
    template <typename Extend>
    double search(Pair pair, double start, double unreached, const Extend& extended);
    void begin(Node source, double key, double unreached);
    void push(double key, Node node);
    Entry pop();
    void trace(Pair pair);

    const LinkGraph& graph_;
    std::vector<double> key_;
    std::vector<Link> arrived_by_;
    std::vector<Entry> heap_;
    std::vector<Link> path_;
};

}  // namespace lightsweep::kernels
