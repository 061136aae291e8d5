// PCCL's portfolio under the common accounting: the fastest algorithm of a primitive, each with its
// own optimum on the node's lanes.
#include "solvers/one_accounting/common_rows.hpp"
#include "solvers/one_accounting/lanes/lane_problem.hpp"
#include "solvers/pccl/pccl.hpp"

namespace lightsweep::solvers::one_accounting {

Prepared prepare_pccl_portfolio(Subject problem, const SchedulerOptions& options) {
    if (problem->collective.alternatives.empty()) return prepare_pccl(std::move(problem), options);
    const auto with = [whole = problem](kernels::Collective collective) {
        auto one = make_problem(std::move(collective), whole->base, whole->lanes, whole->measure);
        one.subrings = whole->subrings;
        return one;
    };
    return pccl::portfolio_of(problem, row_named(lane_rows, "pccl"), with, options);
}

}  // namespace lightsweep::solvers::one_accounting
