#pragma once
// Matchings between senders and receivers: complete ones among allowed pairs, and heaviest ones.

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/permutations/permutation.hpp"

namespace lightsweep::kernels {

/// Pairs that are allowed, one bit each.
class PairSet {
  public:
    explicit PairSet(Node n);
    void set(Node row, Node column, bool allowed);
    std::span<const std::uint64_t> row(Node row) const {
        return {bits_.data() + static_cast<std::size_t>(row) * words_, words_};
    }

  private:
    std::size_t words_;
    std::vector<std::uint64_t> bits_;
};

/// A matching that grows along augmenting paths (Kuhn): rows in ascending order, depth first,
/// columns in ascending order, so that it is the same everywhere. O(n^3 / 64) where few rows are
/// free.
class GrowingMatching {
  public:
    explicit GrowingMatching(Node n);
    /// Column of every row; -1: none.
    const std::vector<Node>& columns() const { return column_; }
    void drop(Node row);
    /// Matches all rows that are free; false at the first one that cannot be. What is matched then
    /// stays matched.
    bool complete(const PairSet& allowed);

  private:
    bool augment(Node row, const PairSet& allowed);

    std::vector<Node> column_, row_;
    std::vector<std::uint64_t> seen_;
};

/// A heaviest matching of all rows, weights >= 0 at [row * n + column], by shortest augmenting
/// paths (Kuhn 1955; Jonker and Volgenant 1987). O(n^3), much less where the first prices match
/// many rows. prices: as below; they choose among equal matchings only.
std::vector<Node> heaviest_matching(Node n, std::span<const std::int64_t> weights,
                                    std::vector<std::int64_t>& prices);

/// A matching of all rows whose weight is within n * auction_step of the heaviest (Bertsekas's
/// auction, 1988): rows bid for columns. Weights are 0 to auction_scale. prices: of the columns for
/// similar weights, to start with; receives the new ones; empty: none yet.
std::vector<Node> auctioned_matching(Node n, std::span<const std::int32_t> weights,
                                     std::vector<std::int32_t>& prices);
inline constexpr std::int32_t auction_scale = 1 << 20, auction_step = auction_scale / 64;

}  // namespace lightsweep::kernels
