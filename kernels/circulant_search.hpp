#pragma once
// The shortest walk to one residue of a circulant, by enumeration of short walks: faster than all
// residues at once where every class has weight, O(n^((axes - 1) / axes)).

#include "kernels/permutation.hpp"

namespace lightsweep::kernels {

/// Offsets a and -a form one axis: no shortest walk steps both ways. Along the first axis the count
/// follows from the residue left, along the others all counts within the budget are tried. What is
/// left of a walk is at least s times its length under reference weights r, if s r <= the weights.
class CirculantSearch {
  public:
    CirculantSearch(Node n, const std::vector<Node>& offsets, std::vector<double> reference);

    /// How many combinations a search within the budget may try, roughly.
    double effort(const std::vector<double>& weights, double budget) const;
    /// Finds the shortest walk to t that is shorter than the budget; its length, or the budget if
    /// there is none. The weights must be such that effort() is acceptable.
    double shortest(Node t, const std::vector<double>& weights, double budget);
    /// Counts of the walk found last, one per class.
    const std::vector<Node>& counts() const { return best_counts_; }

  private:
    struct Axis {
        Node offset;
        int forward, backward;  ///< classes; backward -1 if there is none
        Node order;             ///< steps until the residue comes back
    };
    void search(std::size_t axis, Node rest, double length);
    void walk(std::size_t axis, int cls, Node step, Node rest, double length);
    void finish(int cls, Node count, double length);

    Node n_;
    std::vector<Axis> axes_;
    std::vector<Node> first_steps_;  ///< along axis 0 to every residue; -1 if it is not on the way
    std::vector<double> reference_;  ///< weights
    std::vector<double> reference_length_;  ///< of the shortest walk to every residue
    double scale_ = 0;
    const double* weights_ = nullptr;
    double best_ = 0;
    std::vector<Node> counts_, best_counts_;
};

}  // namespace lightsweep::kernels
