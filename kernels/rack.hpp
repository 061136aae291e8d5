#pragma once
// Whether the circuits of a topology fit a rack (PCCL, section 4.2): servers in a grid, joined by
// fibres along its edges, each with a mesh of Mach-Zehnder interferometers that joins its devices
// and the fibres at its sides.
//
//     fibres   how many an edge needs, by kernels/wavelength_fibres.hpp
//     meshes   inside every server each circuit needs a way from its device or from the fibre it
//              comes in by to its device or to the fibre it leaves by; one circuit of a wavelength
//              per waveguide. All ways of one server and wavelength are looked for one after the
//              other around the waveguides that are taken (Algorithm 3 without its trials,
//              kernels/mesh_routes.hpp); that is greedy, so what it does not find may exist
//
// Node v is device v mod devices of server v / devices. A server's devices stand in rows and
// columns spread evenly over its mesh, and so do the fibres of an edge along the side they leave
// by. The circuits of one wavelength on an edge take its fibres in their order. A circuit inside a
// server takes the wavelength that its two devices use least.

#include "kernels/mesh_routes.hpp"
#include "kernels/wavelength_fibres.hpp"

namespace lightsweep::kernels {

struct Rack {
    GridShape servers{1, 1};
    Node devices = 1;  ///< per server, >= 1
    Node mesh = 0;     ///< interferometers along a side of a server's mesh, >= 2
    int wavelengths = 1;
};

struct RackFit {
    int circuits = 0;     ///< in all
    int outside = 0;      ///< of them, those between two servers
    int fibres = 0;       ///< enough on every edge between servers
    int fibre_bound = 0;  ///< no routes need fewer
    int unrouted = 0;     ///< ways through meshes that were not found
};

/// What was found out about a rack with a given number of fibres on every edge.
struct RackVerdict {
    enum class Answer {
        fits,     ///< fibres are enough and all ways were found: a construction
        unknown,  ///< no construction was found; one may exist
        fails     ///< no routes do with the fibres there are
    };
    Answer answer = Answer::unknown;
    RackFit best;  ///< on all wavelengths; ways not found: the fewest on any number of them
};

/// With the fewest fibres that were found. Throws std::invalid_argument if a size is out of range,
/// the mesh has no place for the devices, or a circuit does not join two different nodes of the
/// rack.
RackFit fit_rack(const Rack& rack, const std::vector<Pair>& circuits);

/// With at most so many fibres on every edge (0: any number), on all wavelengths or fewer: circuits
/// on few wavelengths take more fibres, which may leave the meshes more room. More wavelengths or
/// fibres never make a rack that fits one that does not. Errors as above.
RackVerdict judge_rack(const Rack& rack, const std::vector<Pair>& circuits, int fibres);

/// Devices along the two sides of a server's mesh: the squarest rows x columns with room for all.
GridShape device_places(Node devices);

}  // namespace lightsweep::kernels
