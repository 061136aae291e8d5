#pragma once
// The circuits in force while a step runs: a directed graph whose link capacities are fractions of
// one link's rate. Rings and matchings stay symbolic; an edge list holds any other graph.
//
//   ring-uni   0 -> 1 -> 2 -> ... -> 0, one fat link per node
//   ring       0 <-> 1 <-> 2 <-> ... <-> 0, one link each way

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "kernels/permutation.hpp"

namespace lightsweep::kernels {

struct Edge {
    Node from, to;
    double capacity;  ///< relative to the bandwidth b that a step's volume is divided by, > 0
};

/// What a node's bandwidth b means for its links: each link has b (full), or they share it (split).
enum class LinkBandwidth { full, split };

class Topology {
  public:
    enum class Kind : std::uint8_t { ring_uni, ring, matching, edges };

    static Topology ring_uni(Node n);
    /// Each of the two links of a node carries b (full) or b/2 (split).
    static Topology ring(Node n, LinkBandwidth bandwidth);
    /// One circuit of rate b from every sender to its peer: the topology that matches a step.
    static Topology matching(Permutation permutation);
    /// split divides by the largest sum of outgoing capacities of a node.
    /// Throws std::invalid_argument on an endpoint out of range or a capacity that is not > 0.
    static Topology edges(Node n, std::vector<Edge> edges, LinkBandwidth bandwidth);

    Kind kind() const { return kind_; }
    Node size() const { return n_; }
    /// Capacity of one link of a ring [b].
    double link_capacity() const { return capacity_; }
    /// The node bandwidth b over the rate of one link of capacity 1: 1 (full), or the number of
    /// links that share b (split).
    double links_sharing() const { return links_sharing_; }
    /// The permutation of a matching.
    const Permutation& permutation() const { return *matching_; }
    /// Every link. Parallel links of a ring of two nodes are merged into one of twice the capacity.
    std::vector<Edge> links() const;
    bool operator==(const Topology& other) const;
    std::string describe() const;

  private:
    Topology(Kind kind, Node n, double links_sharing)
        : kind_(kind), n_(n), links_sharing_(links_sharing), capacity_(1 / links_sharing) {}

    Kind kind_;
    Node n_;
    double links_sharing_;
    double capacity_;
    std::shared_ptr<const Permutation> matching_;
    std::shared_ptr<const std::vector<Edge>> edges_;
};

/// Reads lines `from to [capacity]`; `#` starts a comment, blank lines are skipped. n is the given
/// number of nodes. Throws std::invalid_argument naming `where`, the line number and the remedy.
std::vector<Edge> parse_edge_list(std::string_view text, Node n, std::string_view where);

}  // namespace lightsweep::kernels
