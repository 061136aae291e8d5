#pragma once
// Fibres between servers (PCCL, Algorithm 4): routes of circuits on an R x C grid of servers that
// keep the largest number of circuits on an edge small. That number is how many fibres an edge
// needs at one wavelength; both directions of an edge share its fibres.
//
//     minimise z    subject to    circuits already on e + routes through e <= z    for every edge e
//
// As the pseudo-code has it: the text's sum over all edges would minimise the hops instead.
//
// Heuristic: negotiated congestion (McMurchie & Ebeling 1995). Every circuit takes a shortest path
// by weights that grow with the load; then, pass by pass, the circuits on edges above the target
// are taken out and routed again, while edges that stay above it grow dearer for good. The target
// is the bound of cuts and parity (kernels/fibre_cuts.hpp), so reaching it proves the optimum;
// otherwise there is a gap, and solvers/pccl/fibre_program.hpp closes it on small grids.

#include "kernels/circuits.hpp"

namespace lightsweep::kernels {

struct FibreRoutes {
    std::vector<std::vector<Node>> routes;  ///< nodes from end to end, one per circuit
    std::vector<int> loads;                 ///< per edge number, circuits already there included
    int reached = 0;                        ///< largest load
    int cut_bound = 0;                      ///< no routes have less, by cuts alone
    int bound = 0;                          ///< no routes have less, by cuts and parity

    bool proven() const { return reached == bound; }
};

/// existing: circuits per edge number that are there already, empty if none. passes: of taking out
/// and routing again, >= 0. The same arguments give the same routes everywhere. Throws
/// std::invalid_argument if the grid has less than 2 servers, a circuit does not join two different
/// ones, existing has another size than the grid's edge numbers, a negative entry or one where
/// there is no edge, or passes < 0.
FibreRoutes route_fibres(const GridShape& grid, const std::vector<Pair>& circuits,
                         const std::vector<int>& existing = {}, int passes = 200);

}  // namespace lightsweep::kernels
