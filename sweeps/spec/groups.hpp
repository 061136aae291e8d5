#pragma once
// The key `groups`: which nodes run a collective together, as it is written.

#include <cstdint>
#include <vector>

namespace lightsweep::sweeps {

/// Member r of a group is r strides behind its first node, or the lists name the members. Neither
/// given (size 0): all nodes are one group.
struct Groups {
    std::int64_t size = 0, stride = 1;
    std::vector<std::vector<std::int64_t>> lists{};

    bool given() const { return size > 0 || !lists.empty(); }
    /// Nodes of one group.
    std::int64_t members(std::int64_t nodes) const {
        if (!lists.empty()) return static_cast<std::int64_t>(lists.front().size());
        return size > 0 ? size : nodes;
    }
};

}  // namespace lightsweep::sweeps
