#pragma once
// What the ranks of a trace do, and what each piece waits for: computations on ranks, and
// collectives of groups.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lightsweep::sweeps {

struct TaskGraph {
    /// joint: takes no time, and stands for all that it waits for.
    enum class Sort : std::uint8_t { computation, collective, joint };
    struct Task {
        Sort sort;
        bool overlaps = false;    ///< a collective: computations that wait for it begin with it
        double compute_time = 0;  ///< of a computation [s]
        std::size_t group = 0;    ///< place in `groups`; a joint has none
        std::size_t entry = 0;    ///< of the trace; beyond it: of none
        std::uint64_t id = 0;     ///< decides what begins first of what could begin at once
        std::vector<std::size_t> waits{};  ///< tasks that end before it
    };
    std::vector<std::vector<std::int64_t>> groups{};  ///< ranks
    std::vector<Task> tasks{};                        ///< in any order without circles
};

}  // namespace lightsweep::sweeps
