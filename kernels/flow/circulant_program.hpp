#pragma once
// The small linear program behind kernels/flow/circulant_batch.hpp, for one shift:
//
//   minimise D  subject to  c_g D - sum of lambda_k k_g - s_g = 0 for every class g,
//                           sum of lambda_k = 1,  lambda, s >= 0
//
// over the counts k entered so far. The row multipliers of the classes are the weights y. A program
// of five classes and ten walks takes 1 us; Clp (solvers/milp, above this folder) takes 86 us for
// one of five rows.

#include <cstdint>
#include <vector>

#include "kernels/permutations/permutation.hpp"

namespace lightsweep::kernels {

/// A dense simplex method with explicit inverse. The basis always holds D, and one variable per
/// class, each in a slot: a walk or a slack.
class CirculantProgram {
  public:
    /// Keeps a reference: the capacities must outlive this object.
    explicit CirculantProgram(const std::vector<double>& capacities);

    /// Starts a new program with one walk.
    void start(const std::vector<Node>& counts);

    /// Minimum over the walks entered, and the weights that prove it.
    double value() const { return weights_[classes()]; }
    double weight(std::size_t g) const { return weights_[g]; }
    /// Adds a walk and returns to the optimum. False if the walk does not lower the value.
    bool enter(const std::vector<Node>& counts);

    /// Calls body(count) for every walk in use; count(g) is its number of steps of class g.
    template <typename Body>
    void for_each_walk(const Body& body) const {
        for (std::size_t slot = 0; slot < classes(); ++slot)
            if (is_walk_[slot])
                body([this, slot](std::size_t g) { return walks_[slot * classes() + g]; });
    }
    /// max of x_g / c_g, recomputed from the mean counts x of the walks in use: a certificate.
    double certified_value() const;

  private:
    std::size_t classes() const { return capacities_.size(); }
    double share(std::size_t slot) const { return inverse_[classes() * slots_ + slot]; }
    void store(std::size_t slot, const std::vector<Node>& counts);
    std::size_t leaving_slot();
    /// Takes the column into the basis. Returns the slot that it takes, or no slot if it has no
    /// effect.
    std::size_t pivot();
    void restore();

    const std::vector<double>& capacities_;
    std::size_t slots_;            ///< number of slots: one per class, padded
    std::vector<double> weights_;  ///< multipliers of D
    /// [row][slot]: one row per class, then the row of the sum of shares.
    std::vector<double> inverse_;
    std::vector<Node> walks_;                ///< [slot][class]: counts
    std::vector<char> is_walk_;              ///< [slot]: a walk (true) or a slack
    std::vector<double> column_;             ///< [row]: column of the variable that enters
    std::vector<double> direction_, ratio_;  ///< [slot], see PivotTask
    int stalled_ = 0;                        ///< walks entered since the value last fell
    std::uint32_t dice_ = 1;
};

}  // namespace lightsweep::kernels
