#pragma once
// All-reduces over near windows and between them, for any number of nodes.
//
// The vector has n chunks. Relative to a chunk, the nodes' places on the ring are cut into windows
// of `near` places, of which the last one is shorter or longer, and each window has a head. A chunk
// is reduced within every window to its head; the heads exchange their sums, window by window of
// heads, until each has all; then they give it out again. All chunks do the same from their own
// places on, so that all nodes look alike. A step has as many peers as its sends have different
// shifts. Two heads that are i windows apart lie i near places apart, or others if the last
// window lies between. So a digit r of the heads takes up to 2 (r - 1) peers, and more on a ring
// both ways, where the head of a short window may lie off its place. If near divides n, the
// hybrids of gather_plans.hpp do the same with fewer peers.
//
// On a ring both ways one half of every chunk takes the mirror image. X is the sum of all links
// over n on the base. On new circuits it is the sends of the busiest shift over its lanes, times k
// / n.

#include <optional>
#include <string>

#include "solvers/frontier/gathers/window_trees.hpp"
#include "solvers/frontier/plans/base.hpp"
#include "solvers/frontier/plans/plan.hpp"

namespace lightsweep::solvers::frontier {

struct UnevenHybrid {
    std::string text;
    /// Receivers add what they get in the first two, and take it over in the last.
    ChunkSteps scatter{}, exchange{}, gather{};

    ChunkSteps all() const;
};

/// All of them that stay on a ring, or (direct) whose steps have circuits of their own; also those
/// with steps of more than k peers.
std::vector<UnevenHybrid> uneven_hybrids_of(const FrontierBase& base, bool direct);

/// Its step with hops and x, on the base or on topology number `topology`; none if it has no sends,
/// or more than k peers.
std::optional<PlanStep> step_of(const FrontierBase& base, const std::vector<ChunkSend>& sends,
                                int topology);

}  // namespace lightsweep::solvers::frontier
