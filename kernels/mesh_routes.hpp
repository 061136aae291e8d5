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
// Weights start at 1 and not at 0 as printed, where no factor could raise them. Ties are those of
// Dijkstra's algorithm with a heap ordered by (distance, node), neighbours in ascending order and
// strict improvement. In other words: a node is reached from that neighbour on a shortest path
// which has the least (distance, node), and any search that knows these distances finds the same
// path. The one here is A* with the distance in edges, which bounds weights >= 1 from below: it
// looks at the nodes between the ends instead of the whole mesh.
//
// This is a greedy heuristic for edge-disjoint paths, an NP-hard problem: it may fail where routes
// exist, and reports so. Leaving out full edges needs one search per circuit and no trials.

#include <span>
#include <vector>

#include "kernels/circuits.hpp"

namespace lightsweep::kernels {

struct MeshRules {
    int max_overlap = 1;   ///< circuits that an edge takes (wavelengths), >= 1
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

/// Throws std::invalid_argument if the mesh has less than 2 nodes, a circuit does not join two
/// different nodes of it, or a rule is out of range.
MeshRoutes route_mesh(const GridShape& mesh, const std::vector<Pair>& circuits,
                      const MeshRules& rules = {});

/// The same without trials: every circuit takes the shortest path over the edges that are not full,
/// by weights 1 + circuits on the edge, or fails if these edges do not connect its ends.
MeshRoutes route_mesh_around_full(const GridShape& mesh, const std::vector<Pair>& circuits,
                                  int max_overlap);

}  // namespace lightsweep::kernels
