#pragma once
// Computes one task or preparation and encodes its result as a journal record.

#include <cstdint>
#include <string>
#include <vector>

#include "engine/journal/manifest.hpp"
#include "engine/journal/workload.hpp"

namespace lightsweep::engine {

/// A finished task or preparation, ready for the journal.
struct ComputedTask {
    std::vector<std::byte> record;
    TaskReport report;
    std::string failure;  ///< what it threw, if it threw
    std::vector<std::pair<std::uint64_t, Preparation>>
        prepared;  ///< number and result, if it is one
    double computing_s = 0, encoding_s = 0;
};

/// Computes one task and encodes its columns. An exception of the workload becomes failed points,
/// except Abandoned, which passes through. Any thread.
ComputedTask compute_task(Workload& workload, const TaskSpace& tasks, Task task,
                          std::uint64_t identity);

/// Does one preparation; the workload of this rank adopts the result. Any thread.
ComputedTask compute_preparation(Workload& workload, std::uint64_t preparation,
                                 std::uint64_t identity);

}  // namespace lightsweep::engine
