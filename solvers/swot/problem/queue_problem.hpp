#pragma once
// SWOT on equal planes in canonical form: a queue instead of sets of planes.
//
// After a use of configuration c a plane is *parked* if its next use is c again (no
// reconfiguration). Every other plane stands in a *queue* with its debt: the time after the end of
// the last step during which it cannot yet serve a new configuration. All parked planes return at
// the very next step of c, with no work if necessary, because the window is at least as long as the
// latency. Among queued planes the smallest debts may always be taken first, because planes can
// exchange their futures. So a schedule is a sequence
//
//     taken_i    planes from the head of the queue at step i
//     parked_i   planes of step i that park; the others go to the tail of the queue
//
// and n_i = (parked on the step's configuration) + taken_i planes work in step i. Times are in
// units of the reconfiguration delay. A cold start costs exactly one unit more than a free one.
// Where planes hold configurations at the start, each is parked on its own or begins to switch at
// once; equal planes then differ only in the slot on which they are parked.

#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/planes/plane_problem.hpp"

namespace lightsweep::solvers::swot {

inline constexpr int most_planes = 8;  ///< limit of the packed states
/// Configurations on which planes may be parked at the same time.
inline constexpr int most_slots = 16;

struct QueueProblem {
    int planes;
    double latency;
    std::vector<double> work;  ///< per step: bytes / bandwidth of one plane
    /// Per step: slot where its planes park, or -1 if they never do.
    std::vector<int> slot;
    std::vector<bool> returning;  ///< per step: planes may be parked on its configuration
    /// Per step: the configuration occurs again, so planes may park.
    std::vector<bool> recurring;
    std::vector<double> ideal_tail;  ///< [i]: time of steps i, i+1, ... without any reconfiguration
    double unit;                     ///< the reconfiguration delay [s]
    /// Per plane: slot of the configuration held at the start, or -1.
    std::vector<int> start_slot{};
    std::uint64_t held = 0;  ///< planes per slot held at the start; 0 for a free start

    int steps() const { return static_cast<int>(work.size()); }
};

/// Number of planes parked in a slot; four bits per slot.
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

/// The canonical form; nothing if it does not apply: planes that differ, more than most_planes, no
/// reconfiguration delay, or more than most_slots configurations to park on at the same time. Steps
/// without bytes must have been removed.
std::optional<QueueProblem> queue_problem(const kernels::PlaneProblem& problem);

/// The decisions of a schedule in canonical form.
struct QueueSequence {
    /// Planes per slot that keep the configuration held at the start; the others begin to switch.
    std::uint64_t first_parked = 0;
    std::vector<int> taken, parked;

    bool operator==(const QueueSequence&) const = default;
    auto operator<=>(const QueueSequence&) const = default;
};

/// A reconfiguration of `count` planes between two uses.
struct QueueLink {
    int from;  ///< step, or -1 for the start
    int to;    ///< step; both are counted from the replay's first step
    int count;
};

/// The effect of consecutive decisions on the planes.
struct QueueReplay {
    int first = 0;                 ///< step of the first decision
    std::vector<int> users;        ///< planes that work, per step
    std::vector<QueueLink> links;  ///< in order of `to`, within a step in queue order
    std::uint64_t parked = 0;      ///< planes parked after the last step
    /// After the last step: (last step, planes); -2: never used.
    std::vector<std::pair<int, int>> queue;
};

/// Every choice of planes that keep their configuration at the start; a free start has one.
std::vector<std::uint64_t> starts_of(const QueueProblem& problem);

/// The state before any step, if these planes keep their configuration.
QueueReplay start_of(const QueueProblem& problem, std::uint64_t first_parked);

/// Adds one step. False if it is not legal; the replay must not be used afterwards.
bool extend(const QueueProblem& problem, QueueReplay& replay, int taken, int parked);

/// Replays a sequence. Nothing if it is not legal: more planes kept than held, more taken than
/// queued, no plane works, more park than work, or planes park on a configuration that does not
/// recur.
std::optional<QueueReplay> replay_queue(const QueueProblem& problem, const QueueSequence& sequence);

}  // namespace lightsweep::solvers::swot
