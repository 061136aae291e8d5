#pragma once
// A linear program that gains columns and is solved again from its last basis by Clp's primal
// simplex: column generation. Use one per thread; the result depends on the columns only.

#include <memory>
#include <span>

namespace lightsweep::solvers::milp {

/// Minimises objective * x, x >= 0, subject to row bounds.
class GrowingProgram {
  public:
    /// Starts with rows lower <= ... <= upper and no columns; bounds may be infinite.
    GrowingProgram(std::span<const double> row_lower, std::span<const double> row_upper);
    ~GrowingProgram();
    GrowingProgram(const GrowingProgram&) = delete;
    GrowingProgram& operator=(const GrowingProgram&) = delete;

    /// Adds a column x >= 0 that takes part from the next solve on.
    void add_column(double objective, std::span<const int> rows,
                    std::span<const double> coefficients);
    /// Values of the columns that the next solve starts from; it is quick if they are nearly
    /// optimal.
    void start_from(std::span<const double> values);
    /// True if the optimum was proven within `iterations` simplex iterations. Calls the checkpoint
    /// at each of them and passes its exception on.
    bool solve(int iterations);
    /// Simplex iterations of the last solve.
    int iterations() const;
    /// Values of the columns and multipliers of the rows after the last solve.
    std::span<const double> columns() const;
    std::span<const double> multipliers() const;

  private:
    void add_waiting();
    struct Model;
    std::unique_ptr<Model> model_;
};

}  // namespace lightsweep::solvers::milp
