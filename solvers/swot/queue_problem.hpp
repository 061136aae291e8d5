#pragma once
// SWOT on planes that are alike, in its canonical form: a queue instead of sets of planes.
//
// After a use of configuration c a plane is *parked* if its next use is c again (no
// reconfiguration); every other plane stands in a *queue* with its debt, the time after the last
// step's end before which it cannot serve a new configuration. Parked planes all return at the very
// next step of c (with no work if need be: the window is at least the latency long), and among
// queued ones the smallest debts may always be taken first, by exchange of their futures. A
// schedule thus is a sequence
//
//     taken_i    planes from the head of the queue at step i
//     parked_i   planes of step i that park; the others go to the tail of the queue
//
// and n_i = (parked on the step's configuration) + taken_i planes work in step i. Times are in
// units of the reconfiguration delay. A cold start costs one more unit than a free one, exactly.
// Where planes hold configurations at the start, each is parked on its own or begins to switch at
// once: all that sets planes alike apart is the slot that they are parked on.

#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/plane_problem.hpp"

namespace lightsweep::solvers::swot {

inline constexpr int most_planes = 8;  ///< of the packed states
inline constexpr int most_slots = 16;  ///< configurations that planes may be parked on at a time

struct QueueProblem {
    int planes;
    double latency;
    std::vector<double> work;        ///< per step: bytes / bandwidth of one plane
    std::vector<int> slot;           ///< per step: where its planes park, or -1 if they never do
    std::vector<bool> returning;     ///< planes may be parked on the step's configuration
    std::vector<bool> recurring;     ///< the configuration occurs again: planes may park
    std::vector<double> ideal_tail;  ///< [i] time of steps i, i+1, ... without any reconfiguration
    double unit;                     ///< [s]: the reconfiguration delay
    std::vector<int> start_slot{};   ///< per plane: of the configuration held at the start, or -1
    std::uint64_t held = 0;          ///< the same, planes per slot; 0: a free start

    int steps() const { return static_cast<int>(work.size()); }
};

/// Planes parked per slot, four bits each.
inline int parked_in(std::uint64_t parked, int slot) {
    return slot < 0 ? 0 : static_cast<int>(parked >> (4 * slot) & 15u);
}
inline std::uint64_t with_parked(std::uint64_t parked, int slot, int count) {
    if (slot < 0) return parked;
    const auto shift = static_cast<unsigned>(4 * slot);
    return (parked & ~(std::uint64_t{15} << shift)) | static_cast<std::uint64_t>(count) << shift;
}
inline int total_parked(std::uint64_t parked) {
    int total = 0;
    for (; parked; parked >>= 4) total += static_cast<int>(parked & 15u);
    return total;
}

/// Nothing if the form does not apply: planes that differ, more than most_planes, no
/// reconfiguration delay, or more than most_slots configurations to park on at a time. Steps
/// without bytes must have been left out.
std::optional<QueueProblem> queue_problem(const kernels::PlaneProblem& problem);

/// Decisions of a schedule.
struct QueueSequence {
    /// Planes per slot that keep what they hold at the start; the others begin to switch.
    std::uint64_t first_parked = 0;
    std::vector<int> taken, parked;

    bool operator==(const QueueSequence&) const = default;
    auto operator<=>(const QueueSequence&) const = default;
};

/// A reconfiguration of `count` planes between two uses.
struct QueueLink {
    int from;  ///< step, or -1: from the start
    int to;    ///< step; both counted from the replay's first one
    int count;
};

/// What consecutive decisions mean for the planes.
struct QueueReplay {
    int first = 0;                           ///< step of the first decision
    std::vector<int> users;                  ///< per step: planes that work
    std::vector<QueueLink> links;            ///< in order of `to`, within a step in queue order
    std::uint64_t parked = 0;                ///< after the last step
    std::vector<std::pair<int, int>> queue;  ///< after it: (last step, planes); -2: never used
};

/// Every choice of planes that keep what they hold at the start; of a free start one.
std::vector<std::uint64_t> starts_of(const QueueProblem& problem);

/// Before any step, with these planes kept as they are.
QueueReplay start_of(const QueueProblem& problem, std::uint64_t first_parked);

/// One more step. False, and of no further use, if it is not legal.
bool extend(const QueueProblem& problem, QueueReplay& replay, int taken, int parked);

/// Nothing if the sequence is not legal: more kept than held, more taken than queued, nobody works,
/// more park than work, or planes park on a configuration that does not recur.
std::optional<QueueReplay> replay_queue(const QueueProblem& problem, const QueueSequence& sequence);

}  // namespace lightsweep::solvers::swot
