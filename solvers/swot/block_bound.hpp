#pragma once
// A lower bound for long runs of equal steps with configurations that are all different (pairwise
// all-to-all), from short blocks of them.
//
// Cut the run into blocks and relax every cut with the same price b (priced_search.hpp). With
//
//     C_m   least cost of m steps inside: program + b * (advances at their start, debts at their
//           end)
//     A_m   the same at the run's start (no advances) or, reversed in time, at its end
//
//     time >= A_p + A_q - b k + sum over the inner blocks of (C_m - b k)
//
// for every way to cut: weak duality in every cut. C_m and A_m come from a search over the m
// numbers of planes taken, bounded by the program of the first ones and C or A of those that are
// left. The gap per step falls about as 1 / m, the work grows by a half with every step of m.
//
// From a state with debts d the last r steps take at least  B_r + b * (sum of d - k),  B_r the best
// cut of them: inner blocks, then an A at the end. Reversed in time the run is the same.

#include "solvers/swot/effort.hpp"
#include "solvers/swot/rest_bound.hpp"
#include "solvers/swot/sequence_program.hpp"

namespace lightsweep::solvers::swot {

/// Equal works, no configuration twice, none held at the start.
bool is_uniform(const QueueProblem& problem);

class BlockBound : public RestBound {
  public:
    /// 0 <= price <= 1 / planes; `problem` is uniform.
    BlockBound(const QueueProblem& problem, double price, Effort& effort);

    /// Blocks longer by one step. False if the effort ended, or no longer ones are of use.
    bool grow();
    /// Of the blocks so far [units].
    double lower_bound() const;
    double from(int step, std::uint64_t parked, const double* debts, int queued,
                double need) override;
    double at_best(int step, std::uint64_t parked, double need) override;
    int longest() const { return static_cast<int>(inner_.size()) - 1; }

  private:
    void cut_tails();
    double least(const std::vector<double>& rest, double end_price, int steps);
    void visit(const std::vector<double>& rest, double end_price, const QueueReplay& replay,
               double priced, int left, double& best);
    double lone_step(int taken, bool last, double end_price) const;

    const QueueProblem& problem_;
    double price_;
    Effort& effort_;
    SequenceProgram program_;
    std::vector<double> inner_{0.0};  ///< C_m - b k
    std::vector<double> outer_{0.0};  ///< A_m - b k
    std::vector<double> tail_{0.0};   ///< [r] B_r - b k; 0 for r = 0
};

}  // namespace lightsweep::solvers::swot
