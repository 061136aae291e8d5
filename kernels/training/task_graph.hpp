#pragma once
// List scheduling of tasks that wait for one another and share resources: the model behind the time
// of one training iteration.
//
// A resource runs one task at a time, without interruption. Whenever it is free it takes, among the
// tasks whose dependencies have ended, the one with the least (priority, index). All tasks that end
// at the same instant end before new ones start. Heuristic: on one resource without idle gaps the
// makespan is within a factor of 2 of the shortest (Graham 1966), and removing dependencies may
// make it longer.

#include <span>
#include <vector>

namespace lightsweep::kernels {

struct Task {
    int resource = 0;                     ///< >= 0
    double seconds = 0;                   ///< duration [s], finite, >= 0
    std::vector<std::size_t> after = {};  ///< indices of the tasks that must end first
    int priority = 0;                     ///< a smaller number is more urgent
};

struct TaskTimes {
    double makespan = 0;           ///< end of the last task [s]; 0 without tasks
    std::vector<double> finish{};  ///< end of each task [s]
};

/// Runs the tasks from time 0. O((tasks + dependencies) log tasks). Throws std::invalid_argument if
/// a duration is negative or not finite, a resource is negative, a dependency is not a task, or
/// dependencies form a circle.
///
/// Check by hand: 2 s of computation, then 5 s and (more urgent) 1 s on the network, then 3 s of
/// computation after the latter give finish = 2, 8, 3, 6.
TaskTimes simulate_tasks(std::span<const Task> tasks);

}  // namespace lightsweep::kernels
