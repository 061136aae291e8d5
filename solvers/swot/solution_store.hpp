#pragma once
// Solutions of plane problems that are known already, so that equal problems - the same steps of
// different collectives, grids or figures - are solved once.

#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "solvers/scheduler.hpp"
#include "solvers/swot/swot.hpp"

namespace lightsweep::solvers::swot {

/// All that a solution depends on, exactly: who solves, with which budget, and what.
std::string exact_key(std::string_view scheduler, std::int64_t budget,
                      const kernels::PlaneProblem& problem);

/// Thread-safe. A solution is a function of its key alone: it does not matter who puts it in.
class SolutionStore {
  public:
    std::optional<Solution> find(const std::string& key) const;
    void put(const std::string& key, Solution solution);

  private:
    mutable std::mutex mutex_;
    std::map<std::string, Solution> solutions_;
};

}  // namespace lightsweep::solvers::swot
