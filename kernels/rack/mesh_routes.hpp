#pragma once
// Waveguide routes of circuits through a mesh of Mach-Zehnder interferometers (PCCL, Algorithm 3).
//
// The mesh is an R x C grid of undirected edges. Circuits are routed one after the other:
//
//     weight = 1 on every edge
//     for every circuit, up to `trials` times:
//         take a shortest path by weight
//         if every edge of it has less than max_overlap circuits: accept it,
//             count it and add 1 to the weight of its edges
//         otherwise multiply the weight of its full edges by `penalty` and try again
//
// Weights start at 1, not at 0 as printed, because no factor could raise a 0. Ties are those of
// Dijkstra's algorithm with a heap ordered by (distance, node), neighbours in ascending order and
// strict improvement: a node is reached from the neighbour on a shortest path that has the least
// (distance, node). Any search that knows these distances finds the same path. This one is A* with
// the distance in edges, a lower bound for weights >= 1: it visits the nodes between the ends
// instead of the whole mesh.
//
// Heuristic: a greedy method for edge-disjoint paths, an NP-hard problem. It may fail where routes
// exist, and then reports the failure. route_mesh_around_full() leaves out full edges and needs one
// search per circuit and no trials.

#include <vector>

#include "kernels/topologies/circuits.hpp"

namespace lightsweep::kernels {

struct MeshRules {
    int max_overlap = 1;   ///< circuits that one edge can carry (wavelengths), >= 1
    int trials = 50;       ///< shortest paths tried per circuit, >= 1
    double penalty = 2.0;  ///< factor on the weight of full edges, >= 1
};

struct MeshRoutes {
    std::vector<std::vector<Node>> routes;  ///< nodes from end to end; empty: failed
    std::vector<std::size_t> failed;        ///< circuits without a route, ascending
    std::vector<int> loads;                 ///< circuits per edge number of the grid
    int max_load = 0;                       ///< circuits on the fullest edge

    std::size_t routed() const { return routes.size() - failed.size(); }
};

/// Routes the circuits in order. Throws std::invalid_argument if the mesh has fewer than 2 nodes,
/// if a circuit does not join two different nodes of it, or if a rule is out of range.
MeshRoutes route_mesh(const GridShape& mesh, const std::vector<Pair>& circuits,
                      const MeshRules& rules = {});

/// Variant without trials: every circuit takes the shortest path over the edges that are not full,
/// with weights 1 + circuits on the edge. It fails if these edges do not connect its ends.
MeshRoutes route_mesh_around_full(const GridShape& mesh, const std::vector<Pair>& circuits,
                                  int max_overlap);

}  // namespace lightsweep::kernels
