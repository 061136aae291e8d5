#pragma once
// A linear program that gains columns and is solved again from where it stood, through Clp's primal
// simplex: column generation. One per thread; what it returns depends on its columns alone.

#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace lightsweep::solvers::milp {

/// minimise objective * x, x >= 0, subject to row bounds.
class GrowingProgram {
  public:
    /// Rows lower <= ... <= upper, without columns yet; infinite bounds allowed.
    GrowingProgram(std::span<const double> row_lower, std::span<const double> row_upper);
    ~GrowingProgram();
    GrowingProgram(const GrowingProgram&) = delete;
    GrowingProgram& operator=(const GrowingProgram&) = delete;

    /// Adds a column x >= 0 that takes part from the next solve on.
    void add_column(double objective, std::span<const int> rows,
                    std::span<const double> coefficients);
    /// False unless the optimum was proven within `iterations` simplex iterations. checkpoint, if
    /// any, is called at each; what it throws ends the solve and is thrown on.
    bool solve(int iterations, const std::function<void()>& checkpoint = {});
    /// Simplex iterations of the last solve.
    int iterations() const;
    /// Of the last solve.
    std::span<const double> columns() const;
    std::span<const double> multipliers() const;

  private:
    struct Model;
    std::unique_ptr<Model> model_;
};

}  // namespace lightsweep::solvers::milp
