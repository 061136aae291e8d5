#pragma once
// A trace: the collectives of one iteration in order, each with the computation before it.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace lightsweep::sweeps {

struct CustomStep;

/// One collective, in all groups of the fabric at once.
struct TraceEntry {
    std::string name;               ///< for pictures
    double compute_time = 0;        ///< before it, on all nodes [s]
    std::string collective;         ///< primitive/algorithm, or custom
    std::vector<CustomStep> steps;  ///< of a custom collective
    double message = 0;             ///< of one group [B]
    /// Member r of a group is `stride` nodes behind member r - 1; size 0: all nodes are one group.
    std::int64_t group_size = 0, group_stride = 1;
};

/// Entries that repeat stand as often as they run.
using Trace = std::vector<TraceEntry>;

}  // namespace lightsweep::sweeps
