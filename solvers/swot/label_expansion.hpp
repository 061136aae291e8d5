#pragma once
// Labels: exact or relaxed states of the queue with continuous times, and how a step changes them.

#include <algorithm>
#include <array>

#include "solvers/swot/early_stops.hpp"
#include "solvers/swot/queue_problem.hpp"

namespace lightsweep::solvers::swot {

/// Debts of the queued planes, ascending; the rest of the array is 0.
using Debts = std::array<double, most_planes>;

struct Label {
    std::uint64_t parked;
    double end;  ///< of the last step [units]
    Debts debts;
};

/// Early stops on a grid of `cells` per reconfiguration delay.
///   charged  in full: the label is a state that some schedule reaches
///   relaxed  the cost at the cell's lower end, the debt at its upper end (less what the end itself
///            moves with the stop): end and end + debts stay below those of every true state
enum class Stops { charged, relaxed };

class Expansion {
  public:
    Expansion(const QueueProblem& problem, int cells, Stops stops)
        : problem_(problem), delta_(1.0 / cells), cells_(cells), stops_(stops),
          lists_(cells, problem.planes) {}

    /// Calls reach(next label) for every early stop of a step with so many planes taken and parking.
    /// `limit(end without further early stops)` says when to give up the rest of the list.
    template <class Limit, class Reach>
    void run(const Label& label, int step, int taken, int parks, Limit&& limit,
             Reach&& reach) const {
        const int returning = returning_in(label.parked, step);
        const int users = returning + taken, leaving = users - parks;
        const int queued = problem_.planes - total_parked(label.parked);
        double sum = problem_.work[step];
        for (int j = 0; j < taken; ++j) sum += label.debts[j];
        const double first = returning ? 0.0 : label.debts[0];
        const double last = taken ? label.debts[taken - 1] : 0.0;
        Label next{with_parked(label.parked, problem_.slot[step], parks), 0, {}};
        for (const auto& stop : lists_.of(leaving)) {
            const double least = problem_.latency + (sum + delta_ * stop.lower) / users;
            if (limit(label.end + least)) return;
            if (parks == 0 && level(stop, leaving - 1) != cells_) continue;
            const double longest = (sum + delta_ * stop.upper) / users;
            if (longest < last || (stop.most - 1) * delta_ > longest - first) continue;
            const double x = stops_ == Stops::relaxed ? least : problem_.latency + longest;
            next.end = label.end + x;
            fill(label, taken, queued, stop, leaving, x, users, next.debts);
            reach(next);
        }
    }

    int returning_in(std::uint64_t parked, int step) const {
        return problem_.returning[step] ? parked_in(parked, problem_.slot[step]) : 0;
    }

  private:
    static int level(const EarlyStops& stop, int index) {
        return static_cast<int>(stop.debts >> (8 * index) & 255u);
    }

    /// Waiting debts less x, and those of the planes that leave, merged.
    void fill(const Label& label, int taken, int queued, const EarlyStops& stop, int leaving,
              double x, int users, Debts& debts) const {
        int i = taken, j = 0, count = 0;
        while (i < queued || j < leaving) {
            const double waiting = i < queued ? std::max(0.0, label.debts[i] - x) : 2.0;
            const double used = j < leaving ? debt_of(level(stop, j), users) : 2.0;
            debts[count++] = std::min(waiting, used);
            ++(waiting <= used ? i : j);
        }
        std::fill(debts.begin() + count, debts.end(), 0.0);
    }
    double debt_of(int level, int users) const {
        if (level == cells_) return 1;
        const double own = stops_ == Stops::relaxed ? delta_ / users : 0.0;
        return level * delta_ + own;
    }

    const QueueProblem& problem_;
    double delta_;
    int cells_;
    Stops stops_;
    EarlyStopLists lists_;
};

/// A's exact state is reached from B by idling and paying: A is at least as good.
inline bool dominates(const Label& a, const Label& b, int queued) {
    if (a.end > b.end) return false;
    const double ahead = b.end - a.end;
    for (int j = 0; j < queued; ++j)
        if (a.debts[j] > ahead && a.debts[j] - ahead > b.debts[j]) return false;
    return true;
}

/// Removes labels that another with the same parked planes dominates. Quadratic in each group;
/// only the first `compared` of a group are compared with.
void remove_dominated(std::vector<Label>& labels, int planes, std::size_t compared);

/// Replaces neighbours by their componentwise minimum in (end, end + debts) until at most `cap` are
/// left, or one per set of parked planes: still below every true state.
void merge_labels(std::vector<Label>& labels, int planes, std::size_t cap);

/// States before the first step.
std::vector<Label> initial_labels(const QueueProblem& problem);

}  // namespace lightsweep::solvers::swot
