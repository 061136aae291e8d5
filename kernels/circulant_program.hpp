#pragma once
// The small linear program of kernels/circulant_flow.hpp, for one shift, and its pricing.
//
//   minimise D  subject to  c_g D - sum of lambda_k k_g - s_g = 0 for every class g,
//                           sum of lambda_k = 1,  lambda, s >= 0
//
// over the counts k entered so far. The row multipliers of the classes are the weights y.

#include "kernels/permutation.hpp"

namespace lightsweep::kernels {

/// min y k and an arg min, for every residue of a circulant: one pass over the residues per class.
class ResidueDistances {
  public:
    ResidueDistances(Node n, std::vector<Node> offsets);

    /// Weights y >= 0, one per class.
    void price(const std::vector<double>& weights);
    double distance(Node t) const { return distance_[t]; }
    /// The counts of a shortest walk to t.
    void counts(Node t, std::vector<Node>& result) const;

  private:
    /// The residue from which a class was stepped along, and how often.
    struct Step {
        Node from, count;
    };
    void relax(std::size_t index, double weight);

    Node n_;
    std::vector<Node> offsets_;
    std::vector<double> distance_;
    std::vector<std::vector<Step>> stages_;  ///< of each class, when it was relaxed
};

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
    void restore();

    const std::vector<double>& capacities_;
    std::size_t rows_;
    std::vector<double> inverse_;  ///< of the basis; row 0 belongs to D
    std::vector<Variable> basis_;  ///< from row 1 on
};

}  // namespace lightsweep::kernels
