#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/task_space.hpp"
#include "engine/workload.hpp"

namespace lightsweep::engine {

/// A finished task, ready for the journal.
struct ComputedTask {
    std::vector<std::byte> record;
    TaskReport report;
    std::string failure;  ///< what it threw, if it threw
    double computing_s = 0, encoding_s = 0;
};

/// Computes one task and encodes its columns. An exception of the workload becomes failed points,
/// except Abandoned, which passes through. Any thread.
ComputedTask compute_task(Workload& workload, const TaskSpace& tasks, Task task,
                          std::uint64_t identity);

}  // namespace lightsweep::engine
