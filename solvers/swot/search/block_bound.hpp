#pragma once
// Lower bound for long runs of equal steps with pairwise different configurations (pairwise
// all-to-all), composed of bounds on short blocks.
//
// Cut the run into blocks and relax every cut with the same price b (priced_search.hpp). With
//
//     C_m   least cost of m inner steps: program + b * (advances at their start, debts at the end)
//     A_m   the same cost at the run's start (no advances) or, reversed in time, at its end
//
//     time >= A_p + A_q - b k + sum over the inner blocks of (C_m - b k)
//
// This holds for every way to cut, by weak duality in every cut. C_m and A_m come from a search
// over the m numbers of planes taken, bounded by the program of the first ones and by C or A of the
// rest. The gap per step falls about as 1 / m; the work grows by a half with every step of m.
//
// From a state with debts d the last r steps take at least B_r + b * (sum of d - k), where B_r is
// their best cut: inner blocks, then an A at the end. Reversed in time the run is the same.

#include "solvers/swot/problem/sequence_program.hpp"
#include "solvers/swot/problem/solution.hpp"

namespace lightsweep::solvers::swot {

/// Whether works are equal, no configuration occurs twice, and none is held at the start.
bool is_uniform(const QueueProblem& problem);

class BlockBound : public RestBound {
  public:
    /// Requires 0 <= price <= 1 / planes and a uniform `problem`.
    BlockBound(const QueueProblem& problem, double price);

    /// Extends the blocks by one step. False if the effort ended or longer blocks are of no use.
    bool grow(Effort& effort);
    /// Lower bound of the blocks so far [units].
    double lower_bound() const;
    double from(int step, std::uint64_t parked, const double* debts, int queued, double need,
                Effort&) override;
    double at_best(int step, std::uint64_t parked, double need) override;
    bool is_constant() const override { return true; }
    int longest() const { return static_cast<int>(inner_.size()) - 1; }

  private:
    void cut_tails();
    /// One search for C_m or A_m.
    struct Search {
        const std::vector<double>& rest;  ///< of shorter blocks
        double end_price;
        Effort& effort;
        SequenceProgram program{};
        double best = 1e300;
    };
    double least(Search search, int steps) const;
    void visit(Search& search, const QueueReplay& replay, double priced, int left) const;
    double lone_step(int taken, bool last, double end_price) const;

    const QueueProblem& problem_;
    double price_;
    std::vector<double> inner_{0.0};  ///< C_m - b k
    std::vector<double> outer_{0.0};  ///< A_m - b k
    std::vector<double> tail_{0.0};   ///< [r] B_r - b k; 0 for r = 0
};

}  // namespace lightsweep::solvers::swot
