#pragma once
// What the nodes send at the same time: one permutation, or a union of several, each with the same
// bytes per sender (a multi-ported step).

#include <span>
#include <vector>

#include "kernels/permutation.hpp"

namespace lightsweep::kernels {

/// A view of permutations of the same nodes; they must outlive it. Equal permutations count as
/// often as they occur.
class Demand {
  public:
    Demand(const Permutation& only) : first_(&only) {}  // NOLINT: one permutation is a demand
    Demand(const Permutation& first, std::span<const Permutation> others)
        : first_(&first), others_(others) {}

    Node nodes() const { return first_->size(); }
    std::size_t size() const { return 1 + others_.size(); }
    const Permutation& operator[](std::size_t i) const { return i == 0 ? *first_ : others_[i - 1]; }

    /// Nobody sends.
    bool is_idle() const;
    /// The one permutation that is not idle, if there is exactly one; null otherwise.
    const Permutation* single() const;
    /// Most transfers that one node sends or receives: it has that many times the bytes of one.
    /// O(permutations) if all are shifts or all exclusive-ors, O(nodes * permutations) otherwise.
    std::int64_t width() const;
    /// Most different nodes that one node sends to or receives from.
    std::int64_t most_peers() const;

  private:
    const Permutation* first_;
    std::span<const Permutation> others_{};
};

}  // namespace lightsweep::kernels
