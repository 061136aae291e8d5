#pragma once
// The least total length of the transfers that bring one atom of data from a node to others on a
// ring or a torus, in a given number of steps.
//
// In a step a node sends to at most k peers, and every transfer has its length in links. One atom
// is to reach L - 1 others in s steps. Write the numbers of s digits with the digits' weights:
//
//   one way    digits 0, 1, 2, ..., k                (a directed ring)
//   both ways  digits 0, 1, 1, 2, 2, ..., k/2, k/2   (a ring, k even)
//
// The least length is the sum of the L smallest digit sums.
//
// Proof, one way. The first receipts form a tree. Unroll the ring from the source and close gaps;
// both only shorten. The root's sends of step 1 go to heads c_1 < .. < c_j, j <= k; T_i is what
// head i informs in the s - 1 steps left, T_0 is the rest. A transfer's length is the number of
// nodes that it passes. Under the edges inside T_i lie its own nodes: at least len(L_i, s - 1).
// Take two trees with heads in the order i < j, the root first. Nodes of T_i left of c_j lie under
// the edge from the root to c_j; those between c_j and the last node of T_j lie under an edge of
// T_j; if a node of T_i is right of all of T_j, all of T_j lies under edges of T_i. So every pair
// adds min(L_i, L_j), and the sum of these minima is the least over assignments of the weights
// 0..k of the sum of weight times size. This is a min-plus convolution of convex functions, whose
// increments merge: the increments of s are those of s - 1 plus 0, 1, .., k. Nested intervals
// attain it.
//
// Proof, both ways. The same decomposition; of two trees the one that reaches farther covers the
// labels of the other on either side, so that a pair adds min of the nodes on the right plus min of
// those on the left. Its dual prices follow the merge of both sides' increments by induction over
// the steps, which gives the stated digits. Exhaustive search for n <= 7 agrees
// (tests/unit/broadcast_length_test.cpp).
//
// On a torus of two dimensions L nodes cost at least L - 1 + E, where the extra length E is bounded
// by what far transfers gain. Let a node v that is informed in step t, from u at distance l, have
// the ball B_v of radius r = s - t; the source's has radius s. Informed nodes lie in their own
// balls, so that L is at most the size of the union. u was informed before v: the ball of radius
// r + 1 around u lies in B_u, so that v adds at most the nodes within r of v that are not within
// r + 1 of u. In the coordinates x + y and x - y of Z^2 balls are squares, whose points have
// coordinates of equal parity. The square around v sticks out farthest where both coordinates of v
// are l: along an axis. Of its (r + 1)^2 + r^2 points, those with both coordinates up to r + 1 are
// ceil(N/2)^2 + floor(N/2)^2, N = 2r + 2 - l. So the extra links of v add 2r + 1 nodes, then twice
// 2r - 1, twice 2r - 3, .., twice 1; on a torus no more. In step t at most k (k+1)^(t-1) nodes are
// informed. Hence E is at least the cost of L - ball(s) nodes, of which an extra link adds as many
// as it can: the cheapest first. The length of one tree is a whole number.
//
// Of step 1 more is known on a torus of few nodes: the most nodes that the balls of the source and
// of at most k first receivers hold, for every number of extra links of the first transfers, are
// found by trying all sets of receivers (first_sends.hpp). Their concave hull takes the place of
// what the lemma says of step 1.

#include <cstdint>
#include <vector>

#include "kernels/topologies/hop_distance.hpp"

namespace lightsweep::kernels {

/// Lengths on one base for up to n nodes. Any other base than these has length L - 1, which holds
/// everywhere: every transfer takes at least one link.
class BroadcastLength {
  public:
    enum class Base : std::uint8_t { directed_ring, ring, torus, any };

    /// n in 1..2^30 nodes, k >= 1 peers in a step. lengths: of a torus, its distances.
    BroadcastLength(Base base, std::int64_t n, std::int64_t k, const PathLengths& lengths = {});

    /// Length for `nodes` of the n nodes, the source among them, in that many steps [links];
    /// infinite if so few steps do not reach them.
    double of(std::int64_t nodes, std::int64_t steps) const;
    /// The most nodes, up to `most`, whose length is at most `length`; at least 1.
    std::int64_t reached(double length, std::int64_t steps, std::int64_t most) const;
    /// The sum of (price - cost)^+ over the n - 1 nodes that cost least in a tree of so many steps
    /// [links].
    double spared(double price, std::int64_t steps) const;
    /// The least number of steps from which on no length falls any further.
    std::int64_t settled() const { return settled_; }

  private:
    /// So many nodes that cost `length` each.
    struct Increment {
        double length;
        std::int64_t nodes;
    };
    void count_digits(const std::vector<std::int64_t>& digits);
    void count_balls(const PathLengths& lengths);
    /// Per number of steps below settled() the cheapest nodes first, until n are counted; none
    /// where every node but the source costs 1.
    const std::vector<Increment>* increments(std::int64_t steps) const;

    std::int64_t n_, k_, settled_;
    std::vector<std::vector<Increment>> rows_;
};

}  // namespace lightsweep::kernels
