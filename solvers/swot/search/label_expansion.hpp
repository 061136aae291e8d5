#pragma once
// Labels: exact or relaxed states of the queue with continuous times, and their change by a step.

#include <algorithm>
#include <array>

#include "solvers/swot/problem/queue_problem.hpp"
#include "solvers/swot/problem/solution.hpp"

namespace lightsweep::solvers::swot {

/// Debts of the queued planes, in queue order; the rest of the array is 0.
using Debts = std::array<double, most_planes>;

struct Label {
    std::uint64_t parked;
    double end;  ///< end of the last step [units]
    Debts debts;
};

/// Early stops on a grid of `cells` per reconfiguration delay.
///
///   charged  the stop costs its full time: the label is a state that some schedule reaches
///   relaxed  cost at the cell's lower end, debt at its upper end (minus the part by which the end
///            moves with the stop): end and end + debts stay below those of every true state
enum class Stops { charged, relaxed };

class Expansion {
  public:
    Expansion(const QueueProblem& problem, int cells, Stops stops)
        : problem_(problem), delta_(1.0 / cells), cells_(cells), stops_(stops) {}

    /// Calls reach(next label) for every choice of early stops in a step with so many planes taken
    /// and parking, except those that two questions rule out:
    ///   over(end)    true if nothing that ends then or later is wanted
    ///   open(label)  asked after each plane's choice. The label's end and end + debts are at most
    ///                those of all labels that may follow from it; false gives them up
    template <class Over, class Open, class Reach>
    void run(const Label& label, int step, int taken, int parks, Over&& over, Open&& open,
             Reach&& reach) const {
        const int returning = returning_in(label.parked, step);
        Move move{label,
                  {},
                  taken,
                  problem_.planes - total_parked(label.parked),
                  returning + taken,
                  returning + taken - parks,
                  problem_.work[step],
                  0,
                  0,
                  {}};
        for (int j = 0; j < taken; ++j) move.sum += label.debts[j];
        move.first = returning ? 0.0 : label.debts[0];
        move.last = taken ? label.debts[taken - 1] : 0.0;
        move.next.parked = with_parked(label.parked, problem_.slot[step], parks);
        if (move.leaving > 0) return choose(move, 0, cells_, 0, 0, over, open, reach);
        place(move, 0, 0, 0);
        if (!over(move.next.end) && legal(move, 0)) reach(move.next);
    }

    int returning_in(std::uint64_t parked, int step) const {
        return problem_.returning[step] ? parked_in(parked, problem_.slot[step]) : 0;
    }

  private:
    struct Move {
        const Label& label;
        Label next;
        int taken, queued, users, leaving;
        /// Work with the debts taken; smallest and largest of these debts.
        double sum, first, last;
        std::array<int, most_planes> cells;
    };

    /// Chooses the cell (at most `most`) of leaving plane `index`, then of those behind it. lower
    /// and upper are the sums of max(0, m - 1) and of m over the planes before it.
    template <class Over, class Open, class Reach>
    void choose(Move& move, int index, int most, int lower, int upper, Over&& over, Open&& open,
                Reach&& reach) const {
        // One plane defines the step's end: a plane that parks, or the last one of the queue.
        const bool last = index == move.leaving - 1;
        if (last && move.users == move.leaving) most = 0;
        for (int m = 0; m <= most; ++m) {
            const int least = lower + std::max(0, m - 1);
            move.cells[index] = m;
            place(move, index, least, upper + m);
            if (over(move.next.end)) return;
            if (!open(move.next)) continue;
            if (last || m == 0) {  // m = 0: all planes behind it stop at the end as well
                if (legal(move, upper + m)) reach(move.next);
            } else {
                choose(move, index + 1, m, least, upper + m, over, open, reach);
            }
        }
    }

    /// Whether no work is negative, for all true stops within the cells.
    bool legal(const Move& move, int upper) const {
        const double longest = (move.sum + delta_ * upper) / move.users;
        const int most = move.leaving > 0 ? move.cells[0] : 0;
        return longest >= move.last && (most - 1) * delta_ <= longest - move.first;
    }

    /// Sets the label in which planes up to `index` have their cells and those behind have the cell
    /// of `index`, at no cost.
    void place(Move& move, int index, int lower, int upper) const {
        const int paid = stops_ == Stops::relaxed ? lower : upper;
        const double x = problem_.latency + (move.sum + delta_ * paid) / move.users;
        auto& debts = move.next.debts;
        move.next.end = move.label.end + x;
        int count = 0;
        for (int i = move.taken; i < move.queued; ++i)
            debts[count++] = std::max(0.0, move.label.debts[i] - x);
        for (int j = 0; j < move.leaving; ++j)
            debts[count++] = debt_of(move.cells[std::min(j, index)], move.users);
        std::fill(debts.begin() + count, debts.end(), 0.0);
    }
    double debt_of(int cell, int users) const {
        if (cell == 0) return 1;
        const double own = stops_ == Stops::relaxed ? delta_ / users : 0.0;
        return 1 - cell * delta_ + own;
    }

    const QueueProblem& problem_;
    double delta_;
    int cells_;
    Stops stops_;
};

/// Whether the exact state of a can be reached from b by idling and paying; then a is at least as
/// good.
inline bool dominates(const Label& a, const Label& b, int queued) {
    if (a.end > b.end) return false;
    const double ahead = b.end - a.end;
    for (int j = 0; j < queued; ++j)
        if (a.debts[j] > ahead && a.debts[j] - ahead > b.debts[j]) return false;
    return true;
}

/// The order that remove_dominated wants.
bool earlier(const Label& a, const Label& b);

/// Removes labels that another with the same parked planes dominates. Quadratic in each group;
/// only the first `compared` of a group are compared with.
void remove_dominated(std::vector<Label>& labels, int planes, std::size_t compared, Effort& effort);

/// Replaces neighbours by their componentwise minimum in (end, end + debts), until at most `cap`
/// labels are left or one per set of parked planes. The result stays below every true state.
void merge_labels(std::vector<Label>& labels, int planes, std::size_t cap, Effort& effort);

/// The states before the first step.
std::vector<Label> initial_labels(const QueueProblem& problem);

}  // namespace lightsweep::solvers::swot
