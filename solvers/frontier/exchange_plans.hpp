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
//   digit by digit  mixed radices, over circuits of their own or in stretches
//                   (digit_exchanges.cpp)
//   walks           one change to a de Bruijn or Kautz digraph; every block goes ceil(log_k n)
//                   single-hop steps (walks.cpp)
//
// One model for all. Nodes are the elements of a group; a step offers elements e, and node g sends
// to g e. Blocks choose words of elements in the order of the steps. Since all nodes look alike,
// the best shares are one flow from the identity through the layers of steps to every element, and
// a linear program finds them:
//
//   minimise sum_t y_t,   y_t >= k / (n lanes_e) times the flow over e in step t.
//
// On the base, y_t is the load of the busiest direction.

#include <algorithm>
#include <cmath>
#include <random>

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
/// ways at most,
/// where the group is abelian or the peers are the lanes themselves; lanes are some of k, equal
/// ones are parallel. `hops` becomes the farthest.
std::vector<Offer> over_lanes(const Group& group, const MovementStep& step, Node k, double& hops,
                              int most = 8);

/// The same for single-hop steps to all lanes.
std::vector<Offer> circuits(const std::vector<Node>& lanes, const Group& group);

/// Offers of a step on the base with peers at these offsets, by the shortest ways; `hops` becomes
/// the farthest.
std::vector<Offer> on_base(const FrontierBase& base, const std::vector<Node>& offsets,
                           double& hops);

/// The group of a base's translations.
Group translations(const FrontierBase& base);

/// One step over lightpaths of a WDM ring, after one reconfiguration. 8 to 128 nodes, each with at
/// least as many transmitters (two per wavelength) as others; else none.
std::vector<FrontierPlan> lightpath_exchanges(Node n, Node wavelengths);

std::vector<FrontierPlan> exchange_plans(const FrontierBase& base, double effort);

// The families, one by one, and the annealing that searches them.

/// Accepts what costs less, and what costs more ever more seldom. move() changes the state and
/// returns a function that takes it back; keep() is called whenever the cost is the least so far.
template <typename Move, typename Cost, typename Keep>
void anneal(std::mt19937_64& random, int moves, double heat, const Move& move, const Cost& cost,
            const Keep& keep) {
    double now = cost(), best = now;
    keep();
    for (int i = 0; i < moves; ++i) {
        const auto undo = move();
        const double next = cost(), warm = heat * (1 - double(i) / moves);
        const double chance = double(random() >> 11) * 0x1p-53;
        if (next <= now || chance < std::exp((now - next) / std::max(warm, 1e-9))) {
            now = next;
            if (now < best - 1e-12) {
                best = now;
                keep();
            }
        } else {
            undo();
        }
    }
}

/// All-to-alls that stay on the base: those in closed form, and those that a search finds.
std::vector<FrontierPlan> static_digit_exchanges(const FrontierBase& base);
std::vector<FrontierPlan> static_set_exchanges(const FrontierBase& base, double effort);
/// Every pair in a step of its own circuits.
FrontierPlan shifts_in_turn(Node n, Node lanes);
/// Single-hop steps over topologies that all lanes change together.
std::vector<FrontierPlan> together(const FrontierBase& base, double effort);
/// Digit by digit, for any n.
std::vector<FrontierPlan> digit_exchanges(const FrontierBase& base);
/// One change to a digraph with few steps for any n; none on one lane, and for large n k^steps.
std::vector<FrontierPlan> walk_exchanges(Node n, Node lanes);
/// Some lanes are set up while the others send on the base: for large messages, single-hop steps
/// before and after.
std::vector<FrontierPlan> prefix_exchanges(const FrontierBase& base, double effort);
/// For small messages: one step on the base over several hops, then steps over several hops of the
/// mixed topology to any peers.
std::vector<FrontierPlan> late_exchanges(const FrontierBase& base, double effort);
/// All four searches; where the base stays, those of static sets.
std::vector<FrontierPlan> searched_exchanges(const FrontierBase& base, double effort);

}  // namespace lightsweep::solvers::frontier
