#pragma once
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

#include "kernels/rack/fibre_routes.hpp"

namespace lightsweep::kernels {

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
