#pragma once
// Communication over parallel switch planes that are reconfigured one by one (SWOT): every node has
// one port in each plane; a step is a permutation (its configuration) whose bytes may be shared
// among the planes, or several permutations with bytes of their own; a plane may reconfigure while
// the others transmit.
//
//     plane 0  ==step 0==----T----==step 2==
//     plane 1  ----T----==step 1==----T----      a step begins when the one before has ended
// Steps without bytes need nothing, not even the latency: they are left out. The unit of data is
// the byte, or where bandwidths add up to 1 (solvers) a second of all planes together [B or s].

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lightsweep::kernels {

struct PlaneTransfer {
    std::int64_t configuration;  ///< label; equal permutations have equal labels
    double bytes;                ///< that every sender sends, over all planes, >= 0 [B or s]
};

struct PlaneStep {
    std::int64_t configuration;  ///< as of a PlaneTransfer
    double bytes;
    /// Further permutations of the same step, with bytes and other labels; none without bytes.
    std::vector<PlaneTransfer> others{};
    double computation = 0;  ///< before the step, while nothing is sent, >= 0 [s]

    std::size_t peers() const { return 1 + others.size(); }
    PlaneTransfer peer(std::size_t i) const {
        return i == 0 ? PlaneTransfer{configuration, bytes} : others[i - 1];
    }
    double volume() const;  ///< bytes of all permutations
    bool uses(std::int64_t label) const;
    bool operator==(const PlaneStep&) const;
};

struct SwitchPlane {
    double bandwidth;              ///< of one port, > 0 [B/s or 1]
    double reconfiguration_delay;  ///< >= 0 [s]
};

/// What the planes hold when the first step may begin.
///   free        each plane the configuration of its own first use
///   first       all planes that of the first step (of several permutations the first)
///   cold        none: every plane reconfigures before its first use
///   individual  each plane its own (PlaneProblem::held)
enum class InitialPlanes { free, first, cold, individual };

/// What one plane holds; nothing: no configuration.
using HeldConfiguration = std::optional<std::int64_t>;

struct PlaneProblem {
    std::vector<PlaneStep> steps;
    std::vector<SwitchPlane> planes;
    double base_latency = 0;  ///< once per step and plane that takes part, >= 0 [s]
    InitialPlanes initial = InitialPlanes::free;
    std::vector<HeldConfiguration> held{};  ///< per plane, of an individual start; else not read

    int n_planes() const { return static_cast<int>(planes.size()); }
    bool equal_planes() const;  ///< of equal speed and delay, whatever they hold
    /// Steps of one permutation each and no computation: what the canonical queue can solve.
    bool is_plain() const;
    double total_bandwidth() const;  ///< [B/s or 1]
};

/// So many planes alike; bandwidth of one plane [B/s or 1], delay [s].
std::vector<SwitchPlane> alike_planes(int count, double bandwidth, double reconfiguration_delay);

/// All that is wrong with the data, each with its place, value and remedy; empty if nothing is.
std::vector<std::string> faults_of(const PlaneProblem& problem);

/// Throws std::invalid_argument with all faults, if there are any.
void require_sound(const PlaneProblem& problem);

/// What each plane holds at the start, if a step with bytes uses it; nothing of a free start, where
/// every plane chooses.
std::vector<HeldConfiguration> held_at_start(const PlaneProblem& problem);

/// Every plane reconfigures before its first use, whatever it holds.
bool starts_cold(const PlaneProblem& problem);

/// The same steps and planes from another of the starts that need no labels.
PlaneProblem starting(PlaneProblem problem, InitialPlanes initial);

/// Indices of the steps with bytes, in order.
std::vector<std::size_t> loaded_steps(const PlaneProblem& problem);

/// The same without steps that have no bytes.
PlaneProblem without_empty_steps(PlaneProblem problem);

// Which switch plane carries how much of each step, and the times that follow from it.
//
// The replay knows no solver. It starts everything as early as the rules allow:
//   P1  a plane holds the step's configuration while it transmits; a reconfiguration takes the
//       plane's delay and begins as soon as the plane is free
//   P2  a plane transmits at most once per step, for base latency + bytes / bandwidth
//   P3  no transmission begins before every transmission of the step before has ended, and the
//       computation between the two
// and then checks the finished timeline against the same rules once more, event by event.

struct PlaneUse {
    int plane;
    double bytes;          ///< [B or s], >= 0
    std::size_t peer = 0;  ///< which of the step's permutations the plane carries
};

/// SWOT's compact form of groups of one plane: who carries what of a step; nobody without bytes.
struct PlaneSchedule {
    std::vector<std::vector<PlaneUse>> steps;
};

struct PlaneEvent {
    int plane;
    std::size_t step;   ///< that it transmits in, or reconfigures for
    double bytes;       ///< [B or s], 0 of a reconfiguration
    double start, end;  ///< [s]
    bool reconfigure;
};

struct PlaneTimeline {
    std::vector<PlaneEvent> events;  ///< by step; a reconfiguration before its transmission
    std::vector<double> step_ends;   ///< per step; that of the step before if it has no bytes [s]
    int n_reconfigurations = 0;
    std::string violation;  ///< empty if the schedule is legal; else the rest is void

    /// End of the last step [s].
    double end() const { return step_ends.empty() ? 0.0 : step_ends.back(); }
};

/// Times by earliest start. Illegal schedules (a plane out of range or used twice in a step, bytes
/// that do not add up to within 1e-9 of the step's) are named in `violation`. Throws
/// std::invalid_argument if the problem itself is not sound.
PlaneTimeline replay_planes(const PlaneProblem& problem, const PlaneSchedule& schedule);

}  // namespace lightsweep::kernels
