#pragma once
// Schedules for upper bounds of SWOT: a beam over real states, ranked by the grid's bound of the
// remaining time, and the exact time of the best sequences found; then a local search over
// sequences.

#include <vector>

#include "solvers/swot/problem/sequence_program.hpp"
#include "solvers/swot/problem/solution.hpp"

namespace lightsweep::solvers::swot {

struct TimedSequence {
    double value;  ///< value of the sequence program [units]
    QueueSequence sequence;
};

/// The best sequence so far; every sequence is timed once.
class Incumbent {
  public:
    explicit Incumbent(const QueueProblem& problem) : problem_(problem) {}

    /// Times the sequence if it is legal. True if it is better by more than 1e-12 relative.
    bool offer(const QueueSequence& sequence);
    /// Time of a sequence, which is also offered; infinite if it is not legal or its program costs
    /// too much. For a sequence that cannot be the best one it may be a lower bound that is at
    /// least the best value.
    double time(const QueueSequence& sequence,
                std::int64_t most_effort = SequenceProgram::unlimited);
    /// Cost of the last time(), in transitions.
    std::int64_t effort() const { return effort_; }
    double value() const { return best_.value; }
    const QueueSequence& sequence() const { return best_.sequence; }

  private:
    const QueueProblem& problem_;
    SequenceProgram program_;
    std::int64_t effort_ = 0;
    TimedSequence best_{1e300, {}};
};

/// Offers constructions that are always legal, so that a schedule exists from the start: lockstep
/// (all planes in every step), static planes in proportion where there are enough, and `group`
/// planes in turn.
void offer_constructions(const QueueProblem& problem, Incumbent& incumbent);

/// Keeps the `width` best states per step, ranked by end + bound of the rest, with early stops on a
/// grid of `cells`. Offers and returns the sequences of the `offered` best final states; none if
/// the effort ends.
std::vector<QueueSequence> offer_beam(const QueueProblem& problem, RestBound& rest, int cells,
                                      int width, int offered, Effort& effort, Incumbent& incumbent);

/// Changes the numbers of planes taken and parked by one, singly and in pairs, from `start` on, as
/// long as that helps. Each program costs one unit of effort per step and plane.
void improve_locally(const QueueProblem& problem, QueueSequence start, Effort& effort,
                     Incumbent& incumbent);

}  // namespace lightsweep::solvers::swot
