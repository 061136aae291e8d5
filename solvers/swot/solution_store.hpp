#pragma once
// Store of solved plane problems, so that equal problems (the same steps of different collectives,
// grids or figures) are solved once.

#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "solvers/contract/problem.hpp"
#include "solvers/swot/swot.hpp"

namespace lightsweep::solvers::swot {

/// Exact text of everything that a solution depends on: the scheduler, its budget and the problem.
std::string exact_key(std::string_view scheduler, std::int64_t budget,
                      const kernels::PlaneProblem& problem);

/// Thread-safe. A solution is a function of its key only, so it does not matter which thread stores
/// it.
class SolutionStore {
  public:
    std::optional<Solution> find(const std::string& key) const;
    void put(const std::string& key, Solution solution);

  private:
    mutable std::mutex mutex_;
    std::map<std::string, Solution> solutions_;
};

}  // namespace lightsweep::solvers::swot
