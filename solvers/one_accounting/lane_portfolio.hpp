#pragma once
// PCCL's portfolio under the common accounting (solvers/pccl/portfolio.hpp): the fastest algorithm
// of a primitive, each with its own optimum over the topologies of a node's lanes.

#include "solvers/contract/scheduler_row.hpp"

namespace lightsweep::solvers::one_accounting {

std::unique_ptr<PreparedScheduler> prepare_pccl_portfolio(std::shared_ptr<const Problem>,
                                                          const SchedulerOptions&);

}  // namespace lightsweep::solvers::one_accounting
