#pragma once
// A trace: the collectives of one iteration in order, each with the computation before it.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sweeps/spec/chakra/task_graph.hpp"
#include "sweeps/spec/groups.hpp"

namespace lightsweep::sweeps {

struct CustomStep;

/// One collective, in all groups of the fabric at once.
struct TraceEntry {
    std::string name;               ///< for pictures
    double compute_time = 0;        ///< before it, on all nodes [s]
    std::string collective;         ///< primitive/algorithm, custom, or empty: computation alone
    std::vector<CustomStep> steps;  ///< of a custom collective
    bool overlap = false;  ///< the next entry's computation begins with this entry's first step
    double message = 0;    ///< of one group [B]
    Groups groups{};
};

/// Entries that repeat stand as often as they run.
struct Trace : std::vector<TraceEntry> {
    using std::vector<TraceEntry>::vector;
    TaskGraph graph{};  ///< of what the entries run; without tasks the list is all that is known
};

}  // namespace lightsweep::sweeps
