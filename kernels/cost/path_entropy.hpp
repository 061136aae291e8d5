#pragma once
// Lower bound of the transfers of an all-reduce, by the entropy of its paths, on any topology and
// for any operation; and of what they cost, where some peers are farther away than others.
//
// Fix an element, and for every source s and end v one causal path s = U_0, .., U_S = v. Draw the
// pair (s, v) at random; all logarithms are natural, L = log n. Step t takes the path along the
// edge E_t = (U_(t-1), U_t), which is a transfer, or a stay if both are the same node. Let
// a_t = H(s | U_t), b_t = H(v | U_t), so that a_0 = b_S = 0, a_S = b_0 = L, and none is above L. If
// no more than so many sources reach a node by step t, or ends from then on, none of the two is
// above their logarithms.
//
//   (1) 2 L = H(s, v) <= H(E_t) + H(s | U_(t-1)) + H(v | U_t) = H(E_t) + a_(t-1) + b_t.
//   (2) a_t <= H(s, U_(t-1) | U_t) <= H(U_(t-1) | U_t) + a_(t-1); likewise
//       b_(t-1) <= H(U_t | U_(t-1)) + b_t.
//
// Let q_d be the probability that U_t gets transfers from d others in step t, d = 0..p (copies over
// several lanes count once), N_d the number of such nodes, and C_t >= sum of G(d) N_d what the
// transfers of step t cost: d of them at one node cost G(d), which is d if transfers are counted. A
// node that gets d chooses among d + 1 edges: H(U_(t-1) | U_t) <= sum of q_d log(d + 1), and
// H(E_t) <= sum of q_d log((d + 1) N_d / q_d) with N_0 <= n. With q = 1 - q_0 and c_t = C_t / n,
// the numbers N_d = q_d C_t / (q G(d)) make this greatest. (1) less L is then
//
//   (1')  L - a_(t-1) - b_t <= -q_0 log q_0 + q log(c_t / q) + sum over d >= 1 of
//                              q_d log((d + 1) / G(d))
//   (2')  a_t - a_(t-1) <= sum of q_d log(d + 1).
//
// The same holds for the transfers that U_(t-1) sends, with q_d of their own and b_(t-1) - b_t in
// (2'). The least sum of the c_t is a convex program. By weak duality any multipliers >= 0 prove a
// bound: l_t of (1'), m_t of (2'), each for what is received and for what is sent, and parts w_t of
// c_t that add up to 1 over both. With K = max over d of l log((d + 1) / G(d)) + m log(d + 1),
// which falls and then rises in d where G is straight, so that d = 1, d = p or a bend of G has it,
// the least of one side of a step over q and c_t lies at c_t = l q / w, q_0 = (w / l) exp(-K / l),
// and is
//
//   l (1 - log(l / w)) - K - w exp(-K / l), or 0 if w exp(-K / l) > l.
//
// What is left is linear in a_t and b_t, each between 0 and its limit. An interior-point method
// finds multipliers. Those of one program prove a bound of any other with as many steps.
//
// Bound 4 limits the pairs on the paths of every node, bound 11 only their average over the nodes:
// bound 4 is the greater where n is just below (p+1)^S, bound 11 where steps are to spare.

#include <array>
#include <cstdint>
#include <vector>

namespace lightsweep::kernels {

/// Bound 11 of gather_bounds.hpp: no all-reduce of an element has fewer transfers in so many steps,
/// each node sending to at most `peers` others and receiving from as many in a step. n >= 2,
/// (peers + 1)^steps >= n. 0 beyond 64 steps, and where no multipliers are found. About 2 ms per
/// ten steps.
double path_entropy_transfers(std::int64_t n, std::int64_t peers, std::int64_t steps);

/// What is known of a step.
struct PathStep {
    /// G(d) of d = 1, 2, .., as many as a node has peers; no transfer costs less than the one
    /// before.
    std::vector<double> costs;
    /// The most sources that reach a node by the end of the step, and ends that a node reaches in
    /// later steps.
    std::int64_t sources, ends;
};

/// Programs of equally many steps, at most 64.
class PathEntropy {
  public:
    explicit PathEntropy(std::int64_t n) : n_(n) {}

    /// What all transfers of an element cost at least; infinite if no path is left to some pair.
    double least_cost(const std::vector<PathStep>& steps);
    /// The same, but 0 where multipliers of earlier programs do not show that it is `enough`.
    double known_cost(const std::vector<PathStep>& steps, double enough) const;

    /// Of what is received and of what is sent.
    struct Multipliers {
        std::array<double, 2> spread, growth, part;
    };

  private:
    std::int64_t n_;
    std::vector<std::vector<Multipliers>> known_{};
};

}  // namespace lightsweep::kernels
