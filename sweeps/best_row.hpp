#pragma once
// Who wins along a row of delays, by how much, and against what bound.
//
// A row is judged over its candidates: the schedulers at every setting of the minimised axes that
// exists and that `where` selects. What became of them decides the row's status:
//
//   a time, no failure   optimal if the least of their proven bounds reaches it (where one for
//   every
//                        scheduler is known, that one), else feasible
//   a time, a failure    feasible (evaluation_failed) without a bound: the candidate that failed
//                        may be faster, and nothing is proven of it
//   no time              error if one failed, else infeasible, else excluded (where_filter), else
//                        not_applicable

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/workload.hpp"
#include "solvers/scheduler.hpp"

namespace lightsweep::sweeps {

/// Times within this factor are a tie: the earlier candidate, the simplest scheduler, is named.
inline constexpr double winner_tie = 1e-9;

class BestRow {
  public:
    explicit BestRow(std::size_t n);
    /// What a candidate reached at point i: row[i] of its results. Candidates come in the order of
    /// ties.
    void consider(std::size_t i, std::int32_t candidate, const solvers::SchedulerRow& scheduler,
                  const solvers::ResultRow& row);
    /// A candidate that has no results at point i, and why: error, excluded or not_applicable.
    void leave_out(std::size_t i, solvers::Status why);
    /// A time that nobody beats there, compared or not; of several the least is meant. The bound
    /// of the point then, in the place of the candidates' own.
    void bound_by(std::size_t i, double seconds);
    /// Points at which a candidate failed.
    std::size_t failed() const;
    /// Writes the columns of a best group from offset `at` on.
    void store(std::size_t at, engine::Tile& tile) const;

  private:
    struct Entry {
        std::int32_t winner = -1;
        double time, second, fixed, every, bound;
        double universal;  ///< infinite: not known
        bool failed = false, infeasible = false, excluded = false;
        bool certain = true;  ///< every one that was compared is optimal
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
