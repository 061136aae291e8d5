#pragma once
// Labels of every step in one direction, and the lower bound that they give for the opposite
// direction.
//
// Reversed in time, a schedule is a schedule of the reversed steps: late starts become early stops,
// the queue is the same, and parked planes match. Let a prefix end with debts d (ascending) and a
// suffix, run backwards, with debts d'. The plane that is ready first is the one needed first, so
// they fit iff d_j + d'_(u-1-j) <= 1 for all j. For relaxed labels, which idling may repair, a
// prefix (E, d) and a suffix (E', d') together take at least
//
//     E + E' + max(0, max_j (d_j + d'_(u-1-j)) - 1)
//
// One direction has few labels on fine cells if coarse labels of the other direction show that
// nothing below the limit can pass. So sweeps alternate, each with finer cells than the last.

#include <map>

#include "solvers/swot/problem/solution.hpp"
#include "solvers/swot/search/label_expansion.hpp"

namespace lightsweep::solvers::swot {

/// The steps in reverse order. Configurations held at the start play no role except in a match.
QueueProblem reversed(const QueueProblem& problem);

class LabelLayers : public RestBound {
  public:
    /// Sweeps `problem` from its first step, with relaxed labels, early stops on a grid of `cells`,
    /// and at most `cap` labels per layer. Labels that reach `limit` by the bound `rest` (of the
    /// same problem) are dropped. When the effort is spent, the sweep stops with the layers that it
    /// has.
    LabelLayers(const QueueProblem& problem, int cells, std::size_t cap, RestBound& rest,
                double limit, Effort& effort);

    /// Whether all steps were reached.
    bool complete() const { return complete_; }
    /// Whether no label is left: then no schedule below the limit exists.
    bool empty() const { return complete_ && layers_.back().empty(); }
    /// The least end over all labels after the last step, at most the limit. Only if complete.
    double least_end() const;

    // As a bound for the reversed problem (step counts from its first step). Valid for schedules
    // below the limit; 0 for steps that the sweep did not reach.
    double from(int step, std::uint64_t parked, const double* debts, int queued, double need,
                Effort& effort) override;
    double at_best(int step, std::uint64_t parked, double need) override;
    bool is_constant() const override { return true; }

  private:
    /// By parked planes; ascending ends.
    using Layer = std::map<std::uint64_t, std::vector<Label>>;
    std::vector<Label> advance(const std::vector<Label>& labels, int step, RestBound& rest);
    void expand(const Label& label, int step, RestBound& rest, Effort& effort,
                std::vector<Label>& next) const;
    void keep(const std::vector<Label>& labels);
    const std::vector<Label>* opposite(int step, std::uint64_t parked, bool& reached) const;

    const QueueProblem& problem_;
    Expansion expansion_;
    double limit_;
    Effort& effort_;
    bool complete_ = false;
    std::vector<Layer> layers_;  ///< [i]: before step i
};

/// The larger of two bounds; the second is computed only if the first one does not suffice.
class LargerBound : public RestBound {
  public:
    LargerBound(RestBound& first, RestBound& second) : first_(first), second_(second) {}
    double from(int step, std::uint64_t parked, const double* debts, int queued, double need,
                Effort& effort) override;
    double at_best(int step, std::uint64_t parked, double need) override;
    bool is_constant() const override { return first_.is_constant() && second_.is_constant(); }

  private:
    RestBound &first_, &second_;
};

}  // namespace lightsweep::solvers::swot
