#pragma once
// Step runs: the steps of a listed schedule, in the terms of its schedule cost:
//
//   time of a step = startups per_step + hops per_hop + transmission (m / b),
//                    and before it  reconfigurations D
//
// Equal consecutive steps form one run. The sums over all runs equal the terms of the schedule
// cost.

#include <cstdint>
#include <span>
#include <vector>

namespace lightsweep::solvers {

struct DecisionSpace;

struct StepRun {
    std::int64_t steps;  ///< number of steps, all equal
    /// Topology in force, by its number in the decision; on WDM rings the stage.
    std::int32_t topology;
    double startups, hops, transmission;  ///< values of each step
    double reconfigurations;              ///< charged before each step

    bool same_steps(const StepRun& other) const {
        return topology == other.topology && startups == other.startups && hops == other.hops &&
               transmission == other.transmission && reconfigurations == other.reconfigurations;
    }
};

/// Largest number of runs; a schedule with more has none listed.
inline constexpr std::size_t most_step_runs = 4096;

/// Joins equal consecutive steps as they are added.
class StepRuns {
  public:
    void add(const StepRun& run);
    /// The runs; empty if there were too many.
    std::vector<StepRun> take();

  private:
    std::vector<StepRun> runs_;
    bool is_short_ = true;
};

/// Runs of a decision, from the replay of its schedule; hops and flow on a base are those that the
/// problem knows. Empty if there are too many.
std::vector<StepRun> replayed_runs(const DecisionSpace& space,
                                   std::span<const std::uint64_t> decision);

/// The same steps backwards in time: circuits that were set up before the first of some steps are
/// set up before the last of them.
std::vector<StepRun> backwards(const std::vector<StepRun>& runs);

}  // namespace lightsweep::solvers
