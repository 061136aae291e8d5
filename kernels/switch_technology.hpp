#pragma once
// Optical switches as published prototypes and products give them: how long they are dark, and how
// many ports they have. A node on a ring takes two ports of a switch (one each way), so that a
// technology limits the nodes, or makes several of them share a port (kernels/routed_flow.hpp,
// subring). Source: BRIDGE, Table 2.

#include <array>
#include <string_view>

namespace lightsweep::kernels {

struct SwitchTechnology {
    std::string_view name;
    double reconfiguration_delay;  ///< [s]
    int ports;
    std::string_view what;
};

inline constexpr std::array switch_technologies{
    SwitchTechnology{"sip", 7e-6, 32, "silicon photonics (Lightmatter)"},
    SwitchTechnology{"rotornet", 10e-6, 128, "rotor switch (InFocus, RotorNet)"},
    SwitchTechnology{"3d-mems", 15e-3, 320, "3D MEMS (Calient)"},
    SwitchTechnology{"piezo", 25e-3, 576, "piezo (Polatis)"}};

}  // namespace lightsweep::kernels
