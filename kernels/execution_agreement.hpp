#pragma once
// What can be said about an execution plan before it runs: whether both ends of every transfer mean
// the same bytes, within their buffers, and whether the planes may begin as they do.

#include <map>
#include <tuple>

#include "kernels/collective.hpp"
#include "kernels/execution_plan.hpp"
#include "kernels/plane_problem.hpp"

namespace lightsweep::kernels {

/// (rank, step, plane) -> index in the rank's exchanges.
using ExchangeIndex = std::map<std::tuple<Node, std::size_t, int>, std::size_t>;

/// Two exchanges of one rank on one plane in one step are a fault.
ExchangeIndex index_of_exchanges(const ExecutionPlan& plan, std::string& fault);

/// The first transfer on which its ends disagree, or that is malformed; "" if there is none.
std::string disagreement(const ExecutionPlan& plan, const ExchangeIndex& index);

/// What a plane holds before its first setup though the start does not allow it; "" if nothing.
std::string bad_start(const ExecutionPlan& plan, const PlaneProblem& problem,
                      const Collective& promise);

/// What is wrong with the ranges of an exchange, or "".
std::string bad_ranges(const ExecutionPlan& plan, const Exchange& exchange);

std::int64_t bytes_of(const std::vector<ByteRange>& ranges);
/// "step 2, plane 0: rank 3 "
std::string describe(Node rank, const Exchange& exchange);

}  // namespace lightsweep::kernels
