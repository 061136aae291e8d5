#pragma once
// The least total length of the transfers that bring one atom to n nodes over one lane whose
// topology changes.
//
// One lane is a permutation: every node lies on a cycle, has one circuit, and a transfer over h
// hops has length h. Between two changes lies a stretch of s steps on one permutation. The nodes
// that hold the atom when it begins are roots; its transfers form trees, one at each root. A tree
// of L nodes lies on a cycle, so that it is at least as long as a broadcast to L - 1 others on a
// directed ring in s steps, len(L, s) (broadcast_length.hpp). len is convex in L, so that trees of
// as equal numbers of nodes as possible cost least: from g nodes to g' >= g,
//
//   cost(g, g', s) = (g - g' mod g) len(floor(g'/g), s) + (g' mod g) len(floor(g'/g) + 1, s).
//
// With R changes there are R + 1 stretches, the first of which is on the base and may be empty. The
// least length over all divisions of the S steps and all numbers of nodes after each stretch is
//
//   F(S, R) = min over s_0 + .. + s_R = S and 1 = g_0 <= .. <= g_{R+1} = n of sum cost(g_i,
//   g_{i+1}, s_i).
//
// Backwards in time, the last transfers towards a node form such trees on the permutations
// backwards.

#include <cstdint>
#include <vector>

namespace lightsweep::kernels {

class StretchLengths {
  public:
    /// Beyond so many nodes it takes seconds.
    static constexpr std::int64_t most_nodes = 256;

    /// Those of n in 2..most_nodes, worked out once per process.
    static const StretchLengths& of_nodes(std::int64_t n);

    explicit StretchLengths(std::int64_t n);

    /// F for changes in 1..ceil(log2 n) [links]; infinite if so few steps do not reach n nodes.
    double of(std::int64_t steps, std::int64_t changes) const;

  private:
    std::int64_t n_;
    std::vector<std::vector<double>> lengths_{};  ///< [changes - 1][steps]; n - 1 beyond
};

}  // namespace lightsweep::kernels
