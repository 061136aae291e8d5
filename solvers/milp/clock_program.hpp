#pragma once
// The best shares of the steps' work when it is known who sends in each step: a linear program over
// clocks. A sender is a plane, or a group of planes.
//
// minimise E_last over the ends E_i of the steps and, for every sender g of step i, its end F_g and
// its share q_g >= 0 of the work:
//
//     sum of amount_g q_g >= work,    F_g - slowness_g q_g >= E_(i-1) + wait_i + latency_g
//     E_i >= F_g,                     F_g - slowness_g q_g >= F_before + wait_g + latency_g
//
// The last kind of row is for planes that change after an earlier sender's end. F_g is written as
// E_i less a lead, so that it needs no row of its own.

#include <optional>

#include "solvers/milp/linear_program.hpp"

namespace lightsweep::solvers::milp {

/// All times in one unit, scaled to about 1.
class ClockProgram {
  public:
    struct End {
        int step, lead;  ///< columns
        bool operator==(const End&) const = default;
    };
    struct Sender {
        End end;
        int share;  ///< column
        double slowness, latency;
    };
    struct Optimum {
        std::vector<double> x;
        double bound;  ///< of E_last, proven by the rows' multipliers; -unbounded without a horizon
    };

    /// The next step begins so long after the end of the one before, or after time 0.
    void add_step(double wait);
    /// Work of the last step; returns its row.
    int add_work(double work);
    Sender add_sender(int work, double amount, double slowness, double latency);
    /// The sender begins at least `wait` after an earlier one's end; nothing: after time 0.
    void begin_after(const Sender& sender, const std::optional<End>& before, double wait);

    bool is_empty() const { return program_.n_columns() == 0; }
    /// horizon: no time or share of an optimum exceeds it. Throws std::runtime_error if no optimum
    /// is found.
    Optimum solve(double horizon = unbounded);

  private:
    int add_begin(const Sender& sender, double wait);

    LinearProgram program_;
    std::optional<int> before_, end_;  ///< columns of E_(i-1) and E_i
    double wait_ = 0;
};

}  // namespace lightsweep::solvers::milp
