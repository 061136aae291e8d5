#pragma once
// Schedules of one iteration on base and own circuits, all lanes changing together.
//
// Before step i all nodes compute for a_i, from the time C on when the step before has ended or, if
// the entry before overlaps, when its first step began. A change takes D from the end E of the step
// before:
//
//   start_i = max(E + D if the circuits change, C + a_i)
//
// addanki-overlap is the optimum over base or own circuits in every step. Without entries that
// overlap C = E, and the least E of either state is enough, O(steps):
//
//   f_i(x) = cost_i(x) + min( f_{i-1}(x) + a_i,  min over y of f_{i-1}(y) + max(a_i, D) )
//
// Otherwise all pairs (E, C) that are not dominated are kept. Limit case: without computation it is
// `addanki` of the whole sequence.

#include <vector>

namespace lightsweep::sweeps {

/// What one iteration costs on base and own circuits, step by step [s].
struct IterationCosts {
    /// What stands: other: circuits that are neither the base nor those of the first step.
    enum class Start { free, base, other, periodic };
    std::vector<double> base{}, own{}, computation{};
    std::vector<bool> stands{};    ///< the own circuits are those of the step before
    std::vector<bool> begins{};    ///< the first step of its entry
    std::vector<bool> overlaps{};  ///< the next entry's computation begins with this entry
    double delay = 0;
    Start start = Start::base;
};

/// Decisions of an iteration, replayed: when the computation or change before every step begins,
/// when the step starts and ends [s].
struct IterationLine {
    std::vector<double> begins, computed, ends;
    int changes = 0;
    double start = 0;          ///< of the first step
    double bound = -1;         ///< that the search has proven; negative: none
    bool leaves_base = false;  ///< own circuits stand behind the last step
    double end() const { return ends.back(); }
};
IterationLine line_of(const IterationCosts& costs, const std::vector<bool>& own);

/// Which steps run on own circuits, for the least time.
std::vector<bool> best_choice(const IterationCosts& costs);

}  // namespace lightsweep::sweeps
