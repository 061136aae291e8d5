#pragma once
// Base classes of SWOT's schedulers: they turn a row of delays into plane problems, and the answers
// into results.

#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "solvers/contract/prepared_scheduler.hpp"
#include "solvers/contract/problem.hpp"
#include "solvers/swot/swot.hpp"

namespace lightsweep::solvers::swot {

// Store of solved plane problems, so that equal problems (the same steps of different collectives,
// grids or figures) are solved once.

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

/// Collectives side by side are solved by many cuts of the planes: the problem with a store, if it
/// has none.
Subject with_store(Subject structure);

/// A scheduler's answer to one problem.
struct Answer {
    double value = 0, bound = 0;  ///< [s]
    Status status = Status::optimal;
    std::int32_t n_reconfigurations = 0;               ///< number of reconfigurations of planes
    std::optional<kernels::PlaneSchedule> schedule{};  ///< set if it is wanted and exists
    /// The collective whose steps were carried, if not the problem's own, and its index among the
    /// alternatives.
    std::shared_ptr<const kernels::Collective> collective{};
    std::optional<std::int32_t> algorithm{};
    std::optional<TwoWays> ways{};
};

/// The status that follows from what is proven.
Status status_of(const Solution& solution);

/// Parts of the time that every schedule of a problem has: the steps' latencies, and the bytes at
/// full bandwidth [s].
struct FixedParts {
    double startup, transmission;
};
FixedParts fixed_parts(const kernels::PlaneProblem& problem);

/// Stores answers as results.
class PlaneScheduler : public PreparedScheduler {
  public:
    explicit PlaneScheduler(Subject structure)
        : PreparedScheduler(base_or_matching(std::move(structure))) {}

  protected:
    void store(const FixedParts& parts, std::size_t i, Answer answer, ResultRow& result) const;
    /// The problem's collective, or with the best number of chunks for the row where that is left
    /// to the scheduler (kernels::Pipeline).
    std::shared_ptr<const kernels::Collective> carried(const kernels::DelayRow& row) const;
    /// Whether the rest of the time is not caused by reconfigurations but by idle planes.
    virtual bool idles() const { return false; }
};

/// Solves problems, or takes their solutions from those that the problem's store knows.
class Searching : public PlaneScheduler {
  public:
    Searching(Subject structure, std::string_view name, std::int64_t budget)
        : PlaneScheduler(std::move(structure)), name_(name), budget_(budget) {}

    std::vector<std::string> solution_keys(const kernels::DelayRow& row,
                                           std::size_t i) const override;
    void solve_part(const kernels::DelayRow& row, std::size_t i, std::size_t part) const override;

  protected:
    void fill(const kernels::DelayRow& row, ResultRow& result) const override;
    /// The collectives that are solved for result i of a row.
    virtual std::vector<std::shared_ptr<const kernels::Collective>> parts(
        const kernels::DelayRow& row, std::size_t) const {
        return {carried(row)};
    }
    /// message_time: time of the collective whose steps the problem has [s].
    virtual Solution solution(const kernels::Collective& collective, double message_time,
                              const kernels::PlaneProblem& problem, std::int64_t budget) const = 0;
    Solution known_or_solved(const kernels::Collective& collective, const kernels::DelayRow& row,
                             std::size_t i) const;
    Solution known_or_solved(const kernels::Collective& collective, double message_time,
                             const kernels::PlaneProblem& problem) const;
    /// Answer to result i of the row; of collectives side by side the better of both ways.
    virtual Answer answer(const kernels::DelayRow& row, std::size_t i) const;
    /// The answer without the count of reconfigurations.
    static Answer answer_of(Solution solution);
    /// Text of everything besides the problem that the solution depends on.
    virtual std::string kind_of(const kernels::Collective&) const { return std::string(name_); }

  private:
    /// Collectives side by side, each alone on planes of its own, without common barriers: the best
    /// cut of the planes in their order. Infinite if there are fewer planes than collectives.
    Solution partition(const kernels::DelayRow& row, std::size_t i) const;
    Solution alone(std::size_t entry, int first, int count, const kernels::DelayRow& row,
                   std::size_t i) const;

    std::string_view name_;
    std::int64_t budget_;
};

}  // namespace lightsweep::solvers::swot
