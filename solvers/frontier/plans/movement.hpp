#pragma once
// A plan of the frontier carried out: which piece of which block moves when, between which nodes,
// over which planes, as an execution plan (kernels/execution/execution_plan.hpp) that ranks and
// switches can run.
//
// A movement says what happens at one node, and so at all. Of a block with several ways to go the
// shares are found by linear programs: in an all-gather step by step, the busiest lane carrying as
// little as it can, in an all-to-all over all steps, within the x that the plan states. Pieces are
// whole bytes, and parallel lanes take equal parts of each. rounding_time is how far that, and the
// programs' tolerance, move the end. A plan may also end before its stated time, where the stated
// x counts what no circuit has to carry (alternating planes, windows that overlap) or is that of
// one way to go (digit by digit, static digits on large tori), where the program finds better
// shares.
//
// Sums of a reduce-scatter go backwards along the tree of an all-gather: node o h^-1 gives its sum
// of o's block to node o h'^-1, over h' = w^-1 h. Where several reach a node in one step, all but
// the first wait in the scratch buffer, the j-th of them at j - 1 times the message (whole vectors:
// all of them; so do sums of uneven hybrids, which go from node o h to node o h').

#include "kernels/cost/cost.hpp"
#include "kernels/execution/execution_plan.hpp"
#include "solvers/frontier/plans/base.hpp"
#include "solvers/frontier/plans/plan.hpp"

namespace lightsweep::solvers::frontier {

/// Throws std::invalid_argument with the reason where a plan has no movement, needs more bytes or
/// pieces than a plan can have, or carries more than it states.
kernels::PlannedExecution carry_out(const FrontierPlan& plan, const FrontierBase& base,
                                    kernels::Primitive primitive,
                                    const kernels::Parameters& parameters);

}  // namespace lightsweep::solvers::frontier
