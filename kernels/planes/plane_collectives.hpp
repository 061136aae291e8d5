#pragma once
// Collectives as the steps of switch planes, and the volumes that SWOT's released code assumes.

#include "kernels/collectives/collective.hpp"
#include "kernels/planes/plane_groups.hpp"

namespace lightsweep::kernels {

/// Every step's configurations and bytes; labels 0, 1, ... in the order of first appearance, equal
/// permutations share one, also within a step (kernels::merged). message [B]; of a custom list 1.
/// Steps where nobody sends anything to another node have 0 bytes. Throws std::invalid_argument if
/// the collective is mirrored: a plane holds one permutation.
std::vector<PlaneStep> plane_steps(const Collective& collective, double message);

/// The circuits of a configuration that a plane holds, by the first step that uses it.
std::optional<Permutation> circuits_of(const HeldConfiguration& held, const PlaneProblem& problem,
                                       const Collective& collective);
/// The other way round: what a plane with these circuits holds, in the words of plane_steps.
HeldConfiguration configuration_of(const Permutation& circuits, const Collective& collective,
                                   const std::vector<PlaneStep>& steps);

/// The problem with the collective's permutations in the place of labels: every plane a group of
/// its own. Throws std::invalid_argument with the reason if its steps are not the collective's, or
/// if the problem itself is not sound.
GroupProblem group_problem(const Collective& collective, const PlaneProblem& problem);
/// Every use a group of one plane on the step's own circuits.
GroupSchedule groups_of_one(const Collective& collective, const PlaneSchedule& schedule);

/// The volumes of SWOT's figures where they differ from those that blocks need (message m):
///   alltoall/shift   m / (n - 1)  (m leaves the node; else its own block of m / n stays)
///   alltoall/bruck   m in every step  (about twice the real volume)
///   allreduce/ring   n - 1 steps of m / (n - 1)  (about half of an all-reduce)
/// All others stay as they are, custom lists too; sequences and alternatives part by part.
Collective with_swot_volumes(Collective collective);

/// All-reduce over two binary trees with half the message each, cut into chunks that follow each
/// other: 2 ceil(log2 n) + 2 (chunks - 1) steps of latency + message / (2 chunks bandwidth) [s].
/// n >= 1 (0 for one node), message [B], bandwidth of all planes together [B/s], chunks >= 1.
double double_binary_tree_time(std::int64_t n, double message, double bandwidth, double latency,
                               std::int64_t chunks);

/// The same as SWOT's released code has it: divides by the chunks twice, knows the bandwidth of one
/// plane only, and pays one reconfiguration. For comparison with its figures only.
double double_binary_tree_time_released(std::int64_t n, double message, double plane_bandwidth,
                                        double latency, double reconfiguration_delay,
                                        std::int64_t chunks);

/// Chunk count among 1, 2, 4, ..., <= n with the least double_binary_tree_time; the smallest such.
std::int64_t best_tree_chunks(std::int64_t n, double message, double bandwidth, double latency);

}  // namespace lightsweep::kernels
