#pragma once
// Congestion and dilation of a round of transfers that all take shortest paths (PCCL, Algorithm 2):
// how many transfers share the busiest directed link, and how many links the longest path has. A
// round then takes alpha * dilation + beta * congestion * bytes.
//
// Which shortest path is a rule of its own, because ties decide the congestion:
//
//   dor   rings, tori and grids: dimension 0 first, the shorter way around, half-way ties in
//         ascending direction. From coordinates alone, every line a difference array: O(n D)
//   lex   any graph: from the source, the next node is the smallest-numbered neighbour that is one
//         link nearer. Distance tables, then linear in the length of all paths
//   ecmp  any graph: every node splits what it forwards equally over all links that lead nearer
//
// Graphs are simple: parallel links count once (a dimension of size 2 has one link), capacities do
// not matter.

#include <memory>
#include <span>

#include "kernels/link_graph.hpp"
#include "kernels/step_flow.hpp"
#include "kernels/topology.hpp"

namespace lightsweep::kernels {

enum class Route : std::uint8_t { dor, lex, ecmp };

struct PathUse {
    double congestion = 0;  ///< transfers on the busiest directed link; fractions under ecmp
    double undirected = 0;  ///< the same with both directions of a link counted together
    Node dilation = 0;      ///< links of the longest path; 0 if nobody sends

    /// False if some transfer has no path.
    bool reachable() const { return dilation >= 0; }
};

/// A topology made ready for many rounds: neighbours and, for graphs, distances. Thread-safe.
class PathCounter {
  public:
    /// dor on anything but rings, tori and grids is lex.
    PathCounter(const Topology& topology, Route route);
    ~PathCounter();
    PathCounter(PathCounter&&) noexcept;

    PathUse operator()(const Permutation& round) const;
    /// Any list of transfers, several of one node too; those to oneself do not count.
    PathUse operator()(std::span<const Pair> round) const;
    /// Largest in- or out-degree of a node, at least 1: links that share its bandwidth.
    Node degree() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

/// As a flow: theta is 1 / congestion, of links that have the node's bandwidth (full) or its share
/// (split, where the topology is one; PCCL's text divides the transmitters, its Algorithm 2 does
/// not). The transfers of several peers at once count together.
StepFlow path_flow(const PathCounter& counter, const Topology& topology, const Demand& demand);

}  // namespace lightsweep::kernels
