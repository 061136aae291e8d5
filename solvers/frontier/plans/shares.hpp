#pragma once
// Shares of blocks over the words of a group.
//
// Nodes are the elements of a group; a step offers elements e, and node g sends to g e. Blocks
// choose words of elements in the order of the steps. Since all nodes look alike, the best shares
// are one flow from the identity through the layers of steps to every element, and a linear program
// finds them:
//
//   minimise sum_t y_t,   y_t >= k / (n lanes_e) times the flow over e in step t.
//
// On the base, y_t is the load of the busiest direction.

#include <vector>

#include "solvers/frontier/plans/base.hpp"
#include "solvers/frontier/plans/plan.hpp"

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
    std::vector<Node> way = {};  ///< the generators that it takes, one after the other
};

/// Blocks over the offers of every step, or waiting: what goes from one element to another in a
/// step, of all blocks of a node together. Offers are those given.
struct Flow {
    struct Arc {
        std::size_t step;
        Node from, to;
        const Offer* offer;  ///< null: waits
        double amount;
    };
    std::vector<double> x{};  ///< per step; empty if some element is not reached
    std::vector<Arc> arcs{};
};

/// The least sum of x over all words, x of a step being the load of its busiest resource and, if
/// `most` is not empty, at most most[step]. Empty if some element is not reached within that.
std::vector<double> balanced(const Group& group, const std::vector<std::vector<Offer>>& steps,
                             const std::vector<double>& most = {});

Flow balanced_flow(const Group& group, const std::vector<std::vector<Offer>>& steps,
                   const std::vector<double>& most = {});

/// Offers of a step whose peers are reached over all ways of the fewest hops (at most `most`), six
/// ways at most, where the group is abelian or the peers are the lanes themselves. Lanes are some
/// of k; equal ones are parallel. `hops` becomes the farthest.
std::vector<Offer> over_lanes(const Group& group, const MovementStep& step, Node k, double& hops,
                              int most = 8);

/// The same for single-hop steps to all lanes.
std::vector<Offer> circuits(const std::vector<Node>& lanes, const Group& group);

/// Offers of a step on the base with peers at these offsets, by the shortest ways; `hops` becomes
/// the farthest.
std::vector<Offer> on_base(const FrontierBase& base, const std::vector<Node>& offsets,
                           double& hops);

}  // namespace lightsweep::solvers::frontier
