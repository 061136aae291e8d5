#pragma once
// Fibres between servers (PCCL, Algorithm 4): routes of circuits on an R x C grid of servers that
// keep the largest number of circuits on an edge small. This number is the fibres that an edge
// needs at one wavelength; both directions of an edge share its fibres.
//
//     minimise z    subject to    circuits already on e + routes through e <= z    for every edge e
//
// This is the objective of the paper's pseudo-code; its text sums over all edges, which would
// minimise hops instead.
//
// Heuristic: negotiated congestion (McMurchie & Ebeling 1995). Every circuit takes a shortest path
// under weights that grow with the load. Then, pass by pass, the circuits on edges above the target
// are removed and routed again, while the weight of edges that stay above the target grows for
// good. The target is the bound of cuts and parity (kernels/rack/fibre_cuts.hpp), so reaching it
// proves the optimum. Otherwise a gap remains, which solvers/pccl/fibre_program.hpp closes on small
// grids.

#include "kernels/topologies/circuits.hpp"

namespace lightsweep::kernels {

struct FibreRoutes {
    std::vector<std::vector<Node>> routes;  ///< nodes from end to end, one per circuit
    /// Circuits per edge number, including those already there.
    std::vector<int> loads;
    int reached = 0;    ///< largest load
    int cut_bound = 0;  ///< lower bound of every routing, by cuts alone
    int bound = 0;      ///< lower bound of every routing, by cuts and parity

    bool proven() const { return reached == bound; }
};

/// existing: circuits already there per edge number; empty if none. passes: passes of removing and
/// routing again, >= 0. Equal arguments give equal routes everywhere. Throws std::invalid_argument
/// if the grid has fewer than 2 servers, if a circuit does not join two different servers, if
/// `existing` has another size than the grid's edge numbers, a negative entry or an entry where
/// there is no edge, or if passes < 0.
FibreRoutes route_fibres(const GridShape& grid, const std::vector<Pair>& circuits,
                         const std::vector<int>& existing = {}, int passes = 200);

// Fibres between servers when every fibre carries several wavelengths and a circuit keeps its
// wavelength from end to end: PCCL's Algorithm 4 with variables per wavelength.
//
// Circuits of different wavelengths do not share a channel, so each wavelength is a problem by
// itself, and an edge needs as many fibres as its busiest wavelength has circuits there. With W
// wavelengths no assignment needs fewer than ceil(b / W) fibres, where b is the bound for one
// wavelength: W classes on f fibres each are a routing with at most f W circuits per edge.
//
// Heuristic: all circuits are routed together. Then each circuit, longest route first, takes the
// wavelength that is used least along its route, and chooses again a few times while the others
// stay. Finally every wavelength is routed anew by itself.

struct WavelengthRoutes {
    std::vector<int> wavelength;            ///< per circuit, 0 .. wavelengths - 1
    std::vector<std::vector<Node>> routes;  ///< nodes from end to end, one per circuit
    /// Largest number of circuits of one wavelength on an edge.
    int fibres = 0;
    int bound = 0;  ///< lower bound over all routes and wavelengths

    bool proven() const { return fibres == bound; }
};

/// Arguments and errors as for route_fibres; `joint` is its result for these circuits. Throws
/// std::invalid_argument also if wavelengths < 1.
WavelengthRoutes route_by_wavelength(const GridShape& grid, const std::vector<Pair>& circuits,
                                     const FibreRoutes& joint, int wavelengths, int passes = 200);

}  // namespace lightsweep::kernels
