#pragma once
// Linear and 0-1 programs through COIN-OR's Clp and CBC. Every call makes its own model and keeps
// nothing, so a result depends on the program only.
//
// Scale the data to about 1: Clp's tolerances are absolute (1e-7).

#include <limits>
#include <vector>

namespace lightsweep::solvers::milp {

inline constexpr double unbounded = std::numeric_limits<double>::infinity();

/// A program: minimise objective * x subject to row bounds and column bounds.
class LinearProgram {
  public:
    /// Adds a column; returns its index. lower may be -unbounded, upper unbounded.
    int add_column(double objective, double lower, double upper, bool integer = false);
    /// Adds lower <= sum of coefficient * column <= upper; returns the row's index.
    int add_row(double lower, double upper);
    void set(int row, int column, double coefficient);

    int n_columns() const { return static_cast<int>(objective_.size()); }
    int n_rows() const { return static_cast<int>(row_lower_.size()); }

    /// A lower bound on the minimum, proven by any row multipliers y: the value of the Lagrangian
    /// relaxation, sum of y * (row bound) + sum over columns of the least (c - yA) x. Multipliers
    /// that point at an infinite bound count as 0. -unbounded if a free column has a reduced cost.
    double lagrangian_bound(const std::vector<double>& multipliers) const;

    std::vector<double> objective_, lower_, upper_;
    std::vector<bool> integer_;
    std::vector<double> row_lower_, row_upper_;
    std::vector<int> entry_row_, entry_column_;
    std::vector<double> entry_value_;
};

enum class Outcome { optimal, infeasible, budget };

struct Solution {
    Outcome outcome = Outcome::infeasible;
    std::vector<double> x;
    std::vector<double> multipliers;  ///< multipliers of the rows, at the (root) linear relaxation
    /// Lower bound proven by those multipliers; after branch and bound that ended, the value of x
    /// less 1e-9.
    double bound = -unbounded;
    long nodes = 0;  ///< branch and bound nodes; 0: the relaxation was integral
};

/// Solves the linear relaxation by Clp's dual simplex. Throws std::runtime_error if Clp stops
/// without proving optimality or infeasibility.
Solution solve_relaxation(const LinearProgram& program);

/// Solves the 0-1 program by CBC's branch and bound with at most max_nodes nodes; the result is the
/// same on every machine. Throws as solve_relaxation does. Outcome::budget means that the nodes ran
/// out; x is then the best solution found, or empty. start: columns of a feasible point to begin
/// with, if not empty.
Solution solve_integer(const LinearProgram& program, int max_nodes,
                       const std::vector<double>& start = {});

}  // namespace lightsweep::solvers::milp
