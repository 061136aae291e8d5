#pragma once
// The transfers that happen at the same time: one permutation, or a union of several (a multi-port
// step), with the same bytes per sender unless they have weights.

#include <span>

#include "kernels/permutations/permutation.hpp"

namespace lightsweep::kernels {

/// A view of permutations on the same nodes, which must outlive it. Equal permutations count as
/// often as they occur.
class Demand {
  public:
    Demand(const Permutation& only) : first_(&only) {}  // NOLINT: one permutation is a demand
    Demand(const Permutation& first, std::span<const Permutation> others,
           std::span<const double> weights = {})
        : first_(&first), others_(others), weights_(weights) {}

    Node nodes() const { return first_->size(); }
    std::size_t size() const { return 1 + others_.size(); }
    const Permutation& operator[](std::size_t i) const { return i == 0 ? *first_ : others_[i - 1]; }

    /// Bytes of a permutation relative to the largest; most measures count permutations alone
    /// (kernels::flow_of in kernels/cost/step_costs.hpp).
    double weight(std::size_t i) const { return weights_.empty() ? 1.0 : weights_[i]; }

    /// True if no node sends.
    bool is_idle() const;
    /// The only permutation that is not idle; null if there is none or more than one.
    const Permutation* single() const;
    /// Largest number of transfers that one node sends or receives; it moves that many times the
    /// bytes of one transfer. O(permutations) unless one is a list, else O(nodes * permutations).
    std::int64_t width() const;
    /// Largest number of different nodes that one node sends to or receives from.
    std::int64_t most_peers() const;

  private:
    const Permutation* first_;
    std::span<const Permutation> others_{};
    std::span<const double> weights_{};
};

}  // namespace lightsweep::kernels
