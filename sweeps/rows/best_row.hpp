#pragma once
// The winner along a row of delays, its margin, and its lower bound.
//
// A row is judged over its candidates: the schedulers at every setting of the minimised axes that
// exists and that `where` selects. Their outcomes decide the row's status:
//
//   a time, no failure   optimal if the time reaches the lower bound: the smallest of the
//                        candidates' proven bounds or, if known, the bound of all schedulers.
//                        Otherwise feasible
//   a time, a failure    feasible (evaluation_failed) without a bound: the failed candidate may
//                        be faster, and nothing is proven about it
//   no time              error if a candidate failed, else infeasible, else excluded
//                        (where_filter), else not_applicable

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/journal/workload.hpp"
#include "solvers/contract/scheduler_row.hpp"

namespace lightsweep::sweeps {

/// Times within this relative distance are a tie: the earlier candidate, the simplest scheduler, is
/// named.
inline constexpr double winner_tie = 1e-9;

class BestRow {
  public:
    explicit BestRow(std::size_t n);
    /// Enters a candidate's result at point i: row[i]. Candidates must come in the order of ties.
    void consider(std::size_t i, std::int32_t candidate, const solvers::SchedulerRow& scheduler,
                  const solvers::ResultRow& row);
    /// Enters a candidate without results at point i, with the reason: error, excluded or
    /// not_applicable.
    void leave_out(std::size_t i, solvers::Status why);
    /// Sets a lower bound for all schedulers at point i, including those not compared; of several
    /// calls the smallest counts. It replaces the candidates' own bounds.
    void bound_by(std::size_t i, double seconds);
    /// Number of points at which a candidate failed.
    std::size_t failed() const;
    /// Writes the columns of a best group, starting at offset `at`.
    void store(std::size_t at, engine::Tile& tile) const;

  private:
    struct Entry {
        std::int32_t winner = -1;
        double time, second, fixed, every, bound;
        double universal;  ///< infinite if not known
        bool failed = false, infeasible = false, excluded = false;
        bool certain = true;  ///< true: every compared candidate is optimal
    };
    struct Verdict {
        solvers::Status status;
        solvers::Reason reason;
    };
    static Verdict verdict(const Entry& entry);
    static double value(const Entry& entry, std::string_view column);
    std::vector<Entry> entries_;
};

}  // namespace lightsweep::sweeps
