#pragma once
// Custom collectives as written in a sweep, and text files that the domain parses.

#include <cstdint>
#include <string>
#include <vector>

#include "sweeps/spec/documents/fault.hpp"

namespace lightsweep::sweeps {

/// One step of `collective = "custom"`.
///
///   shift        node i sends to (i + amount) mod n; amount may be negative
///   xor_mask     node i sends to i XOR amount
///   peer         node i sends to peers[i], -1 for no transfer; no node receives twice
///   label        a permutation known by its number only: equal labels are equal permutations
///   bytes        data per sending node and peer [B], >= 0
///   other_peers  sent at the same time: of shift = [1, -1] the shift by -1
struct CustomStep {
    enum class Form { shift, xor_mask, peer, label };
    Form form = Form::shift;
    std::int64_t amount = 0;
    std::vector<std::int64_t> peers;
    double bytes = 0.0;
    std::vector<CustomStep> other_peers{};
    int line = 0;
    std::string source;  ///< as in Place: the file that holds the step, empty for the sweep file

    bool operator==(const CustomStep&) const = default;
};

/// A file named in a sweep, read but not parsed: `edges = "file"`.
///
///   place, key  where the sweep names it, and its name in messages: "grid.ring.edges"
struct TextFile {
    struct Line {
        int number = 0;  ///< 1-based
        std::string text;
    };
    std::string path;  ///< resolved against the folder of the sweep file
    std::vector<Line> lines;
    Place place{};
    std::string key{};
};

}  // namespace lightsweep::sweeps
