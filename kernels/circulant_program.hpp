#pragma once
// The small linear program of kernels/circulant_flow.hpp, for one shift.
//
//   minimise D  subject to  c_g D - sum of lambda_k k_g - s_g = 0 for every class g,
//                           sum of lambda_k = 1,  lambda, s >= 0
//
// over the counts k entered so far. The row multipliers of the classes are the weights y.

#include <cstdint>
#include <vector>

#include "kernels/permutation.hpp"

namespace lightsweep::kernels {

/// A dense simplex with explicit inverse. D is always in the basis, beside one variable per class:
/// a walk or a slack, each in a slot.
class CirculantProgram {
  public:
    /// The capacities must outlive this.
    explicit CirculantProgram(const std::vector<double>& capacities);

    /// Begins anew, with the one walk given.
    void start(const std::vector<Node>& counts);

    /// Minimum over the walks entered, and its weights.
    double value() const { return weights_[classes()]; }
    double weight(std::size_t g) const { return weights_[g]; }
    /// Adds a walk and returns to the optimum. False if it does not lower the value.
    bool enter(const std::vector<Node>& counts);

    /// Calls body(count) for every walk in use, count(g) steps of class g.
    template <typename Body>
    void for_each_walk(const Body& body) const {
        for (std::size_t slot = 0; slot < classes(); ++slot)
            if (is_walk_[slot])
                body([this, slot](std::size_t g) { return walks_[slot * classes() + g]; });
    }
    /// The mean counts of the walks in use, recomputed from them: certifies max of x_g / c_g.
    double certified_value() const;

  private:
    std::size_t classes() const { return capacities_.size(); }
    double share(std::size_t slot) const { return inverse_[classes() * slots_ + slot]; }
    void store(std::size_t slot, const std::vector<Node>& counts);
    std::size_t leaving_slot();
    /// Takes the column into the basis; the slot that it takes, or no slot if it has no effect.
    std::size_t pivot();
    void restore();

    const std::vector<double>& capacities_;
    std::size_t slots_;            ///< one per class, padded
    std::vector<double> weights_;  ///< multipliers of D
    std::vector<double> inverse_;  ///< [row][slot]: rows of the classes, then of the sum of shares
    std::vector<Node> walks_;      ///< [slot][class]: counts
    std::vector<char> is_walk_;    ///< [slot]: or a slack
    std::vector<double> column_;   ///< [row] of the variable that enters
    std::vector<double> direction_, ratio_;  ///< [slot], see PivotTask
    int stalled_ = 0;                        ///< walks entered since the value last fell
    std::uint32_t dice_ = 1;
};

}  // namespace lightsweep::kernels
