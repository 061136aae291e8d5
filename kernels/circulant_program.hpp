#pragma once
// The small linear program of kernels/circulant_flow.hpp, for one shift.
//
//   minimise D  subject to  c_g D - sum of lambda_k k_g - s_g = 0 for every class g,
//                           sum of lambda_k = 1,  lambda, s >= 0
//
// over the counts k entered so far. The row multipliers of the classes are the weights y.

#include <vector>

#include "kernels/permutation.hpp"

namespace lightsweep::kernels {

/// A dense simplex with explicit inverse: classes + 1 rows.
class CirculantProgram {
  public:
    /// Starts from the one walk given. The capacities must outlive this.
    CirculantProgram(const std::vector<double>& capacities, const std::vector<Node>& counts);

    /// Minimum over the walks entered, and its weights.
    double value() const { return multiplier(0, rows_ - 1); }
    double weight(std::size_t g) const { return multiplier(0, g); }
    /// Adds a walk and returns to the optimum. False if it does not lower the value.
    bool enter(const std::vector<Node>& counts);
    /// Calls body(counts) for every walk in use.
    template <typename Body>
    void for_each_walk(const Body& body) const {
        for (const auto& variable : basis_)
            if (variable.slack < 0) body(variable.counts);
    }
    /// The mean counts of the walks in use, recomputed from them: certifies max of x_g / c_g.
    double certified_value() const;

  private:
    struct Variable {
        int slack;                 ///< class of a slack, -1 for a walk
        std::vector<Node> counts;  ///< of a walk
    };
    double multiplier(std::size_t row, std::size_t column) const {
        return inverse_[row * rows_ + column];
    }
    std::vector<double> column_of(const Variable& variable) const;
    bool pivot(Variable entering);
    std::size_t leaving_row(const std::vector<double>& direction);
    void restore();

    const std::vector<double>& capacities_;
    std::size_t rows_;
    std::vector<double> inverse_;  ///< of the basis; row 0 belongs to D
    std::vector<Variable> basis_;  ///< from row 1 on
    int stalled_ = 0;              ///< walks entered since the value last fell
    std::uint32_t dice_ = 1;
};

}  // namespace lightsweep::kernels
