#pragma once
// Small dense linear programs of covering kind: minimise c x, x >= 0, A x >= r with c >= 0. The
// slack basis is dual feasible, so a dual simplex on the full tableau needs no first phase. Rows
// remember the range of columns in which they are not 0: programs whose columns are in the order of
// time, and whose rows span few steps, cost what a banded one does.

#include <cstdint>
#include <vector>

namespace lightsweep::solvers::swot {

class CoveringProgram {
  public:
    /// Starts anew with so many rows (0 >= 0) and columns of cost 0; memory is kept.
    void reset(int rows, int columns);
    double& cost(int column) { return cost_[column]; }
    void set_entry(int row, int column, double value);
    double& right(int row) { return right_[row]; }

    /// The optimum's x, one per column; nothing that can be asked of the program remains. Rows must
    /// have a solution; throws std::runtime_error after 50 (rows + columns) + 1000 pivots. Costs
    /// are made distinct by up to 1e-9 against degeneracy: c x exceeds the minimum by no more than
    /// 1e-9 * sum of x. Gives up beyond so much work(): no x then.
    const std::vector<double>& solve(std::int64_t most_work = INT64_MAX);

    /// Entries that the pivots of the last solve() went over.
    std::int64_t work() const { return work_; }

  private:
    struct Range {
        int begin, end;
    };
    int leaving_row() const;
    int entering_column(int row) const;
    void pivot(int row, int column);
    void add_multiple(int to, int from, double factor);

    int rows_ = 0, columns_ = 0;
    std::int64_t work_ = 0;
    std::vector<double> tableau_;  ///< rows of A; negated and updated while it is solved
    std::vector<double> right_;    ///< r, likewise
    std::vector<Range> ranges_;    ///< per row: columns that may be other than 0
    std::vector<double> cost_, x_;
    std::vector<int> basis_, at_;  ///< variable of each row, and of each column (slacks after x)
};

}  // namespace lightsweep::solvers::swot
