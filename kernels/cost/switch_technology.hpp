#pragma once
// Optical switches: reconfiguration delay and port count of published prototypes and products. A
// node on a ring takes two ports of a switch, one per direction. A technology therefore limits the
// number of nodes, or several nodes share a port (subring() in kernels/routes/routed_flow.hpp).
// Source: BRIDGE, Table 2.

#include <array>
#include <string_view>

namespace lightsweep::kernels {

struct SwitchTechnology {
    std::string_view name;
    double reconfiguration_delay;  ///< time without light [s]
    int ports;
    std::string_view what;
};

inline constexpr std::array switch_technologies{
    SwitchTechnology{"sip", 7e-6, 32, "silicon photonics (Lightmatter)"},
    SwitchTechnology{"rotornet", 10e-6, 128, "rotor switch (InFocus, RotorNet)"},
    SwitchTechnology{"3d-mems", 15e-3, 320, "3D MEMS (Calient)"},
    SwitchTechnology{"piezo", 25e-3, 576, "piezo (Polatis)"}};

}  // namespace lightsweep::kernels
