#pragma once
// Fibres between servers when every fibre carries several wavelengths, and a circuit keeps its own
// from end to end: PCCL's Algorithm 4 with variables per wavelength.
//
// Circuits of different wavelengths do not meet, so each wavelength is a problem by itself, and an
// edge needs as many fibres as the wavelength that has most circuits there. With W wavelengths no
// assignment does with less than ceil(b / W) fibres, b being the bound for one wavelength: W such
// classes on f fibres each are a routing with at most f W circuits per edge.
//
// Heuristic: all circuits are routed together; then, the longest route first, each takes the
// wavelength that is used least along its route, and chooses again a few times while the others
// stay; then every wavelength is routed anew by itself.

#include "kernels/fibre_routes.hpp"

namespace lightsweep::kernels {

struct WavelengthRoutes {
    std::vector<int> wavelength;            ///< per circuit, 0 .. wavelengths - 1
    std::vector<std::vector<Node>> routes;  ///< nodes from end to end, one per circuit
    int fibres = 0;                         ///< most circuits of one wavelength on an edge
    int bound = 0;                          ///< no routes and wavelengths need fewer fibres

    bool proven() const { return fibres == bound; }
};

/// Arguments and errors as for route_fibres, of which joint is the result for these circuits;
/// std::invalid_argument also if wavelengths < 1.
WavelengthRoutes route_by_wavelength(const GridShape& grid, const std::vector<Pair>& circuits,
                                     const FibreRoutes& joint, int wavelengths, int passes = 200);

}  // namespace lightsweep::kernels
