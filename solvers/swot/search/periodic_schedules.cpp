#include "solvers/swot/search/periodic_schedules.hpp"

#include <algorithm>
#include <cmath>

namespace lightsweep::solvers::swot {

namespace {

constexpr int longest_pattern = 8;
constexpr int trial_steps = 40;
constexpr int end_steps = 8;  // that may differ from the pattern, at either end
constexpr double clearly_better = 1 - 1e-9;

using Pattern = std::vector<int>;

QueueSequence repeated(const Pattern& pattern, int steps) {
    QueueSequence sequence;
    sequence.parked.assign(steps, 0);
    for (int i = 0; i < steps; ++i) sequence.taken.push_back(pattern[i % pattern.size()]);
    return sequence;
}

QueueProblem shortened(QueueProblem problem, int steps) {
    if (problem.steps() <= steps) return problem;
    problem.ideal_tail.erase(problem.ideal_tail.begin(), problem.ideal_tail.end() - steps - 1);
    problem.work.resize(steps);
    problem.slot.resize(steps);
    problem.returning.resize(steps);
    problem.recurring.resize(steps);
    return problem;
}

/// Descends by changing numbers in 1..most while `value` falls: single numbers, or two in opposite
/// directions at most `reach` apart.
template <class Value>
class Descent {
  public:
    Descent(int most, int reach, const Effort& effort, Value value)
        : most_(most), reach_(reach), effort_(effort), value_(std::move(value)) {}

    double run(Pattern& numbers) {
        best_ = value_(numbers);
        const int n = static_cast<int>(numbers.size());
        for (int since = 0, i = 0; since < n && !effort_.exhausted(); i = (i + 1) % n, ++since)
            if (improve_at(numbers, i)) since = 0;
        return best_;
    }

  private:
    bool improve_at(Pattern& numbers, int i) {
        const int end = std::min(static_cast<int>(numbers.size()), i + reach_ + 1);
        for (const int sign : {1, -1})
            for (int j = i; j < end; ++j)
                if (try_change(numbers, i, j, sign)) return true;
        return false;
    }
    bool try_change(Pattern& numbers, int i, int j, int sign) {
        if (effort_.exhausted()) return false;
        const int a = numbers[i], b = numbers[j];
        numbers[i] = a + sign;
        if (j != i) numbers[j] = b - sign;
        const auto fits = [&](int number) { return number >= 1 && number <= most_; };
        if (fits(numbers[i]) && fits(numbers[j])) {
            const double found = value_(numbers);
            if (found < best_ * clearly_better) {
                best_ = found;
                return true;
            }
        }
        numbers[j] = b;
        numbers[i] = a;
        return false;
    }

    int most_, reach_;
    const Effort& effort_;
    Value value_;
    double best_ = 0;
};

class Patterns {
  public:
    Patterns(const QueueProblem& problem, Effort& effort, Incumbent& incumbent)
        : problem_(problem),
          trial_(shortened(problem, trial_steps)),
          effort_(effort),
          incumbent_(incumbent) {}

    void run() {
        for (int length = 1; length <= longest_pattern && !effort_.exhausted(); ++length)
            for (int start = std::max(1, usual_ - 1);
                 start <= std::min(problem_.planes, usual_ + 1) && !effort_.exhausted(); ++start)
                try_from(Pattern(length, start));
        if (problem_.steps() >= trial_steps && !best_.empty()) fit_ends();
    }

  private:
    void try_from(Pattern pattern) {
        Incumbent judge(trial_);
        Descent descent(problem_.planes, static_cast<int>(pattern.size()), effort_,
                        [&](const Pattern& numbers) {
                            return timed(judge, repeated(numbers, trial_.steps()));
                        });
        descent.run(pattern);
        if (pattern.size() == 1) usual_ = pattern[0];
        const double value = judge.value();
        if (value >= least_ * clearly_better ||
            std::abs(value - too_long_) <= value * (1 - clearly_better))
            return;
        const bool constant = pattern.size() == 1;  // offer_constructions has offered it
        if (!constant && !offer(judge, trial_, repeated(pattern, problem_.steps()))) {
            too_long_ = value;
            return;
        }
        least_ = value;
        best_ = pattern;
    }

    /// Fits other numbers for the first and last steps, on a shorter run with the same ends.
    void fit_ends() {
        const int period = static_cast<int>(best_.size());
        const int left_out = (problem_.steps() - trial_steps) / period * period;
        const auto trial = shortened(problem_, problem_.steps() - left_out);
        Incumbent judge(trial);
        Pattern ends;
        for (int i = 0; i < end_steps; ++i) ends.push_back(best_[i % period]);
        for (int i = trial.steps() - end_steps; i < trial.steps(); ++i)
            ends.push_back(best_[i % period]);
        Descent descent(problem_.planes, end_steps, effort_, [&](const Pattern& numbers) {
            return timed(judge, with_ends(numbers, trial.steps()));
        });
        descent.run(ends);
        offer(judge, trial, with_ends(ends, problem_.steps()));
    }

    /// Times a sequence of all steps. False if its program costs more than half of the remaining
    /// effort; its work grows at least with the square of the steps.
    bool offer(Incumbent& judge, const QueueProblem& trial, const QueueSequence& sequence) {
        timed(judge, judge.sequence());
        const double longer = static_cast<double>(problem_.steps()) / trial.steps();
        const double cost = static_cast<double>(judge.effort()) * longer * longer;
        const auto most = (effort_.limit - effort_.spent) / 2;
        return cost <= static_cast<double>(most) && timed(incumbent_, sequence, most) < HUGE_VAL;
    }
    QueueSequence with_ends(const Pattern& ends, int steps) const {
        auto sequence = repeated(best_, steps);
        std::copy_n(ends.begin(), end_steps, sequence.taken.begin());
        std::copy_n(ends.begin() + end_steps, end_steps, sequence.taken.end() - end_steps);
        return sequence;
    }
    double timed(Incumbent& judge, const QueueSequence& sequence,
                 std::int64_t most_effort = SequenceProgram::unlimited) {
        const double value = judge.time(sequence, most_effort);
        effort_.spent += judge.effort();
        return value;
    }

    const QueueProblem& problem_;
    const QueueProblem trial_;
    Effort& effort_;
    Incumbent& incumbent_;
    int usual_ = 1;  ///< the best constant pattern
    Pattern best_;
    double least_ = HUGE_VAL;  ///< time of the best pattern on the trial run
    double too_long_ = -1;     ///< trial time of the last pattern that costs too much on all steps
};

}  // namespace

void offer_patterns(const QueueProblem& problem, Effort& effort, Incumbent& incumbent) {
    Patterns(problem, effort, incumbent).run();
}

}  // namespace lightsweep::solvers::swot
