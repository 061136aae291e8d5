#pragma once
// Congestion and dilation of a round whose transfers all take shortest paths (PCCL, Algorithm 2).
// Congestion is the number of transfers on the busiest directed link, dilation the number of links
// of the longest path. The round takes alpha * dilation + beta * congestion * bytes.
//
// A rule selects among shortest paths, because ties decide the congestion:
//
//   dor   rings, tori and grids: dimension 0 first, the shorter way round, half-way ties in
//         ascending direction. Uses coordinates only, every line a difference array: O(n D)
//   lex   any graph: from the source on, the next node is the smallest-numbered neighbour that is
//         one link nearer. Uses distance tables, then time linear in the length of all paths
//   ecmp  any graph: every node splits its traffic equally over all links that lead nearer
//
// Graphs are simple: parallel links count once (a dimension of size 2 has one link), and capacities
// play no role. Limit case: on a ring a shift by t <= n/2 has congestion = dilation = t.

#include <memory>
#include <span>

#include "kernels/flow/step_flow.hpp"
#include "kernels/topologies/link_graph.hpp"
#include "kernels/topologies/topology.hpp"

namespace lightsweep::kernels {

enum class Route : std::uint8_t { dor, lex, ecmp };

struct PathUse {
    double congestion = 0;  ///< transfers on the busiest directed link; a fraction under ecmp
    double undirected = 0;  ///< transfers on the busiest link, both directions counted together
    Node dilation = 0;      ///< links of the longest path; 0 if nobody sends

    /// False if some transfer has no path.
    bool reachable() const { return dilation >= 0; }
};

/// A topology prepared for many rounds: neighbours and, for graphs, distances. Thread-safe.
class PathCounter {
  public:
    /// On topologies other than rings, tori and grids, dor means lex.
    PathCounter(const Topology& topology, Route route);
    ~PathCounter();
    PathCounter(PathCounter&&) noexcept;

    PathUse operator()(const Permutation& round) const;
    /// Any list of transfers; a node may have several. Transfers to oneself do not count.
    PathUse operator()(std::span<const Pair> round) const;
    /// Largest in- or out-degree of a node, at least 1: the number of links that share its
    /// bandwidth.
    Node degree() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

/// The round as a flow with theta = 1 / congestion. Under ecmp a transfer may use several links of
/// a node at once, so that its congestion is below 1 and it ends before a transfer over one link. A
/// link has the node's bandwidth (full) or its share of it (split). PCCL's text divides the
/// bandwidth among the transmitters; its Algorithm 2 does not. The transfers of several peers count
/// together.
StepFlow path_flow(const PathCounter& counter, const Topology& topology, const Demand& demand);

}  // namespace lightsweep::kernels
