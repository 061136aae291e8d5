#pragma once
// Schedules for upper bounds: a beam over real states, guided by the grid's value of what is left,
// and the exact time of the best sequences found; then a local search over sequences.

#include <vector>

#include "solvers/swot/effort.hpp"
#include "solvers/swot/rest_bound.hpp"
#include "solvers/swot/sequence_program.hpp"

namespace lightsweep::solvers::swot {

struct TimedSequence {
    double value;  ///< of the sequence program [units]
    QueueSequence sequence;
};

/// The best sequences so far, each timed once.
class Incumbent {
  public:
    explicit Incumbent(const QueueProblem& problem) : problem_(problem) {}

    /// Times the sequence if it is legal; true if it is better by more than 1e-12 relative.
    bool offer(const QueueSequence& sequence);
    /// Time of a sequence, offered along; infinite if it is not legal, or costs more. For one
    /// that cannot be the best it may be some lower bound that is at least the best value.
    double time(const QueueSequence& sequence,
                std::int64_t most_effort = SequenceProgram::unlimited);
    /// What the last time() cost, in transitions.
    std::int64_t effort() const { return effort_; }
    double value() const { return best_.value; }
    const QueueSequence& sequence() const { return best_.sequence; }

  private:
    const QueueProblem& problem_;
    SequenceProgram program_;
    std::int64_t effort_ = 0;
    TimedSequence best_{1e300, {}};
};

/// Lockstep (all planes in every step), static planes in proportion where there are enough, and
/// `group` planes in turn: always legal, so that there is a schedule from the start.
void offer_constructions(const QueueProblem& problem, Incumbent& incumbent);

/// Keeps the `width` best states per step by end + value of the rest; early stops on `cells`.
/// Offers and returns the sequences of the `offered` best final states; none if the effort ends.
std::vector<QueueSequence> offer_beam(const QueueProblem& problem, RestBound& rest, int cells,
                                      int width, int offered, Effort& effort, Incumbent& incumbent);

/// Single and paired changes by one of the planes taken and parked, from `start` on, while that
/// helps. Each program costs one unit of effort per step and plane.
void improve_locally(const QueueProblem& problem, QueueSequence start, Effort& effort,
                     Incumbent& incumbent);

}  // namespace lightsweep::solvers::swot
