#pragma once
// A topology: the circuits in force while a step runs, as a directed graph whose link capacities
// are fractions of one link's rate. Families with closed forms stay symbolic; others store their
// links.
//
//   ring-uni        0 -> 1 -> 2 -> ... -> 0, one fat link per node
//   ring            0 <-> 1 <-> 2 <-> ... <-> 0, one link each way
//   torus           row-major coordinates (the last moves fastest), a ring in every dimension; in a
//                   dimension of size 2 both links join the same pair: one of twice the capacity
//   grid            the torus without its links around: a line in every dimension
//   hypercube       j <-> j xor 2^k
//   circulant       j -> j + a for every offset a (signed, directed); {1, 9} are co-prime rings
//   de Bruijn       j -> d j + a, a = 0..d-1 (mod n), for any n (Imase & Itoh 1981)
//   Kautz           j -> -d j - a, a = 1..d (mod n), for any n (Imase & Itoh 1983)
//   random regular  a simple connected undirected graph, links both ways
// lanes           circuits of several permutations, each on some of a node's equal lanes
//
// De Bruijn and Kautz graphs drop loops and merge parallel links into one of the summed capacity.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/permutations/permutation.hpp"

namespace lightsweep::kernels {

struct Edge {
    Node from, to;
    double capacity;  ///< relative to the bandwidth b that a step's volume is divided by, > 0
};

/// Circuits of one permutation on `count` of a node's lanes.
struct Lanes {
    Permutation circuits;
    Node count;
    bool operator==(const Lanes&) const = default;
};

/// Meaning of a node's bandwidth b for its links: each link has b (full), or they share it (split).
enum class LinkBandwidth { full, split };

/// Constructors throw std::invalid_argument that names the value and the remedy.
class Topology {
  public:
    enum class Kind : std::uint8_t {
        ring_uni,
        ring,
        matching,
        edges,
        torus,
        grid,
        hypercube,
        circulant,
        de_bruijn,
        kautz,
        random_regular,
        lanes
    };

    static Topology ring_uni(Node n);
    /// The two links of a node carry b each (full) or b/2 each (split).
    static Topology ring(Node n, LinkBandwidth bandwidth);
    /// One circuit of rate b from every sender to its peer: the topology that matches a step.
    static Topology matching(Permutation permutation);
    /// Any graph, also a disconnected one. split divides by the largest sum of the capacities that
    /// leave or reach a node. Refuses an endpoint out of range, a loop, and a capacity that is not
    /// > 0 and finite.
    static Topology edges(Node n, std::vector<Edge> edges, LinkBandwidth bandwidth);
    /// Circuits of several permutations at once, as an edge list with a name for people. Links have
    /// the given rates [b]; split divides them by the largest sum of a node's links.
    static Topology circuits(Node n, std::vector<Edge> links, const std::string& name,
                             LinkBandwidth bandwidth = LinkBandwidth::full);
    /// dims: one or more sizes >= 1. split: b / (2 * number of dimensions of size > 1) per link.
    static Topology torus(std::vector<Node> dims, LinkBandwidth bandwidth);
    /// dims as for the torus. split divides by the largest number of links of a node.
    static Topology grid(std::vector<Node> dims, LinkBandwidth bandwidth);
    /// n must be a power of two.
    static Topology hypercube(Node n, LinkBandwidth bandwidth);
    /// offsets: distinct, not 0 modulo n, and generating all residues (gcd with n is 1). Offsets
    /// that are equal modulo n make one link of the summed capacity. capacities: one per offset, or
    /// empty for 1 each; split divides by their sum. On one node there are no links.
    static Topology circulant(Node n, const std::vector<std::int64_t>& offsets,
                              LinkBandwidth bandwidth, std::vector<double> capacities = {});
    /// degree >= 1; must be strongly connected, which always holds from degree 2 on. split: b /
    /// degree per link, also where a port stays idle because it would lead back to its node.
    static Topology de_bruijn(Node n, Node degree, LinkBandwidth bandwidth);
    static Topology kautz(Node n, Node degree, LinkBandwidth bandwidth);
    /// The graph of kernels/topologies/link_lists.hpp, equal on every platform.
    static Topology random_regular(Node n, Node degree, std::uint64_t seed,
                                   LinkBandwidth bandwidth);

    /// Optical ports as lanes of equal rate, k in total: the lanes of one permutation form a fat
    /// link of count / k of b. At least one entry, counts >= 1. Every set of circuits has one form:
    /// equal permutations are added up, and shifts come before exclusive-ors before others.
    static Topology lanes(std::vector<Lanes> lanes);

    /// The same links on nodes of `ports` optical ports that share b. Every link gets the same
    /// whole number of ports, so that ports may stay idle: a ring on 3 ports has links of b/3, on 4
    /// ports of b/2. Applies only to links that share b (split) and have one capacity; any other
    /// topology is returned unchanged. Refuses fewer ports than links.
    Topology on_ports(Node ports) const;

    Kind kind() const { return kind_; }
    Node size() const { return n_; }
    /// Capacity of one link [b]; where capacities differ, of a link of relative capacity 1.
    double link_capacity() const { return capacity_; }
    /// Node bandwidth b over the rate of a link of capacity 1: 1 (full), or the number of links
    /// that share b (split).
    double links_sharing() const { return links_sharing_; }
    /// Largest out-degree of a node; a merged link counts as often as it was merged.
    Node degree() const { return degree_; }
    /// Permutation of a matching.
    const Permutation& permutation() const { return *matching_; }
    /// Sizes of a torus or grid.
    const std::vector<Node>& dims() const { return shape_->dims; }
    /// Offsets of a circulant in 1..n-1, and the capacity of each [b].
    const std::vector<Node>& offsets() const { return shape_->offsets; }
    const std::vector<double>& offset_capacities() const { return shape_->capacities; }
    /// Lanes of a topology of lanes.
    const std::vector<Lanes>& lane_list() const { return shape_->lanes; }
    /// Every link. Parallel links are merged into one of the summed capacity, except in an edge
    /// list.
    std::vector<Edge> links() const;
    bool operator==(const Topology& other) const;
    std::string describe() const;

  private:
    struct Shape {
        std::vector<Node> dims, offsets;
        std::vector<double> capacities;
        std::vector<Edge> links;
        std::string name;
        std::vector<Lanes> lanes{};
    };
    Topology(Kind kind, Node n, double links_sharing, Node degree);
    static Topology listed(Kind kind, Node n, std::vector<Edge> links, Node degree,
                           LinkBandwidth bandwidth, std::string name);
    static Topology product(Kind kind, std::vector<Node> dims, Node degree,
                            LinkBandwidth bandwidth);

    Kind kind_;
    Node n_;
    double links_sharing_;
    double capacity_;
    Node degree_;
    std::shared_ptr<const Permutation> matching_;
    std::shared_ptr<const Shape> shape_;
};

/// Reads lines `from to [capacity]` for a graph of n nodes; `#` starts a comment, blank lines are
/// skipped. Throws std::invalid_argument that names `where`, the line number and the remedy.
std::vector<Edge> parse_edge_list(std::string_view text, Node n, std::string_view where);

/// The fault of a link in a graph of n nodes; empty if there is none.
std::string edge_fault(const Edge& edge, Node n);

}  // namespace lightsweep::kernels
