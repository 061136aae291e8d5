#pragma once
// Input and output of every SWOT search: a budget of transitions, and a schedule with its value and
// a certified bound.

#include <cstdint>

#include "kernels/parallel/for_each.hpp"
#include "kernels/planes/plane_problem.hpp"

namespace lightsweep::solvers::swot {

struct Solution {
    kernels::PlaneSchedule schedule;
    double value = 0;         ///< end of the schedule's replay [s]
    double lower_bound = 0;   ///< certified, <= value [s]
    bool proven = false;      ///< value <= lower_bound (1 + 2.5e-6)
    bool exhausted = false;   ///< true: not proven, because the budget ended the search
    std::int64_t nodes = 0;   ///< number of histories that the exact search visited
    std::int64_t effort = 0;  ///< transitions spent
    /// Reconfigurations of a solution that no schedule of this problem stands for; else -1.
    std::int32_t changes = -1;
    /// From choose_order only: the order of every group of free steps; otherwise empty.
    std::vector<std::vector<std::size_t>> orders{};
};

/// Takes the schedule if it is legal and its replay ends earlier than the best one.
void offer(const kernels::PlaneProblem& problem, const kernels::PlaneSchedule& schedule,
           Solution& best);

class SolutionStore;

/// Total number of transitions; a core makes 1.5e7 to 5e7 per second where searches are long.
struct Budget {
    std::int64_t transitions = 300'000'000;
    SolutionStore* known = nullptr;  ///< of the pieces that other problems consist of, too
};

/// Cost of one program of the search over sets of planes, in transitions.
inline constexpr std::int64_t program_effort = 20'000;

/// Relative gap below which a value counts as proven optimal.
inline constexpr double proven_gap = 2.5e-6;

// A budget counted in elementary transitions instead of seconds, so that results are the same
// everywhere.

struct Effort {
    std::int64_t limit;
    std::int64_t spent = 0;

    bool exhausted() const {
        constexpr unsigned often = 64;
        if (++asked_ % often == 0) kernels::parallel::checkpoint();
        return spent >= limit;
    }

    mutable unsigned asked_ = 0;
};

// Interface of a lower bound on the remaining time, as searches use it.

class RestBound {
  public:
    virtual ~RestBound() = default;

    /// A lower bound on the steps `step`, ... from the state (debts ascending, one per queued
    /// plane). If the bound is above `need`, any value of at least `need` may be returned.
    virtual double from(int step, std::uint64_t parked, const double* debts, int queued,
                        double need, Effort& effort) = 0;

    /// The bound if no plane has a debt.
    virtual double at_best(int step, std::uint64_t parked, double need) = 0;

    /// It remembers no answers, so that several threads may ask at once.
    virtual bool is_constant() const = 0;
};

// Joins schedules of consecutive parts of a problem into one. Equal planes may be renamed, so that
// they continue with the configurations that they hold.

/// The schedules one after the other. The planes of every part are renamed so that as many as
/// possible begin with the configuration that they hold (greedy; only if planes are equal). O(parts
/// * steps * planes^2).
kernels::PlaneSchedule concatenate_schedules(const kernels::PlaneProblem& problem,
                                             const std::vector<kernels::PlaneSchedule>& parts);

/// Renames the planes of one schedule of the whole problem in the same way, if planes hold
/// individual configurations at the start; otherwise returns it unchanged.
kernels::PlaneSchedule on_held(const kernels::PlaneProblem& problem,
                               kernels::PlaneSchedule schedule);

}  // namespace lightsweep::solvers::swot
