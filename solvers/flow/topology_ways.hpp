#pragma once
// The ways of a step's bytes over a whole topology, as the rules charge them: what an execution
// plan lists, so that a network can carry it out from the file alone.
//
//   forwards  on a ring a shift goes up; all else the shorter way round, up where both are equal
//   dor       rings, tori, grids: dimension 0 first, the shorter way, up where both are equal
//   path      tori: the last dimension first, likewise; elsewhere the fewest links, of several ways
//             the one over the first lanes
//   lex       the fewest links, of several ways the one over the smallest next node
//   ecmp      at every node equal parts over all links that lead nearer
//   flow      one way as by dor or path, if it carries theta; else the paths of a maximum
//   concurrent
//             flow (path_program.hpp)
//
// Where a rule names no topologies, the other topologies go by lex. Limit case: a pair with a link
// of its own takes it, except by forwards and flow.

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "kernels/permutations/demand.hpp"
#include "kernels/topologies/topology.hpp"

namespace lightsweep::solvers::flow {

/// Nodes from the sender to the receiver, and the share of the bytes that go there.
struct NodePath {
    std::vector<kernels::Node> nodes;
    double share;
};

/// By sender and receiver; the shares of a pair add up to 1.
using StepWays = std::map<std::pair<kernels::Node, kernels::Node>, std::vector<NodePath>>;

/// rule: a word above. theta: what a flow has to carry, in units of b; others do not read it.
/// Throws std::invalid_argument where a pair is not connected or has more than 4,096 ways.
StepWays ways_of_step(const kernels::Topology& topology, const kernels::Demand& demand,
                      const std::string& rule, double theta);

}  // namespace lightsweep::solvers::flow
