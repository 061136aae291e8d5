#pragma once
// Weighted shortest paths on the links of a topology, without allocation from search to search.

#include <span>

#include "kernels/demand.hpp"
#include "kernels/topology.hpp"

namespace lightsweep::kernels {

using Link = std::int32_t;

/// A transfer.
struct Pair {
    Node from, to;
};

/// The transfers of every permutation, idle nodes left out, in the order of their senders.
std::vector<Pair> transfers(const Demand& demand);

/// Directed links of a topology without their capacities, parallel ones once, ascending.
using SimpleLinks = std::vector<std::pair<Node, Node>>;
SimpleLinks simple_links(const Topology& topology);

/// Links in compressed rows: those of node j are first[j] .. first[j + 1] - 1. Links of one class
/// share weight and load; at first every link is a class of its own.
struct LinkGraph {
    LinkGraph(Node n, const std::vector<Edge>& links);

    Node size() const { return static_cast<Node>(first.size()) - 1; }
    Link links() const { return static_cast<Link>(to.size()); }

    std::vector<Link> first;
    std::vector<Node> from, to;
    std::vector<double> capacity;
    std::vector<Link> link_class;
};

/// Dijkstra's algorithm with a heap of its own, ended as soon as the target is reached.
class PathSearch {
  public:
    explicit PathSearch(const LinkGraph& graph);

    /// Least sum of weights, one >= 0 per class, from -> to; infinite if there is no path. The path
    /// is available until the next search.
    double shortest(Pair pair, std::span<const double> weights);
    /// Largest least capacity of a path; 0 if there is none.
    double widest(Pair pair);
    /// Classes of the links of the path found last, from its end to its start.
    const std::vector<Link>& path() const { return path_; }

  private:
    struct Entry {
        double key;
        Node node;
    };
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
