#pragma once
// Plane by plane and over several hops at once: every node has one port in each of k switch planes
// of b / k; a plane holds one permutation, or is being reconfigured for one delay D while the
// others send. Beyond the papers: SWOT's planes send over own circuits alone, BRIDGE and PCCL send
// over several hops but stop all planes for every change.
//
// A step is sent by one or more groups of planes. A group is a topology: its planes hold still
// together, and what they send takes as many hops and as much of their capacity as the step does on
// their circuits alone (kernels/lane_flow.hpp).
//
//   G1  a plane is in at most one group of a step, and holds the same permutation throughout it
//   G2  a group begins when the step before has ended (all its groups) and all its planes are
//       ready; it takes  per_step + hops per_hop + bytes / (theta b |group| / k)
//   G3  a plane reconfigures as soon as its last group has ended, for D; at time 0 the planes hold
//       what they are given
//
// One group of all planes in every step is a schedule of topologies that change together; groups of
// one plane each, on the step's own permutation, are SWOT's schedules. Steps that send nothing need
// nothing, as in kernels/plane_problem.hpp.

#include "kernels/collective.hpp"
#include "kernels/cost.hpp"
#include "kernels/plane_schedule.hpp"
#include "kernels/step_costs.hpp"
#include "kernels/topology.hpp"

namespace lightsweep::kernels {

struct PlaneGroup {
    std::vector<int> planes;
    std::vector<Permutation> circuits;  ///< of each of them
    double bytes;                       ///< that every sender sends through the group, >= 0 [B]
};

/// Decisions only: per step of the collective the groups; none where nobody sends.
struct GroupSchedule {
    std::vector<std::vector<PlaneGroup>> steps;
};

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
StepFlow flow_of_group(const std::vector<Permutation>& circuits, const Demand& demand, Node k,
                       const FlowOracle& measure);

struct GroupTimeline {
    PlaneTimeline planes;      ///< its events say who sends when; n_reconfigurations of planes
    std::vector<double> hops;  ///< per step: of the group with the fewest; 0 if nobody sends
    /// startup and propagation: once per step, of the group with the fewest hops; congestion: what
    /// the planes send, on the mean over all of them, beyond the bytes; reconfiguration: the rest,
    /// when planes wait, sit out or reconfigure.
    CostBreakdown cost;
};

/// Times by earliest start, from the schedule and the rules alone; then every event is checked
/// against the rules once more. Illegal schedules are named in planes.violation, the rest is void
/// then. start: what each plane holds; single peers only (std::invalid_argument).
GroupTimeline replay_groups(const Collective& collective, const std::vector<Permutation>& start,
                            const GroupSchedule& schedule, const Parameters& parameters,
                            const FlowOracle& measure);

}  // namespace lightsweep::kernels
