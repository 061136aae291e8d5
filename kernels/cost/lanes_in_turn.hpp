#pragma once
// Lower bound of collectives whose lanes change one by one, at delays of about a step: how fast a
// block can spread while lanes are set up.
//
// A lane that sends in step t over other circuits than before was set up either while it sat out
// step t - 1 (`aside`), or for less than a step: between two steps in which it sends, or before
// step 1 (`between`).
//
//   aside    It carries nothing in step t - 1. With a_t = k - h_{t+1} lanes in step t, h_{t+1} of
//            them aside for the next one, the links of step t take k / a_t times as long as on all.
//   between  It is silent for D in two steps in a row together: T >= S u + D, and G such lanes cost
//            G D / k of lane time.
//
// Links. A node informs another one over a circuit only once: a send of one link. All other sends
// take two links or more, and a hop besides. The first step is on the base, where the sends to
// distance j take j links. Let Phi_t be the most that a node which is informed in step t adds to q
// times the nodes, less the links of its tree, each k / a_t:
//
//   Phi_t = q + sum of p far_s over later steps s + sum over circuits of the most of near_s - far_s
//
//   near_s = max(0, Phi_s - k/a_s), far_s = max(0, Phi_s - 2 k/a_s), or 0 if step s has one hop
//
// In the first step after the node was informed it has all circuits, and later the fresh ones. Over
// a circuit that is kept, near_s - far_s counts again as far as it is above the least of all steps
// since the node was informed. By duality the links of a tree to n nodes are at least q n - Phi_0,
// for any q > 0. Backwards in time the steps come in the other order, and a circuit is fresh in its
// last step. An all-reduce has a tree of either kind, and n - 1 receipts besides.
//
// Hops. If nothing is set up between, N_t nodes know an atom after step t. Let steps t - 1 and t
// have one hop, a lanes that send in step t - 1, and c of these in step t. Over these c circuits
// the nodes inform at most N_(t-1) others each in both steps together; a lane that stops has
// informed at most N_(t-2) in step t - 1. At most k - a lanes are new. Hence N_t <= (1 + k - a + c)
// N_(t-1) - (N_(t-1) - N_(t-2) - (a - c) N_(t-2)), which is at most k N_(t-1) + N_(t-2). A step of
// more hops, and the step after it, may grow (p+1)-fold, and the step on the base to a ball. Fewer
// hops beyond S than let N_S >= n are not enough.
//
// Choices. All choices of lanes that are aside or set up between, of steps with more than one hop,
// and of the hops of step 1 are gone through. One that changes nothing stays on the base, which has
// bounds of its own. In a step of one hop let every node send on all that it knows: it informs
// others only over circuits that it did not have in the last such step since it was informed, for
// over those it has informed them then. In a step of more hops it informs p others at most. Until
// circuits change all that know the atom lie within the ball of all hops so far. So no more than so
// many nodes are reached from a step on, and a choice that does not reach all n is left out.
//
// A lane that idles and is not set up counts as one that sends, which only adds circuits and
// shortens links; one that is set up over several steps is aside in the last of them alone. Step 1
// need not go farther than to the first node beyond the p nearest ones: if it does, and step 2
// stands on the base with one hop, the choice with that many hops and a far step 2 has no more hops
// and no dearer links, and no ball limits it.
//
// Where there are more than 1e5 choices, or steps or lanes are many (lanes_in_turn.cpp), only the
// fewest hops above are counted, or none; so it is with hops where lanes are set up between.
//
// Paths. An all-reduce costs no less than path_entropy.hpp says: with these numbers of sources and
// ends, and with G(d) = k / a_t times the links of d sends, of which no more than the circuits of
// the step take one link each, and all others two, or their distance as long as circuits stand.
//
// Routes. The n - 1 blocks of an all-to-all share nothing: each takes a route of its own, so that
// they cost no less than the n - 1 cheapest routes to different ends. A send over one link, in a
// step of any hops, over a circuit that an earlier step of one hop had since the block's last move,
// could have been made then: it leads to no other end. It counts again only if such a step is
// dearer. All circuits that were not set up for a step stood in the one before, since idle lanes
// count as lanes that send.

#include <cstdint>
#include <vector>

#include "kernels/cost/new_circuits.hpp"
#include "kernels/topologies/hop_distance.hpp"

namespace lightsweep::kernels {

class LanesInTurn {
  public:
    /// One of the four primitives of common_bounds.hpp.
    LanesInTurn(Primitive primitive, std::int64_t n, std::int64_t lanes, const PathLengths& base);

    /// With so many lanes that are set up between, and hops beyond one per step, no fewer links in
    /// units of w, each as long as on all lanes.
    struct Links {
        std::int64_t lanes, hops;
        double links;
    };
    /// Of at most so many steps: any schedule has at least the lanes, the hops and the links of one
    /// of these. An entry without lanes stands for those with lanes, too: under bound 3 (v) it
    /// takes no longer than they do, or no longer than (iii) says anyway.
    const std::vector<Links>& links(std::int64_t steps) const;
    /// From so many steps on no list falls any further.
    std::int64_t settled() const { return least_steps_ + std::ssize(lists_); }

  private:
    std::int64_t least_steps_;
    std::vector<std::vector<Links>> lists_{};  ///< of S0 steps, S0 + 1, ..
    std::vector<Links> beyond_{};              ///< of more steps: receipts alone
};

}  // namespace lightsweep::kernels
