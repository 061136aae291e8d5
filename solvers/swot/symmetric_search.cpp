#include "solvers/swot/symmetric_search.hpp"

namespace lightsweep::solvers::swot {

namespace {

/// Per step of the first half: planes at work, then per step planes that park.
using Half = std::vector<int>;

Half first_half(const QueueProblem& problem, const QueueSequence& sequence) {
    const std::size_t half = sequence.taken.size() / 2;
    const auto replay = replay_queue(problem, sequence);
    Half result(replay->users.begin(), replay->users.begin() + static_cast<std::ptrdiff_t>(half));
    result.insert(result.end(), sequence.parked.begin(),
                  sequence.parked.begin() + static_cast<std::ptrdiff_t>(half));
    return result;
}

QueueSequence unfolded(const Half& half) {
    const std::size_t count = half.size() / 2;
    QueueSequence sequence;
    sequence.taken.assign(half.begin(), half.begin() + static_cast<std::ptrdiff_t>(count));
    sequence.parked.assign(half.begin() + static_cast<std::ptrdiff_t>(count), half.end());
    for (std::size_t i = count; i-- > 0;) sequence.taken.push_back(half[i] - half[count + i]);
    sequence.parked.resize(2 * count, 0);
    return sequence;
}

class Climb {
  public:
    Climb(const QueueProblem& problem, Effort& effort, Incumbent& incumbent, Half start)
        : problem_(problem),
          effort_(effort),
          incumbent_(incumbent),
          half_(std::move(start)),
          value_(incumbent.time(unfolded(half_))) {}

    void run() {
        int changes = 1;
        while (changes <= 3 && !effort_.exhausted()) changes = better(0, changes) ? 1 : changes + 1;
    }

  private:
    /// Tries `left` more changes from entry `from` on; keeps the first that is better.
    bool better(std::size_t from, int left) {
        if (left == 0) return judge();
        for (std::size_t entry = from; entry < half_.size(); ++entry)
            for (const int step : {1, -1}) {
                half_[entry] += step;
                if (!effort_.exhausted() && better(entry + 1, left - 1)) return true;
                half_[entry] -= step;
            }
        return false;
    }

    bool judge() {
        ++effort_.spent;
        const auto sequence = unfolded(half_);
        if (!replay_queue(problem_, sequence)) return false;
        effort_.spent += problem_.steps() * problem_.planes;
        const double found = incumbent_.time(sequence);
        if (found >= value_ * (1 - 1e-9)) return false;
        value_ = found;
        return true;
    }

    const QueueProblem& problem_;
    Effort& effort_;
    Incumbent& incumbent_;
    Half half_;
    double value_;
};

}  // namespace

bool is_mirrored(const QueueProblem& problem) {
    const int steps = problem.steps();
    if (steps % 2 || problem.held_first) return false;
    for (int i = 0; i < steps / 2; ++i) {
        const int image = steps - 1 - i;
        if (problem.work[i] != problem.work[image] || problem.slot[i] != problem.slot[image] ||
            problem.returning[i] || !problem.recurring[i] || problem.recurring[image])
            return false;
    }
    return true;
}

void improve_symmetrically(const QueueProblem& problem, const QueueSequence& start, Effort& effort,
                           Incumbent& incumbent) {
    Climb(problem, effort, incumbent, first_half(problem, start)).run();
}

}  // namespace lightsweep::solvers::swot
