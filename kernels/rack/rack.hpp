#pragma once
// Tests whether the circuits of a topology fit a rack (PCCL, section 4.2). A rack is a grid of
// servers, joined by fibres along its edges. Each server has a mesh of Mach-Zehnder interferometers
// that joins its devices and the fibres at its sides.
//
//     fibres   the number that an edge needs, by kernels/rack/fibre_routes.hpp
//     meshes   inside every server each circuit needs a way through the mesh: from its device, or
//              from the fibre by which it arrives, to its device, or to the fibre by which it
//              leaves; a waveguide carries one circuit per wavelength. The ways of one server and
//              wavelength are searched one after the other around the waveguides already taken
//              (Algorithm 3 without its trials, kernels/rack/mesh_routes.hpp). This is greedy: a
//              way that it does not find may exist
//
// Node v is device v mod devices of server v / devices. A server's devices stand in rows and
// columns spread evenly over its mesh, and the fibres of an edge are spread evenly along their
// side. The circuits of one wavelength on an edge take its fibres in order. A circuit inside a
// server takes the wavelength that its two devices use least.

#include "kernels/rack/fibre_routes.hpp"
#include "kernels/rack/mesh_routes.hpp"

namespace lightsweep::kernels {

struct Rack {
    GridShape servers{1, 1};
    Node devices = 1;  ///< per server, >= 1
    Node mesh = 0;     ///< interferometers along a side of a server's mesh, >= 2
    int wavelengths = 1;
};

struct RackFit {
    int circuits = 0;     ///< circuits in total
    int outside = 0;      ///< circuits between two servers
    int fibres = 0;       ///< fibres on every edge between servers that are enough
    int fibre_bound = 0;  ///< lower bound of every routing
    int unrouted = 0;     ///< ways through meshes that were not found
};

/// Verdict on a rack with a given number of fibres on every edge.
struct RackVerdict {
    enum class Answer {
        fits,     ///< the fibres are enough and all ways were found: a construction exists
        unknown,  ///< no construction was found; one may exist
        fails     ///< every routing needs more fibres than there are
    };
    Answer answer = Answer::unknown;
    /// Best fit on all wavelengths; `unrouted` is the least over all numbers of wavelengths.
    RackFit best;
};

/// Judges the rack with at most `fibres` fibres on every edge (0: any number), on all wavelengths
/// or fewer. Circuits on few wavelengths take more fibres, which may leave the meshes more room. A
/// rack that fits still fits with more wavelengths or fibres. Throws std::invalid_argument if a
/// size is out of range, if the mesh has no room for the devices, or if a circuit does not join two
/// different nodes of the rack.
RackVerdict judge_rack(const Rack& rack, const std::vector<Pair>& circuits, int fibres);

/// Places of devices on a server's mesh: the squarest rows x columns with room for all.
GridShape device_places(Node devices);

}  // namespace lightsweep::kernels
