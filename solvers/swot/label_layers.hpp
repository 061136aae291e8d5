#pragma once
// Labels of every step in one direction, and the lower bound that they are for the other direction.
//
// Reversed in time a schedule is a schedule of the reversed steps: late starts become early stops,
// the queue is the same, parked planes match. Let a prefix end with debts d (ascending) and a
// suffix, run backwards, with debts d'. The plane that is ready first is the one needed first, so
// that they fit iff d_j + d'_(u-1-j) <= 1 for all j. For relaxed labels, which idling may repair, a
// prefix (E, d) and a suffix (E', d') take together at least
//
//     E + E' + max(0, max_j (d_j + d'_(u-1-j)) - 1)
//
// Labels of one direction with fine cells are few where coarse labels of the other one show that
// nothing below the limit can pass: sweeps alternate, each with finer cells than the last.

#include <map>
#include <memory>

#include "solvers/swot/effort.hpp"
#include "solvers/swot/label_expansion.hpp"
#include "solvers/swot/rest_bound.hpp"

namespace lightsweep::solvers::swot {

/// The steps backwards; what planes hold at the start is asked for by nothing but a match.
QueueProblem reversed(const QueueProblem& problem);

class LabelLayers : public RestBound {
  public:
    /// Sweeps `problem` from its first step: relaxed labels with early stops on `cells`, at most
    /// `cap` per layer, without those that reach `limit` by `rest` (of the same problem). Stops
    /// with what it has when the effort is spent.
    LabelLayers(const QueueProblem& problem, int cells, std::size_t cap, RestBound& rest,
                double limit, Effort& effort);

    /// All steps were reached.
    bool complete() const { return complete_; }
    /// No label is left: nothing below the limit exists.
    bool empty() const { return complete_ && layers_.back().empty(); }
    /// The least end of all steps, at most the limit. Only if complete.
    double least_end() const;

    // As a bound for the reversed problem (step counts from its first step). Valid for schedules
    // below the limit; 0 for steps that the sweep did not reach.
    double from(int step, std::uint64_t parked, const double* debts, int queued,
                double need) override;
    double at_best(int step, std::uint64_t parked, double need) override;

  private:
    using Layer = std::map<std::uint64_t, std::vector<Label>>;  ///< by parked planes, rising ends
    std::vector<Label> advance(const std::vector<Label>& labels, int step, RestBound& rest);
    void keep(const std::vector<Label>& labels);
    const std::vector<Label>* opposite(int step, std::uint64_t parked, bool& reached) const;

    const QueueProblem& problem_;
    Expansion expansion_;
    double limit_;
    Effort& effort_;
    bool complete_ = false;
    std::vector<Layer> layers_;  ///< [i] before step i
};

/// The larger of two bounds; the second is asked only where the first leaves room.
class LargerBound : public RestBound {
  public:
    LargerBound(RestBound& first, RestBound& second) : first_(first), second_(second) {}
    double from(int step, std::uint64_t parked, const double* debts, int queued,
                double need) override;
    double at_best(int step, std::uint64_t parked, double need) override;

  private:
    RestBound &first_, &second_;
};

}  // namespace lightsweep::solvers::swot
