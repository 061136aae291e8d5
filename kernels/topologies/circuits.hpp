#pragma once
// Optical circuits as pairs of nodes, and the grids on which they are routed.

#include <string>
#include <vector>

#include "kernels/topologies/link_graph.hpp"
#include "kernels/topologies/topology.hpp"

namespace lightsweep::kernels {

/// The fault of a circuit among `nodes` nodes (an end outside, or equal ends); empty if there is
/// none.
std::string circuit_fault(const Pair& circuit, Node nodes);

/// Circuits between random servers, equal in every language: unsigned 64-bit arithmetic,
///
///     x = seed * 2862933555777941757 + 3037000493                 once
///     x = x * 6364136223846793005 + 1442695040888963407           per draw, value (x >> 33) mod n
///
/// A circuit is two draws, and both are repeated while they are equal. Throws std::invalid_argument
/// if servers < 2 or count < 0. For 64 servers and seed 1: 12 -> 30, 28 -> 10, 17 -> 15, ...
std::vector<Pair> random_circuits(Node servers, int count, std::uint64_t seed);

/// An R x C grid of undirected edges: node r C + c has edges to its neighbours above, left, right
/// and below. Node v's edge to the right has the number 2 v, its edge downwards 2 v + 1. Numbers of
/// edges that would leave the grid are not used.
struct GridShape {
    Node rows, columns;

    Node nodes() const { return rows * columns; }
    /// Largest edge number plus one: the size of an array over edges.
    std::size_t edge_numbers() const { return 2 * static_cast<std::size_t>(nodes()); }
    /// Number of the edge between two neighbours, given in any order.
    std::size_t edge(Node a, Node b) const {
        const Node low = a < b ? a : b, high = a < b ? b : a;
        return 2 * static_cast<std::size_t>(low) + (high - low == columns ? 1 : 0);
    }
    /// Whether an edge of this number exists.
    bool has(std::size_t edge) const {
        const auto from = static_cast<Node>(edge / 2);
        return edge % 2 == 0 ? from % columns + 1 < columns : from / columns + 1 < rows;
    }
    /// Calls visit(neighbour, edge) for every neighbour of a node, in ascending order.
    template <typename Visit>
    void neighbours(Node node, const Visit& visit) const {
        const Node column = node % columns;
        if (node >= columns) visit(node - columns, 2 * std::size_t(node - columns) + 1);
        if (column > 0) visit(node - 1, 2 * std::size_t(node - 1));
        if (column + 1 < columns) visit(node + 1, 2 * std::size_t(node));
        if (node + columns < nodes()) visit(node + columns, 2 * std::size_t(node) + 1);
    }
};

/// Throws std::invalid_argument unless the grid has 2 to 2^30 nodes and every circuit joins two
/// different ones. what: the grid's name in the message.
void require_circuits(const GridShape& grid, const std::vector<Pair>& circuits, const char* what);

/// Circuits per edge number. A route lists its nodes from end to end; an empty route counts
/// nowhere.
std::vector<int> edge_loads(const GridShape& grid, const std::vector<std::vector<Node>>& routes);

// Counts the links or ports that must be set up to go from one topology to another.

/// Share of the links of `wanted` that `standing` lacks; 0 if `wanted` has no links.
double new_link_share(const Topology& standing, const Topology& wanted);

/// Number of transmit ports whose target has to be set. A node has `ports` of them; 0: as many as
/// links on `base`, but at least one. A base divides them evenly among its links; a matching points
/// all ports of a sender at its peer; circuits of several permutations are whole shares of them. A
/// port that `wanted` leaves dark does not count; a port that was dark does.
std::int64_t changed_ports(const Topology& base, const Topology& standing, const Topology& wanted,
                           Node ports = 0);

/// Whether both have the same links with the same capacities.
bool same_circuits(const Topology& a, const Topology& b);

}  // namespace lightsweep::kernels
