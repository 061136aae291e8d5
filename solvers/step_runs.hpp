#pragma once
// What a listed schedule does, step by step, in the terms of its cost plane:
//
//   time of a step = startups per_step + hops per_hop + transmission (m / b),
//                    and before it  reconfigurations D
//
// Equal steps that follow each other are one run. The sums over all runs are the plane's.

#include <cstdint>
#include <span>
#include <vector>

namespace lightsweep::solvers {

struct DecisionSpace;

struct StepRun {
    std::int64_t steps;     ///< so many, all alike
    std::int32_t topology;  ///< in force, as the decision numbers it; on WDM rings: the stage
    double startups, hops, transmission;  ///< of each step
    double reconfigurations;              ///< charged before each step

    bool same_steps(const StepRun& other) const {
        return topology == other.topology && startups == other.startups && hops == other.hops &&
               transmission == other.transmission && reconfigurations == other.reconfigurations;
    }
};

/// Runs beyond which a schedule is left without them.
inline constexpr std::size_t most_step_runs = 4096;

/// Joins equal neighbours while steps are added.
class StepRuns {
  public:
    void add(const StepRun& run);
    /// Nothing where there were too many.
    std::vector<StepRun> take();

  private:
    std::vector<StepRun> runs_;
    bool is_short_ = true;
};

/// Of a decision, from the replay of what it stands for; a base's hops and flow are those that the
/// structure knows. Nothing where there are too many.
std::vector<StepRun> replayed_runs(const DecisionSpace& space,
                                   std::span<const std::uint64_t> decision);

/// The same steps backwards in time: what was set up before the first of some steps is set up
/// before the last of them.
std::vector<StepRun> backwards(const std::vector<StepRun>& runs);

}  // namespace lightsweep::solvers
