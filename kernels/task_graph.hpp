#pragma once
// Tasks that wait for one another and share resources, run by non-preemptive list scheduling: the
// model behind "time of one training iteration".
//
// A resource runs one task at a time, to its end. Whenever it is free it takes, of the tasks whose
// dependencies have ended, the one with the least (priority, index). Tasks that end at the same
// instant have all ended before new ones start. List scheduling is a rule, not an optimum: on one
// resource without idle gaps it is within a factor of 2 of the shortest makespan (Graham 1966), and
// with fewer dependencies the makespan may grow.

#include <cstdint>
#include <span>
#include <vector>

namespace lightsweep::kernels {

struct Task {
    int resource = 0;                     ///< >= 0
    double seconds = 0;                   ///< duration [s], finite, >= 0
    std::vector<std::size_t> after = {};  ///< indices of the tasks that must have ended
    int priority = 0;                     ///< less is more urgent
};

struct TaskTimes {
    double makespan = 0;           ///< end of the last task [s]; 0 without tasks
    std::vector<double> finish{};  ///< end of each task [s]
};

/// Runs the tasks from time 0. O((tasks + dependencies) log tasks). Throws std::invalid_argument if
/// a duration is negative or not finite, a resource is negative, a dependency is not a task, or
/// dependencies go round in a circle.
///
/// Two seconds of computation, then 5 s and (more urgent) 1 s on the network, then 3 s of
/// computation after the latter: finish = 2, 8, 3, 6.
TaskTimes simulate_tasks(std::span<const Task> tasks);

}  // namespace lightsweep::kernels
