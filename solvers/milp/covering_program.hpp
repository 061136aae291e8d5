#pragma once
// Small dense linear programs of covering kind: minimise c x subject to x >= 0, A x >= r, with c >=
// 0. The slack basis is dual feasible, so a dual simplex on the full tableau needs no first phase.
// Rows remember the range of their non-zero columns: a program whose columns are ordered in time
// and whose rows span few steps costs as much as a banded one.

#include <cstdint>
#include <memory>
#include <vector>

#include "solvers/milp/linear_program.hpp"

namespace lightsweep::solvers::milp {

class CoveringProgram {
  public:
    /// Starts a new program with so many rows (0 >= 0) and columns of cost 0; the memory is kept.
    void reset(int rows, int columns);
    /// Starts with a program's columns and its rows as lower bounds: other bounds are not looked
    /// at.
    void reset(const LinearProgram& program);
    double& cost(int column) { return cost_[column]; }
    void set_entry(int row, int column, double value);
    double& right(int row) { return right_[row]; }

    /// The optimal x, one value per column; the program itself is used up then. The rows must
    /// have a solution; throws std::runtime_error after 50 (rows + columns) + 1000 pivots. Against
    /// degeneracy, costs are made distinct by up to 1e-9, so c x exceeds the minimum by at most
    /// 1e-9 * sum of x. Gives up beyond most_work entries (see work()) and then returns no x.
    const std::vector<double>& solve(std::int64_t most_work = INT64_MAX);

    /// Multipliers of the rows after solve(), for the costs as they were given.
    std::vector<double> multipliers() const;

    /// Number of tableau entries that the pivots of the last solve() visited.
    std::int64_t work() const { return work_; }

  private:
    struct Range {
        int begin, end;
    };
    double* line(int row) const {
        return tableau_.get() + static_cast<std::size_t>(row) * columns_;
    }
    /// Makes a row's range hold these columns too; new ones are 0.
    void widen(int row, Range by);
    int leaving_row() const;
    int entering_column(int row) const;
    void pivot(int row, int column);
    void add_multiple(int to, int from, double factor);

    int rows_ = 0, columns_ = 0;
    std::int64_t work_ = 0;
    /// Rows of A, negated, and updated during the solution. Outside of a row's range its entries
    /// are 0 and not written: of a large program most memory is never touched.
    std::unique_ptr<double[]> tableau_;
    std::size_t entries_ = 0;    ///< that the tableau has room for
    std::vector<double> right_;  ///< r, treated in the same way
    std::vector<Range> ranges_;  ///< per row: range of columns that may be non-zero
    std::vector<double> cost_, x_;
    std::vector<double> exact_;    ///< the costs as they were given, updated as cost_ is
    std::vector<int> basis_, at_;  ///< variable of each row; row of each variable (slacks after x)
};

}  // namespace lightsweep::solvers::milp
