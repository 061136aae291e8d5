#pragma once
// Plans of all-to-alls on a switch of k lanes per node.
//
//   static digits   on a directed ring: step t has the offsets c (k+1)^(t-1), the last step the
//                   offsets that are left; every block walks its distance and no more, so that X
//                   meets the bound
//   static sets     on a ring or a square torus: sets of offsets that are closed under the
//                   symmetries of the base, so that all directions carry alike and X is the mean
//                   over the blocks of the shortest way in S steps
//   prefix          some lanes are set up while the others send on the base, in single-hop steps;
//                   then all of them send, in single-hop steps: for large messages
//   late groups     the same with one step on the base and steps of several hops: for small ones
//   together        b single-hop steps on the base, then S - b single-hop steps over R topologies
//                   of k generators each; all lanes change together
//
// One model for all. Nodes are the elements of a group; a step offers elements e, and node g sends
// to g e. Blocks choose words of elements in the order of the steps. Since all nodes look alike,
// the best shares are one flow from the identity through the layers of steps to every element, and
// a linear program finds them:
//
//   minimise sum_t y_t,   y_t >= k / (n lanes_e) times the flow over e in step t.
//
// On the base, y_t is the load of the busiest direction.

#include "solvers/frontier/cayley.hpp"
#include "solvers/frontier/gather_plans.hpp"

namespace lightsweep::solvers::frontier {

/// An element that a step offers, and what a block of size 1 that takes it adds to the load of each
/// resource of that step (a circuit, or a direction of the base).
struct Offer {
    struct Use {
        int resource;
        double load;
    };
    Node element;
    std::vector<Use> uses;
};

/// The least sum of x over all words, x of a step being the load of its busiest resource and, if
/// `most` is not empty, at most most[step]. Empty if some element is not reached within that.
std::vector<double> balanced(const Group& group, const std::vector<std::vector<Offer>>& steps,
                             const std::vector<double>& most = {});

/// Offers of a step whose peers are reached over all ways of the fewest hops, six ways at most,
/// where the group is abelian or the peers are the lanes themselves; lanes are some of k, equal
/// ones are parallel. `hops` becomes the farthest.
std::vector<Offer> over_lanes(const Group& group, const ExchangeStep& step, Node k, double& hops);

/// The same for single-hop steps to all lanes.
std::vector<Offer> circuits(const std::vector<Node>& lanes, const Group& group);

/// Offers of a step on the base with peers at these offsets, by the shortest ways; `hops` becomes
/// the farthest.
std::vector<Offer> on_base(const FrontierBase& base, const std::vector<Node>& offsets,
                           double& hops);

/// The group of a base's translations.
Group translations(const FrontierBase& base);

std::vector<FrontierPlan> exchange_plans(const FrontierBase& base, double effort);

}  // namespace lightsweep::solvers::frontier
