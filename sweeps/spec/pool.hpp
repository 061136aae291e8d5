#pragma once
// Pool of a grid: the bases that the switches can take, as written in a sweep.

#include <string>
#include <vector>

#include "sweeps/spec/documents/fault.hpp"

namespace lightsweep::sweeps {

/// One member of `pool`: "ring", "circulant(1,9)".
struct PoolMember {
    std::string text;
    Place place;
    std::string path;  ///< "grid.ring.pool[1]"
};

/// The key `switching`: "whole", "links", or one factor on the delay per pair of pool members.
struct SwitchingText {
    std::string word = "whole";
    std::vector<double> factors;  ///< at [from * members + to]; empty unless a matrix was given
    Place place;
    std::string path;
};

}  // namespace lightsweep::sweeps
