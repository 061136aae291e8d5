#pragma once
// Groups of switch planes that change one by one and send over several hops: every node has one
// port in each of k switch planes of b / k; a plane holds one permutation, or is being reconfigured
// for one delay D while the others send. Beyond the papers: SWOT's planes send over own circuits
// alone, BRIDGE and PCCL send over several hops but stop all planes for every change.
//
// A step is sent by one or more groups of planes. A group is a topology: its planes hold still
// together, and what they send takes as many hops and as much of their capacity as the step does on
// their circuits alone (kernels/flow/lane_flow.hpp).
//
//   G1  a plane is in at most one group of a step, and holds the same permutation throughout it
//   G2  a group begins when the step before has ended (all its groups) and all its planes are
//       ready; it takes  per_step + hops per_hop + bytes / (theta b |group| / k)
//   G3  a plane reconfigures as soon as its last group has ended, for D; at time 0 the planes hold
//       what they are given
//
// One group of all planes in every step is a schedule of topologies that change together; groups of
// one plane each, on the step's own permutation, are SWOT's schedules, whose planes may differ in
// speed and delay. Steps that send nothing need nothing, as in kernels/planes/plane_problem.hpp.

#include "kernels/collectives/collective.hpp"
#include "kernels/cost/cost.hpp"
#include "kernels/cost/step_costs.hpp"
#include "kernels/planes/plane_problem.hpp"
#include "kernels/topologies/topology.hpp"

namespace lightsweep::kernels {

/// In a step of several permutations a group with a measure carries the same part of each; a plane
/// alone carries one of them.
struct PlaneGroup {
    std::vector<int> planes;
    std::vector<Permutation> circuits;  ///< of each of them
    /// What every sender sends through the group, >= 0, in the unit of GroupProblem::bytes; of
    /// several permutations with a measure: of the largest one.
    double bytes;
    /// Of the ways that its bytes take, where they are known; else the problem's measure says both.
    std::optional<StepFlow> routed{};
};

/// Decisions only: per step of the collective the groups; none where nobody sends.
struct GroupSchedule {
    std::vector<std::vector<PlaneGroup>> steps;
};

/// What a schedule of groups is carried out on. The unit of data is bytes where bandwidths are in
/// B/s, and a second of all planes together where their bandwidths add up to 1 (result rows).
struct GroupProblem {
    /// Per step what every sender sends, of several permutations of the largest one, >= 0.
    std::vector<double> bytes;
    std::vector<SwitchPlane> planes;                   ///< each with its bandwidth and delay
    double bandwidth = 0;                              ///< of all planes together
    double per_step_latency = 0, per_hop_latency = 0;  ///< [s]
    std::vector<std::optional<Permutation>> held{};    ///< per plane at the start; nothing: dark
    std::vector<double> computation{};  ///< before every step, while nothing is sent [s]; or empty
    bool chooses = false;  ///< a plane that holds nothing takes its first circuits at once
    /// Hops and flow of a group; none: every group is one plane on the step's own circuits.
    FlowOracle measure{};
};

/// Of planes alike that begin with these circuits.
GroupProblem group_problem(const Collective& collective, const std::vector<Permutation>& start,
                           const Parameters& parameters, const FlowOracle& measure);

/// Whether somebody sends something in the step.
bool is_loaded(const Step& step);

/// Steps in which somebody sends something, in order.
std::vector<std::size_t> loaded_steps(const Collective& collective);

/// Circuits of every plane, from 0, of a topology on k of them: lanes one permutation after the
/// other, a torus a quarter of the planes in each direction. Throws std::invalid_argument for other
/// kinds, or where k does not fit.
std::vector<Permutation> circuits_of_planes(const Topology& topology, Node k);

/// The topology of a group, on all of its planes as if there were no others: a torus where the
/// circuits are one, else lanes.
Topology topology_of_group(const std::vector<Permutation>& circuits);

/// Hops of a group's farthest pair, and the share of b at which it carries a step.
StepFlow flow_of_group(const std::vector<Permutation>& circuits, const Step& step, Node k,
                       const FlowOracle& measure);

struct GroupTimeline {
    PlaneTimeline planes;      ///< its events say who sends when; n_reconfigurations of planes
    std::vector<double> hops;  ///< per step: of the group with the fewest; 0 if nobody sends
    /// Of groups with a measure, else nothing. startup and propagation: once per step, of the group
    /// with the fewest hops; congestion: what the planes send, on the mean over all of them, beyond
    /// the bytes; reconfiguration: the rest, when planes wait, sit out or reconfigure.
    CostBreakdown cost;
};

/// Times by earliest start, from the schedule and the rules alone; then every event is checked
/// against the rules once more. Illegal schedules are named in planes.violation, the rest is void
/// then.
GroupTimeline replay_groups(const Collective& collective, const GroupProblem& problem,
                            const GroupSchedule& schedule);

}  // namespace lightsweep::kernels
